"""Whatever bytes come in, there is a clip that goes back unchanged, or one of our errors."""

import warnings
from pathlib import Path

from bvh_files import TEXT, load_text, text_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from footpipe import FootpipeError, FootpipeWarning

TOKENS = ["{", "}", "\n", "\r", " ", "\0", "End", "JOINT x", "OFFSET", "CHANNELS", "3", "0", "-", ".", "e9", "1e308", "nan",
          "MOTION", "Frames:", "Frame Time:", "Xscale", "Zrotation", "é", "\ufeff", "#2", "/", "1e-320", "99999999999"]  # fmt: skip
edits = st.lists(
    st.tuples(st.integers(0, len(TEXT)), st.integers(0, 30), st.sampled_from(TOKENS) | st.text(max_size=3)), max_size=4
)


def edited(changes: list[tuple[int, int, str]]) -> bytes:
    text = TEXT
    for at, cut, new in changes:
        text = text[:at] + new + text[at + cut :]
    return text.encode("utf-8", "surrogatepass")


def judge(raw: bytes, folder: Path) -> bool:
    """Whether the bytes made a clip."""
    try:
        clip = load_text(folder, raw, unit="auto", up="auto")
    except FootpipeError:
        return False
    assert text_of(clip, folder) == raw
    return True


@given(changes=edits)
@example(changes=[(TEXT.index("91 4"), 2, "1e308")])
@example(changes=[(TEXT.index("-40.0"), 5, "1e308")])
@example(changes=[(TEXT.index("0.0333333"), 9, "1e308")])
@example(changes=[(TEXT.index("0.0333333"), 9, "1e-320")])
@example(changes=[(TEXT.index("0.0333333"), 9, "333333")])
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_edit_breaks_the_reader(changes: list[tuple[int, int, str]], tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FootpipeWarning)
        judge(edited(changes), tmp_path)


def test_no_cut_breaks_the_reader(tmp_path: Path) -> None:
    """Cut short at any byte: an error, unless all numbers are there, or the last lacks but its end."""
    made = [end for end in range(len(TEXT)) if loads(TEXT[:end].encode(), tmp_path)]
    assert made == [len(TEXT) - 1]


def loads(raw: bytes, folder: Path) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FootpipeWarning)
        return judge(raw, folder)
