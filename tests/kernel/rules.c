/* Rules run from C, as fuzzy.h shows it, for a test that compares with the Python module to the last bit.
 *
 * Standard input, all doubles: the sizes of program, numbers and rows, the program, the numbers, the rows of inputs.
 * Output: of every row the outputs, then the same again with derivatives by parameters and inputs.
 */
#include <stdio.h>

#include "footpipe/fuzzy.h"

#define MOST 4096

static double arena[MOST], numbers[MOST], in[MOST], out[MOST], by_parameters[MOST], by_inputs[MOST];
static int program[MOST];

static int read_doubles(double *to, int count) {
    return count <= MOST && fread(to, sizeof(double), (size_t)count, stdin) == (size_t)count;
}

static void write_doubles(const double *values, int count) {
    fwrite(values, sizeof(double), (size_t)count, stdout);
}

int main(void) {
    fp_fuzzy rules;
    double sizes[3];
    if (!read_doubles(sizes, 3) || !read_doubles(in, (int)sizes[0]) || !read_doubles(numbers, (int)sizes[1]))
        return 1;
    for (int i = 0; i < (int)sizes[0]; i++)
        program[i] = (int)in[i];
    rules = fp_fuzzy_open(program);
    if (fp_fuzzy_derive_room(&rules) > MOST || rules.outputs * rules.parameters > MOST)
        return 1;
    for (int row = 0; row < (int)sizes[2]; row++) {
        if (!read_doubles(in, rules.inputs))
            return 1;
        fp_fuzzy_evaluate(&rules, numbers, in, arena, out);
        write_doubles(out, rules.outputs);
        fp_fuzzy_derive(&rules, numbers, in, arena, out, by_parameters, by_inputs);
        write_doubles(out, rules.outputs);
        write_doubles(by_parameters, rules.outputs * rules.parameters);
        write_doubles(by_inputs, rules.outputs * rules.inputs);
    }
    return 0;
}
