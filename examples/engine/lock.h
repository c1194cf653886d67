/* The lock's half of the example. */
#ifndef LOCK_H
#define LOCK_H

/* Plays a table of poses with its feet locked, and prints how fast the toes move in contact before and after.
 * Returns what the program is to exit with. */
int lock_poses(const char *path);

#endif
