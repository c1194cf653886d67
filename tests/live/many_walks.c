/* A figure that is steered, from C for as many frames as asked, for a test that looks at drift and at memory.
 *
 * Arguments: the figure's file, frames, and how many of the last are told. Standard input, as doubles: rows of
 * dt, step, turn, halt, which are gone through again and again. Standard output, as doubles, of every frame told:
 * place (3), turn (4), translations (J, 3), rotations (J, 4), contacts (2); at the end the allocations made meanwhile.
 *
 * Linked with -Wl,--wrap=malloc and so on, every allocation is counted.
 */
#include <stdio.h>
#include <stdlib.h>

#include "counted.h"
#include "figure.h"

enum { MOST_ROWS = 4096 };

static figure hero;
static double rows[MOST_ROWS][4];
static double translations[3 * MOST_JOINTS], rotations[4 * MOST_JOINTS], world[4 * MOST_JOINTS];

static void write_doubles(const double *values, size_t count) {
    fwrite(values, sizeof(double), count, stdout);
}

static void write_frame(const fp_walker_frame *frame, fp_placement placement) {
    size_t joints = (size_t)hero.body.joints;
    double at[7], contacts[2];
    fp_vec_store(at, placement.translation);
    fp_quat_store(at + 3, placement.rotation);
    for (int i = 0; i < 2; i++)
        contacts[hero.limb[i]] = frame->stands[i];
    write_doubles(at, 7);
    write_doubles(translations, 3 * joints);
    write_doubles(rotations, 4 * joints);
    write_doubles(contacts, 2);
}

int main(int count, char **word) {
    long frames = count == 4 ? atol(word[2]) : 0, told = count == 4 ? atol(word[3]) : 0, before;
    size_t many = fread(rows, sizeof rows[0], MOST_ROWS, stdin);
    double counted;
    if (count != 4 || many == 0 || figure_read(&hero, word[1]))
        return 2;
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    fp_walker_reset(&hero.walker, 0.0, 0.0, 0.0);
    before = allocations;
    for (long f = 0; f < frames; f++) {
        const double *row = rows[(size_t)f % many];
        fp_walker_target target = {row[1], row[2], row[3] != 0.0};
        fp_walker_frame frame;
        fp_placement placement;
        fp_walker_step(&hero.walker, &target, row[0], &frame);
        fp_walker_pose(&hero.body, &frame, translations, rotations, &placement, world);
        if (f >= frames - told)
            write_frame(&frame, placement);
    }
    counted = (double)(allocations - before);
    write_doubles(&counted, 1);
    return 0;
}
