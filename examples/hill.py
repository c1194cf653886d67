"""Makes `hill.csv`, a height map: a hill across z, one metre high, with slopes of 15 degrees at most.

python examples/hill.py
"""

from pathlib import Path

import numpy as np

HEIGHT, FOOT, LENGTH = 1.0, 1.0, 12.0  # m: of the top; along z before the hill begins; of the hill
APART = 0.25  # m between rows


def main() -> None:
    """Write the file."""
    z = np.arange(-1, FOOT + LENGTH + 2, APART)
    share = np.clip((z - FOOT) / LENGTH, 0, 1)
    heights = HEIGHT * np.sin(np.pi * share) ** 2
    rows = [f"{x},{along:g},{height:.4f}" for x in (-3, 3) for along, height in zip(z, heights, strict=True)]
    (Path(__file__).parent / "hill.csv").write_text("\n".join(["x,z,height", *rows]) + "\n")


if __name__ == "__main__":
    main()
