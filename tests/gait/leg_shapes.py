"""Legs of figures as files have them, m: short feet, low ankles, thighs shorter than shins. A walk has to fit them all."""

from footpipe_gait.shape import LegShape

FIGURES = {
    "CMU 12": LegShape(0.341, 0.445, 0.061, 0.0435, 0.1115, 0.047, 0.057),
    "CMU 01": LegShape(0.412, 0.423, 0.042, 0.052, 0.133, 0.017, 0.068),
    "CMU 14": LegShape(0.429, 0.418, 0.076, 0.047, 0.120, 0.040, 0.062),
    "CMU 02, Daz": LegShape(0.368, 0.454, 0.091, 0.047, 0.122, 0.054, 0.064),
    "PyMO": LegShape(0.426, 0.394, 0.088, 0.054, 0.138, 0.051, 0.075),
    "MakeHuman": LegShape(0.403, 0.410, 0.071, 0.052, 0.133, 0.016, 0.019),
    "Rokoko": LegShape(0.432, 0.433, 0.099, 0.044, 0.114, 0.017, 0.073),
    "Zombie": LegShape(0.273, 0.278, 0.060, 0.040, 0.104, 0.022, 0.048),
    "built in": LegShape(0.42875, 0.4305, 0.06825, 0.055, 0.141, 0.020, 0.0745),
}
