# What the C headers of fuzzy rules offer to the Cython module: one character each, no GIL.

cdef extern from "footpipe/fuzzy.h" nogil:
    ctypedef struct fp_ring_sets:
        int sets
        double length
        const double *centre
        const double *width
        int stride

    void fp_fuzzy_ring(const fp_ring_sets *ring, double at, double *weight)
    void fp_fuzzy_ring_slope(const fp_ring_sets *ring, double at, const double *weight, double *slope)

    ctypedef struct fp_fuzzy:
        int inputs, outputs, parameters

    fp_fuzzy fp_fuzzy_open(const int *program)
    int fp_fuzzy_room(const fp_fuzzy *f)
    int fp_fuzzy_derive_room(const fp_fuzzy *f)
    void fp_fuzzy_members(const fp_fuzzy *f, const double *numbers, const double *inputs, double *member)
    void fp_fuzzy_evaluate(const fp_fuzzy *f, const double *numbers, const double *inputs, double *arena,
                           double *outputs)
    void fp_fuzzy_derive(const fp_fuzzy *f, const double *numbers, const double *inputs, double *arena,
                         double *outputs, double *by_parameters, double *by_inputs)
