/* What an engine does with footpipe's headers, without Python: `engine lock walk.poses`, `engine walk person.figure`. A
 * file for each thing it does.
 */
#include <stdio.h>
#include <string.h>

#include "lock.h"
#include "walk.h"

int main(int count, char **words) {
    if (count == 3 && strcmp(words[1], "lock") == 0)
        return lock_poses(words[2]);
    if (count == 3 && strcmp(words[1], "walk") == 0)
        return walk_figure(words[2]);
    fprintf(stderr, "engine lock TABLE     lock the feet of a table of poses (poses.py writes one)\n"
                    "engine walk FIGURE    walk a figure along, and lock its feet (figure.py writes one)\n");
    return 2;
}
