from footpipe.arrays import Floats

def place(
    hips: Floats,
    bones: Floats,
    pelvis: Floats,
    before: Floats,
    after: Floats,
    share: Floats,
    feet: Floats,
    middle: Floats,
    turns: Floats,
    legs: Floats,
) -> None: ...
def sway(leg: float, half_hips: float, angles: Floats, weight: Floats, out: Floats) -> None: ...
