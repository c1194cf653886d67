# What the C headers of the gait offer to the Cython module: one character each, no GIL.

cdef extern from "footpipe/fuzzy.h" nogil:
    ctypedef struct fp_fuzzy:
        int outputs

    fp_fuzzy fp_fuzzy_open(const int *program)
    int fp_fuzzy_room(const fp_fuzzy *f)

cdef extern from "footpipe/gait_run.h" nogil:
    double FP_GAIT_LONG_STEP, FP_GAIT_BESIDE
    int FP_GAIT_SETS, FP_GAIT_SET_NUMBERS, FP_GAIT_STYLE_NUMBERS, FP_GAIT_EVENT_NUMBERS, FP_GAIT_POINTS, FP_ASKED

    ctypedef struct fp_leg_lengths:
        pass

    fp_leg_lengths fp_leg_read_lengths(const double *numbers)

    ctypedef struct fp_gait_react:
        const fp_fuzzy *rules
        const double *numbers
        double *arena
        int joint[4]

    ctypedef struct fp_gait_style:
        fp_gait_react react

    fp_gait_style fp_gait_read_style(const double *numbers, int sets)

    ctypedef struct fp_gait_ground:
        pass

    ctypedef struct fp_gait_land:
        pass

    ctypedef struct fp_gait_profile:
        const double *at[2]
        int many

    fp_gait_land fp_gait_land_of(const fp_gait_profile *profile, const fp_gait_ground *holds, int many)

    ctypedef struct fp_gait_course:
        const double *steps
        const double *orders
        int many_steps, many_orders
        double rate, begin
        int frames, events
        const double *angles
        int lead, landings
        const fp_gait_land *land

    ctypedef struct fp_gait_record:
        double *hip
        double *angles
        double *points
        double *phase
        unsigned char *touch
        double *event

    int fp_gait_run(const fp_gait_style *style, const fp_leg_lengths *l, const fp_gait_course *course,
                    const fp_gait_record *record)
