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
