from footpipe.arrays import Floats, Ints

def rooms(program: Ints) -> tuple[int, int]: ...
def evaluate(program: Ints, numbers: Floats, inputs: Floats, arena: Floats, outputs: Floats) -> None: ...
def derive(
    program: Ints,
    numbers: Floats,
    inputs: Floats,
    arena: Floats,
    outputs: Floats,
    by_parameters: Floats,
    by_inputs: Floats,
) -> None: ...
def ring(centres: Floats, widths: Floats, length: float, at: Floats, weights: Floats, slopes: Floats) -> None: ...
