import numpy as np
import pytest
from footpipe_gait.curves import read_curves

from footpipe import FileError

HEADER = "percent,hip_flexion_mean,knee_flexion_mean,ankle_dorsiflexion_mean"
ROWS = ["0,30,5,0", "50,-10,20,10", "100,30,5,0"]


def written(tmp_path, *lines):
    path = tmp_path / "curves.csv"
    path.write_text("\n".join(lines))
    return path


def test_rows_between_are_interpolated(tmp_path):
    curves = read_curves(written(tmp_path, HEADER, *ROWS))
    assert curves.joints == ("hip", "knee", "ankle")
    assert curves.mean[[0, 25, 50, 100]] == pytest.approx(
        np.array([[30, 5, 0], [10, 12.5, 5], [-10, 20, 10], [30, 5, 0]])
    )
    assert (curves.sd == 5).all()


def test_a_hip_against_the_pelvis_becomes_a_thigh_against_the_vertical(tmp_path):
    rows = [f"{row},{tilt}" for row, tilt in zip(ROWS, (10, 12, 10), strict=True)]
    curves = read_curves(written(tmp_path, f"{HEADER},pelvis_tilt_mean", *rows))
    assert curves.mean[[0, 50], 0] == pytest.approx([20, -22])


def test_bands_and_toes_are_taken_where_they_are(tmp_path):
    rows = [f"{row},2.5,7" for row in ROWS]
    curves = read_curves(
        written(tmp_path, "# a laboratory", f"{HEADER},knee_flexion_sd,hallux_dorsiflexion_mean", *rows)
    )
    assert curves.joints[-1] == "toe"
    assert curves.mean[:, 3] == pytest.approx(7)
    assert (curves.sd[0] == [5, 2.5, 5, 5]).all()


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        ([HEADER.replace("knee_flexion_mean", "knee_mean"), *ROWS], 1, "there is no column 'knee_flexion_mean'"),
        ([HEADER + ",percent", *(row + ",1" for row in ROWS)], 1, "column 'percent' stands there twice"),
        ([HEADER, ROWS[0], "50,-10,20", ROWS[2]], 3, "4 cells wanted, 3 found"),
        ([HEADER, ROWS[0], "50,-10,twenty,10", ROWS[2]], 3, "'twenty' is not a number (cell 3)"),
        ([HEADER, *ROWS[:2]], 3, "percent has to go from 0 to 100"),
        ([HEADER, ROWS[0], ROWS[1], ROWS[1], ROWS[2]], 4, "percent has to rise"),
        ([HEADER], 1, "percent has to go from 0 to 100"),
        ([""], 1, "the file is empty"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path, lines, line, says):
    path = written(tmp_path, *lines)
    with pytest.raises(FileError) as told:
        read_curves(path)
    assert says in told.value.message
    assert (told.value.where.file, told.value.where.line) == (str(path), line)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(FileError, match="cannot read"):
        read_curves(tmp_path / "none.csv")


def test_the_reference_of_a_laboratory_is_read(shared):
    curves = read_curves(shared / "data/gait/schwartz2008_free.csv")
    assert curves.mean[0] == pytest.approx([35.826 - 12.186, 5.554, -2.099])
    assert curves.mean[:, 1].max() == pytest.approx(59, abs=1)
