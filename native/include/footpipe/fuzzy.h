/* Rules in words, compiled: a fuzzy controller after Takagi and Sugeno, of order zero, and its exact derivatives.
 *
 *   member  how much each input belongs to each of its sets (fuzzy_set.h, fuzzy_ring.h)
 *   node    members joined:  not a = 1 - a,   a and b = a b,   a or b = a + b - a b
 *   strength of a rule = its weight (0..1) times its node
 *   output = sum strength value / sum strength   over the rules that say something about it
 *
 * An output may have a value for `otherwise`, which holds as far as none of its rules does: with the strength
 * product (1 - strength). Without it, an output about which no rule says anything is 0.
 * Products, not minima: every output is smooth where its sets are.
 *
 * A controller is two arrays. `program`, whole numbers: seven counts, then the tables as fp_fuzzy has them, one
 * behind the other. `numbers`, doubles: first the `parameters`, by which there are derivatives (the sets' numbers,
 * weights, values), then what is fixed (ranges). Characters may share the program and have numbers of their own.
 *
 *   fp_fuzzy rules = fp_fuzzy_open(program);
 *   double arena[...];                           // fp_fuzzy_room(&rules) doubles, by the caller
 *   fp_fuzzy_evaluate(&rules, numbers, inputs, arena, outputs);
 *
 * `footpipe_gait.fuzzy.Controller` makes both arrays from a TOML file: `controller.program`, `controller.numbers`.
 */
#ifndef FOOTPIPE_FUZZY_H
#define FOOTPIPE_FUZZY_H

#include "footpipe/fuzzy_ring.h"
#include "footpipe/fuzzy_set.h"

/* An input: cut off at its range, or on a ring (its sets are Gaussians then, normalised). */
typedef struct {
    int ring;       /* 1: on a ring */
    int range;      /* index into numbers: lowest, highest; of a ring: its length */
    int first, end; /* its sets */
} fp_fuzzy_input;

typedef struct {
    int shape;  /* fp_fuzzy_shape */
    int number; /* index of its first number */
} fp_fuzzy_set;

typedef enum { FP_NOT, FP_AND, FP_OR } fp_fuzzy_join;

/* Node `sets + i`. It joins nodes with smaller indices; the sets are the first nodes. */
typedef struct {
    int join;        /* fp_fuzzy_join */
    int left, right; /* nodes; of a not, both the same */
} fp_fuzzy_operation;

typedef struct {
    int node;
    int weight; /* index into numbers */
} fp_fuzzy_rule;

/* What a rule says about an output. */
typedef struct {
    int rule;
    int value; /* index into numbers */
} fp_fuzzy_conclusion;

typedef struct {
    int first, end; /* its conclusions */
    int otherwise;  /* index into numbers, or -1 */
} fp_fuzzy_output;

typedef struct {
    int inputs, sets, operations, rules, conclusions, outputs, parameters;
    const fp_fuzzy_input *input;
    const fp_fuzzy_set *set;
    const fp_fuzzy_operation *operation;
    const fp_fuzzy_rule *rule;
    const fp_fuzzy_conclusion *conclusion;
    const fp_fuzzy_output *output;
} fp_fuzzy;

#define FP_FUZZY_COUNTS 7

/* The controller of a program, which has to stay where it is. */
static inline fp_fuzzy fp_fuzzy_open(const int *program) {
    fp_fuzzy f;
    const int *at = program + FP_FUZZY_COUNTS;
    f.inputs = program[0];
    f.sets = program[1];
    f.operations = program[2];
    f.rules = program[3];
    f.conclusions = program[4];
    f.outputs = program[5];
    f.parameters = program[6];
    f.input = (const fp_fuzzy_input *)at;
    f.set = (const fp_fuzzy_set *)(f.input + f.inputs);
    f.operation = (const fp_fuzzy_operation *)(f.set + f.sets);
    f.rule = (const fp_fuzzy_rule *)(f.operation + f.operations);
    f.conclusion = (const fp_fuzzy_conclusion *)(f.rule + f.rules);
    f.output = (const fp_fuzzy_output *)(f.conclusion + f.conclusions);
    return f;
}

static inline int fp_fuzzy_nodes(const fp_fuzzy *f) {
    return f->sets + f->operations;
}

/* Doubles of the arena for fp_fuzzy_evaluate: what every node is worth. */
static inline int fp_fuzzy_room(const fp_fuzzy *f) {
    return fp_fuzzy_nodes(f);
}

