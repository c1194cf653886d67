/* The walk's half of the example. */
#ifndef WALK_H
#define WALK_H

/* Walks a figure along, turning, over a hump of the ground, and prints what it did and how its feet slide. Returns what
 * the program is to exit with. */
int walk_figure(const char *path);

#endif
