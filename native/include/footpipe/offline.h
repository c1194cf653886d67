/* Locking with the whole clip at hand: where pelvis and toes go so that a toe in contact stands still.
 *
 *   min  sum  velocity |d'|^2 + acceleration |d''|^2 + place |d|^2      d: shifts of pelvis and toes
 *           + pose |r|^2 + calm |r''|^2 + hold |pelvis|^2               from the input, r = toe - pelvis, m
 *   with |hip + pelvis - ankle - toe| <= reach                          in every frame and limb
 *
 * in the plane. The toes' shifts in height are given (toe_heights.h); the pelvis' follows from them by the same
 * terms, and by `length`, which wants hips as high as keeps every span as long as it was. Sums are
 * over frames and weighted by the time that a frame stands for, so the rate drops out.
 *
 * A toe in contact is one unknown for the whole contact: it stands still exactly, and the more there is
 * of contact the smaller the system. Differences within a contact are none and left out. A skyline
 * (skyline.h) holds the rows: time and memory are linear in the frames. x and z share one factor, the pelvis' height
 * has its own (pentadiagonal.h).
 *
 * The unknowns are numbered in offline_unknowns.h, the terms summed in offline_form.h, and reach is kept in
 * offline_reach.h.
 *
 * No allocation: the caller gives index, first, diagonal and an arena of fp_offline_room().
 */
#ifndef FOOTPIPE_OFFLINE_H
#define FOOTPIPE_OFFLINE_H

#include "footpipe/offline_reach.h"

/* index     IN   (F, 1 + T) by fp_offline_number, its result in `unknowns`
 * first     IN   (unknowns) by fp_offline_link
 * diagonal  IN   (unknowns) by fp_skyline_lay_out, its result in `stored`
 * arena     SCRATCH  fp_offline_room() doubles
 * pelvis    OUT  (F, 3) m, shifts
 * toes      OUT  (F, T, 3) m, shifts
 */
static inline fp_offline_report fp_offline_solve(const fp_offline_clip *clip, const fp_offline_weights *weights,
                                                 const int *index, int unknowns, const int *first,
                                                 const ptrdiff_t *diagonal, ptrdiff_t stored, double *arena,
                                                 double *pelvis, double *toes) {
    fp_offline_report report = {1, 0, 0.0};
    fp_offline work = {0};
    work.clip = clip;
    work.weights = weights;
    work.index = index;
    work.mean_step = fp_mean_step(clip->steps, clip->frames);
    work.plane.n = unknowns;
    work.plane.first = first;
    work.plane.diagonal = diagonal;
    fp_offline_lay_out(&work, arena, stored);
    fp_offline_bases(&work);
    fp_offline_assemble(&work);
    fp_offline_factor(&work);
    fp_offline_step_plane(&work);
    fp_offline_levels(&work);
    fp_offline_step_height(&work);
    fp_offline_reach(&work, &report);
    report.watched = work.springs;
    for (int i = 0; i < clip->frames; i++) {
        fp_vec_store(pelvis + 3 * (ptrdiff_t)i, fp_offline_shift(&work, i, 0));
        for (int toe = 0; toe < clip->toes; toe++)
            fp_vec_store(toes + 3 * fp_offline_at(clip, i, toe), fp_offline_shift(&work, i, 1 + toe));
    }
    return report;
}

#endif