/* Doubles of the arena for fp_fuzzy_derive: the same, and what an output changes by with every node. */
static inline int fp_fuzzy_derive_room(const fp_fuzzy *f) {
    return 2 * fp_fuzzy_nodes(f);
}

static inline fp_ring_sets fp_fuzzy_ring_of(const fp_fuzzy *f, const fp_fuzzy_input *in, const double *numbers) {
    fp_ring_sets ring;
    ring.sets = in->end - in->first;
    ring.length = numbers[in->range];
    ring.centre = ring.sets ? numbers + f->set[in->first].number : numbers;
    ring.width = ring.centre + 1;
    ring.stride = 2;
    return ring;
}

static inline double fp_fuzzy_cut(const fp_fuzzy_input *in, const double *numbers, double x) {
    double low = numbers[in->range], high = numbers[in->range + 1];
    return x < low ? low : x > high ? high : x;
}

/* member  OUT  (sets) */
static inline void fp_fuzzy_members(const fp_fuzzy *f, const double *numbers, const double *inputs, double *member) {
    for (int i = 0; i < f->inputs; i++) {
        const fp_fuzzy_input *in = f->input + i;
        if (in->ring) {
            fp_ring_sets ring = fp_fuzzy_ring_of(f, in, numbers);
            fp_fuzzy_ring(&ring, inputs[i], member + in->first);
            continue;
        }
        double x = fp_fuzzy_cut(in, numbers, inputs[i]);
        for (int s = in->first; s < in->end; s++)
            member[s] = fp_fuzzy_member((fp_fuzzy_shape)f->set[s].shape, numbers + f->set[s].number, x);
    }
}

/* node  IN members  OUT (nodes) */
static inline void fp_fuzzy_joined(const fp_fuzzy *f, double *node) {
    for (int i = 0; i < f->operations; i++) {
        const fp_fuzzy_operation *o = f->operation + i;
        double a = node[o->left], b = node[o->right];
        node[f->sets + i] = o->join == FP_NOT ? 1.0 - a : o->join == FP_AND ? a * b : a + b - a * b;
    }
}

static inline double fp_fuzzy_strength(const fp_fuzzy *f, const double *numbers, const double *node, int conclusion) {
    const fp_fuzzy_rule *rule = f->rule + f->conclusion[conclusion].rule;
    return numbers[rule->weight] * node[rule->node];
}

typedef struct {
    double value, total; /* the output, and the strengths that it is a mean over */
    double left;         /* strength of `otherwise` */
} fp_fuzzy_mean;

static inline fp_fuzzy_mean fp_fuzzy_mean_of(const fp_fuzzy *f, const double *numbers, const double *node,
                                             const fp_fuzzy_output *out) {
    fp_fuzzy_mean mean = {0.0, 0.0, 1.0};
    for (int c = out->first; c < out->end; c++) {
        double strength = fp_fuzzy_strength(f, numbers, node, c);
        mean.value += strength * numbers[f->conclusion[c].value];
        mean.total += strength;
        mean.left *= 1.0 - strength;
    }
    if (out->otherwise >= 0) {
        mean.value += mean.left * numbers[out->otherwise];
        mean.total += mean.left;
    }
    mean.value = mean.total > 0.0 ? mean.value / mean.total : 0.0;
    return mean;
}

/* numbers  IN       as the program wants them
 * inputs   IN       (inputs)
 * arena    SCRATCH  fp_fuzzy_room
 * outputs  OUT      (outputs)
 */
static inline void fp_fuzzy_evaluate(const fp_fuzzy *f, const double *numbers, const double *inputs, double *arena,
                                     double *outputs) {
    fp_fuzzy_members(f, numbers, inputs, arena);
    fp_fuzzy_joined(f, arena);
    for (int o = 0; o < f->outputs; o++)
        outputs[o] = fp_fuzzy_mean_of(f, numbers, arena, f->output + o).value;
}

/* Product of (1 - strength) over the other conclusions of the output: by what `otherwise` loses as this one gains. */
static inline double fp_fuzzy_left_without(const fp_fuzzy *f, const double *numbers, const double *node,
                                           const fp_fuzzy_output *out, int without) {
    double left = 1.0;
    for (int c = out->first; c < out->end; c++)
        if (c != without)
            left *= 1.0 - fp_fuzzy_strength(f, numbers, node, c);
    return left;
}

