"""Locking: feet that touch the ground stay where they touch it."""

from footpipe import Locker, hookimpl
from footpipe_lock.offline import Offline, offline
from footpipe_lock.relax import Relax, relax
from footpipe_lock.runtime import Runtime, runtime


@hookimpl
def footpipe_lockers() -> list[Locker]:
    """Lockers of this package."""
    return [
        Locker("offline", Offline, offline),
        Locker("relax", Relax, relax),
        Locker("runtime", Runtime, runtime, causal=True),
    ]
