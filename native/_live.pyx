# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""A character, frame by frame: the state of its feet, and rooms to work in, made once.

The storeys are those of `_kernel.pyx`: the C headers step, this holds the memory, `footpipe/live.py` checks.
J joints, L limbs, K points of a foot that are held.
"""
from cpython.mem cimport PyMem_Calloc, PyMem_Free

from live cimport *


cdef enum:
    DONE = 0
    NOWHERE = 1                 # a leg is at no finite place
    NO_WEIGHT = 2               # a contact is outside 0..1


cdef class Feet:
    cdef fp_foot_locker locker
    cdef fp_foot_result *results
    cdef fp_ground *ground
    cdef double *room
    cdef tuple kept             # the arrays that the locker points into
    cdef const double[:, ::1] contacts
    cdef const double[::1] heights
    cdef const double[:, ::1] normals
    cdef unsigned char[::1] status
    cdef double[::1] miss
    cdef unsigned char[::1] locked

    def __cinit__(
        self,
        const int[::1] parents,                      # IN  (J)
        const int[:, ::1] legs,                      # IN  (L, 5)
        const double[:, ::1] knee_axes,              # IN  (L, 3)
        const double[:, ::1] rest_translations,      # IN  (J, 3)
        const double[:, ::1] rest_rotations,         # IN  (J, 4)
        fp_foot_locker_rule rule,
        const double[:, ::1] contacts,               # IN   (L, K)  of every step, as all below
        const double[::1] heights,                   # IN   (L)  m
        const double[:, ::1] normals,                # IN   (L, 3)
        unsigned char[::1] status,                   # OUT  (L)
        double[::1] miss,                            # OUT  (L)  m
        unsigned char[::1] locked,                   # OUT  (L)
    ):
        cdef Py_ssize_t joints = parents.shape[0], limbs = legs.shape[0]
        self.kept = (parents, legs, knee_axes, rest_translations, rest_rotations)
        self.contacts, self.heights, self.normals = contacts, heights, normals
        self.status, self.miss, self.locked = status, miss, locked
        self.locker.feet = <fp_foot_state *>PyMem_Calloc(limbs, sizeof(fp_foot_state))
        self.results = <fp_foot_result *>PyMem_Calloc(limbs, sizeof(fp_foot_result))
        self.ground = <fp_ground *>PyMem_Calloc(limbs, sizeof(fp_ground))
        self.room = <double *>PyMem_Calloc(7 * joints, sizeof(double))
        if not (self.locker.feet and self.results and self.ground and self.room):
            raise MemoryError
        self.locker.positions = self.room
        self.locker.orientations = self.room + 3 * joints
        self.locker.rig.joints = <int>joints
        self.locker.rig.limbs = <int>limbs
        self.locker.rig.parents = &parents[0]
        self.locker.rig.legs = &legs[0, 0]
        self.locker.rig.knee_axes = &knee_axes[0, 0]
        self.locker.rig.rest_translations = &rest_translations[0, 0]
        self.locker.rig.rest_rotations = &rest_rotations[0, 0]
        self.locker.rule = rule
        fp_foot_locker_reset(&self.locker)

    def __dealloc__(self):
        PyMem_Free(self.locker.feet)
        PyMem_Free(self.results)
        PyMem_Free(self.ground)
        PyMem_Free(self.room)

    def reset(self):
        fp_foot_locker_reset(&self.locker)

    cdef const fp_ground *grounds(self) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(self.locker.rig.limbs):
            self.ground[i].height = self.heights[i]
            self.ground[i].normal = fp_vec_load(&self.normals[i, 0])
        return self.ground

    cdef bint weights_are_fine(self) noexcept nogil:
        cdef Py_ssize_t i, k
        for i in range(self.contacts.shape[0]):
            for k in range(self.contacts.shape[1]):
                if not 0.0 <= self.contacts[i, k] <= 1.0:
                    return False
        return True

    cdef void tell(self) noexcept nogil:
        cdef Py_ssize_t i
        for i in range(self.locker.rig.limbs):
            self.status[i] = <unsigned char>self.results[i].leg.status
            self.miss[i] = self.results[i].leg.miss
            self.locked[i] = self.results[i].locked

    def step(
        self,
        const double[:, ::1] translations,           # IN      (J, 3)  parent space
        double[:, ::1] rotations,                    # IN OUT  (J, 4)  parent space
        const double[::1] place,                     # IN      (3)  m: the character in the world
        const double[::1] turn,                      # IN      (4)
        double scale,                                # IN      m per unit
        double dt,                                   # IN      s
        bint on_ground,                              # IN      whether heights and normals count
    ):
        """Returns what was wrong: then nothing has changed."""
        cdef fp_pose pose
        cdef int wrong = DONE
        with nogil:
            pose.translations = &translations[0, 0]
            pose.rotations = &rotations[0, 0]
            pose.placement.translation = fp_vec_load(&place[0])
            pose.placement.rotation = fp_quat_load(&turn[0])
            pose.placement.scale = scale
            if not self.weights_are_fine():
                wrong = NO_WEIGHT
            elif not fp_foot_locker_step(&self.locker, pose, &self.contacts[0, 0],
                                         self.grounds() if on_ground else NULL, dt, self.results):
                wrong = NOWHERE
            else:
                self.tell()
        return wrong
