# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""A figure that is steered, frame by frame: its state, and rooms to work in, made once.

The storeys are those of `_kernel.pyx`: the C headers step, this holds the memory, `footpipe/live_gait.py` checks.
J joints, L limbs, K numbers of a style, M of its rules, O outputs of these; legs left, right.
"""
from libc.math cimport NAN

from walker cimport *


cdef double ask(void *context, double x, double z) noexcept with gil:
    """The ground's height; nan where it fails, which `step` tells."""
    cdef Walker walker = <Walker>context
    if walker.failure is not None:
        return NAN
    try:
        return walker.ground(x, z)
    except BaseException as failure:
        walker.failure = failure
        return NAN


cdef class Walker:
    cdef fp_walker walker
    cdef fp_walker_body body
    cdef fp_fuzzy rules
    cdef object ground
    cdef object failure
    cdef tuple kept                     # the arrays that the structs point into
    cdef const int[::1] limbs
    cdef double[::1] world
    cdef double[:, ::1] translations
    cdef double[:, ::1] rotations
    cdef double[::1] place
    cdef double[::1] turn
    cdef double[::1] at
    cdef double[::1] contacts
    cdef unsigned char[::1] flat

    def __cinit__(
        self,
        const double[::1] style,                     # IN   (K)
        int sets,                                    # IN
        const int[::1] program,                      # IN   of the reactive rules, or empty
        const double[::1] numbers,                   # IN   (M)
        const int[::1] outputs,                      # IN   (O) joint of each output of the rules
        double[::1] arena,                           # SCRATCH
        const double[::1] lengths,                   # IN   (7)  m
        const double[:, ::1] hips,                   # IN   (2, 3)  m
        const double[:, ::1] bones,                  # IN   (2, 4)  m
        const int[::1] limbs,                        # IN   (2) of the rig
        const int[::1] parents,                      # IN   (J)
        const int[::1] plays,                        # IN   (J)
        const int[::1] parts,                        # IN   (J)
        const double[::1] shares,                    # IN   (J)
        const double[:, ::1] translations,           # IN   (J, 3)  parent space
        const double[:, ::1] rotations,              # IN   (J, 4)  parent space
        const double[:, ::1] turns,                  # IN   (J, 4)  world
        int pelvis,                                  # IN
        int carrier,                                 # IN
        const double[::1] pelvis_at,                 # IN   (3)  m
        const double[::1] upright,                   # IN   (4)  the skeleton's space to the world's
        double scale,                                # IN   m per unit
        bint sways,                                  # IN
        object ground,                               # IN   height of x, z, or None
        double[::1] world,                           # SCRATCH  (4 J)
        double[:, ::1] moved,                        # OUT  (J, 3) of every step, as all below
        double[:, ::1] turned,                       # OUT  (J, 4)
        double[::1] place,                           # OUT  (3)  m
        double[::1] turn,                            # OUT  (4)
        double[::1] at,                              # OUT  (3)  m, m, rad: x, z, heading
        double[::1] contacts,                        # OUT  (L)
        unsigned char[::1] flat,                     # OUT  (L)
    ):
        cdef Py_ssize_t i
        self.kept = (program, numbers, arena, parents, plays, parts, shares, translations, rotations, turns)
        self.limbs, self.world, self.translations, self.rotations = limbs, world, moved, turned
        self.place, self.turn, self.at, self.contacts, self.flat = place, turn, at, contacts, flat
        self.walker.style = fp_gait_read_style(&style[0], sets)
        if program.shape[0]:
            self.rules = fp_fuzzy_open(&program[0])
            self.walker.style.react.rules = &self.rules
            self.walker.style.react.numbers = &numbers[0]
            self.walker.style.react.arena = &arena[0]
            for i in range(outputs.shape[0]):
                self.walker.style.react.joint[i] = outputs[i]
        self.walker.lengths = fp_leg_read_lengths(&lengths[0])
        self.walker.figure = fp_figure_read(&hips[0, 0], &bones[0, 0])
        self.walker.sways = sways
        self.ground = ground
        if ground is not None:
            self.walker.ground = ask
        self.walker.context = <void *>self
        self.body.joints = <int>parents.shape[0]
        self.body.parents, self.body.plays, self.body.parts = &parents[0], &plays[0], &parts[0]
        self.body.shares = &shares[0]
        self.body.translations, self.body.rotations = &translations[0, 0], &rotations[0, 0]
        self.body.turns = &turns[0, 0]
        self.body.pelvis, self.body.carrier = pelvis, carrier
        self.body.pelvis_at = fp_vec_load(&pelvis_at[0])
        self.body.placement.rotation = fp_quat_load(&upright[0])
        self.body.placement.scale = scale

    def reset(self, double x, double z, double heading):
        """Raises what the ground raised: then it is to be reset anew."""
        self.failure = None
        with nogil:
            fp_walker_reset(&self.walker, x, z, heading)
        self.fail()

    def step(
        self,
        double dt,                                   # IN   s
        double length,                               # IN   m
        double turn,                                 # IN   rad/s
        bint halt,                                   # IN
    ):
        """Raises what the ground raised: then nothing has changed."""
        cdef fp_walker_target target
        cdef fp_walker_state before
        cdef fp_walker_frame frame
        target.step, target.turn, target.halt = length, turn, halt
        self.failure = None
        with nogil:
            before = self.walker.now
            fp_walker_step(&self.walker, &target, dt, &frame)
        if self.failure is not None:
            self.walker.now = before
        self.fail()
        self.tell(&frame)

    cdef fail(self):
        if self.failure is not None:
            raise self.failure

    cdef void tell(self, const fp_walker_frame *frame) noexcept nogil:
        cdef fp_placement placement
        cdef Py_ssize_t i
        fp_walker_pose(&self.body, frame, &self.translations[0, 0], &self.rotations[0, 0], &placement, &self.world[0])
        fp_vec_store(&self.place[0], placement.translation)
        fp_quat_store(&self.turn[0], placement.rotation)
        self.at[0], self.at[1], self.at[2] = frame.at.left, frame.at.forward, frame.at.heading
        for i in range(2):
            self.contacts[self.limbs[i]] = frame.stands[i]
            self.flat[self.limbs[i]] = <unsigned char>frame.flat[i]