/* From an output back to the nodes of its rules: pull and by_numbers are added to. */
static inline void fp_fuzzy_pull_rules(const fp_fuzzy *f, const double *numbers, const double *node,
                                       const fp_fuzzy_output *out, double *pull, double *by_numbers) {
    fp_fuzzy_mean mean = fp_fuzzy_mean_of(f, numbers, node, out);
    if (!(mean.total > 0.0))
        return;
    for (int c = out->first; c < out->end; c++) {
        const fp_fuzzy_conclusion *said = f->conclusion + c;
        const fp_fuzzy_rule *rule = f->rule + said->rule;
        double by_strength = numbers[said->value] - mean.value;
        if (out->otherwise >= 0)
            by_strength -= fp_fuzzy_left_without(f, numbers, node, out, c) * (numbers[out->otherwise] - mean.value);
        by_strength /= mean.total;
        by_numbers[said->value] += fp_fuzzy_strength(f, numbers, node, c) / mean.total;
        by_numbers[rule->weight] += by_strength * node[rule->node];
        pull[rule->node] += by_strength * numbers[rule->weight];
    }
    if (out->otherwise >= 0)
        by_numbers[out->otherwise] += mean.left / mean.total;
}

/* From the joined nodes back to the sets. */
static inline void fp_fuzzy_pull_sets(const fp_fuzzy *f, const double *node, double *pull) {
    for (int i = f->operations - 1; i >= 0; i--) {
        const fp_fuzzy_operation *o = f->operation + i;
        double by = pull[f->sets + i], a = node[o->left], b = node[o->right];
        if (o->join == FP_NOT) {
            pull[o->left] -= by;
        } else {
            pull[o->left] += by * (o->join == FP_AND ? b : 1.0 - b);
            pull[o->right] += by * (o->join == FP_AND ? a : 1.0 - a);
        }
    }
}

/* From an input's sets back to their numbers, which are added to, and to the input, whose slope is returned. */
static inline double fp_fuzzy_pull_input(const fp_fuzzy *f, const double *numbers, const fp_fuzzy_input *in,
                                         double input, const double *member, const double *pull, double *by_numbers) {
    double x, by_input = 0.0;
    if (in->ring && in->first < in->end) {
        fp_ring_sets ring = fp_fuzzy_ring_of(f, in, numbers);
        double *by = by_numbers + f->set[in->first].number;
        return fp_fuzzy_ring_gradient(&ring, input, member + in->first, pull + in->first, by, by + 1);
    }
    if (in->ring)
        return 0.0;
    x = fp_fuzzy_cut(in, numbers, input);
    for (int s = in->first; s < in->end; s++) {
        fp_fuzzy_shape shape = (fp_fuzzy_shape)f->set[s].shape;
        double by[FP_FUZZY_MOST_NUMBERS];
        by_input += pull[s] * fp_fuzzy_slope(shape, numbers + f->set[s].number, x, by);
        for (int n = 0; n < fp_fuzzy_numbers(shape); n++)
            by_numbers[f->set[s].number + n] += pull[s] * by[n];
    }
    return x == input ? by_input : 0.0;
}

/* Exact derivatives, from each output back to the inputs.
 *
 * arena          SCRATCH  fp_fuzzy_derive_room
 * outputs        OUT      (outputs)
 * by_parameters  OUT      (outputs, parameters)
 * by_inputs      OUT      (outputs, inputs)
 */
static inline void fp_fuzzy_derive(const fp_fuzzy *f, const double *numbers, const double *inputs, double *arena,
                                   double *outputs, double *by_parameters, double *by_inputs) {
    double *pull = arena + fp_fuzzy_nodes(f);
    fp_fuzzy_evaluate(f, numbers, inputs, arena, outputs);
    for (int o = 0; o < f->outputs; o++) {
        double *by = by_parameters + (ptrdiff_t)o * f->parameters;
        for (int i = 0; i < fp_fuzzy_nodes(f); i++)
            pull[i] = 0.0;
        for (int i = 0; i < f->parameters; i++)
            by[i] = 0.0;
        fp_fuzzy_pull_rules(f, numbers, arena, f->output + o, pull, by);
        fp_fuzzy_pull_sets(f, arena, pull);
        for (int i = 0; i < f->inputs; i++)
            by_inputs[(ptrdiff_t)o * f->inputs + i] =
                fp_fuzzy_pull_input(f, numbers, f->input + i, inputs[i], arena, pull, by);
    }
}

#endif
