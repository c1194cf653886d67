"""Frame Time: a few digits stand for a well-known rate."""

import numpy as np
import pytest
from footpipe_bvh.timing import frame_time_of, rate_of, reads_as, times_of

SNAPS = {
    ".0083333": 120, "0.008333": 120, "0.00833333": 120, "0.0083": 120, "0.008333333767950535": 120,
    ".03333": 30, "0.033333": 30, "0.0333333": 30, "3.33333e-02": 30, "0.0333": 30, "0.033": 30, "0.0333334": None,
    "0.041666666666666664": 24, "0.0416667": 24, "0.041667": 24, "0.04167": 24, "0.0417": 24, "0.0416": 24,
    "0.0417083": 24000 / 1001, "0.04170833": 24000 / 1001,
    "0.0333667": 30000 / 1001, "0.033367": 30000 / 1001, "0.0334": 30000 / 1001,
    "0.016667": 60, "0.0166": 60, "0.0167": 60, "0.017": 60, "0.016683": 60000 / 1001, "0.016": None,
    "0.04": 25, "0.02": 50, "0.0208333": 48, "0.01": 100, "0.010000": 100, "0.0111": 90, "0.0139": 72,
    "0.0069444": 144, "0.00694444": 144, "0.0067": 150, "0.0056": 180, "0.005": 200, "0.0041667": 240, "0.004": 250,
    "0.00333333": 300, "0.00208333": 480, "0.002": 500, "0.001": 1000, "1E-2": 100,
    "0.03": None, "0.05": 20, "0.0345": None, "1": None, "0.123": None, "33.3": None,
}  # fmt: skip


@pytest.mark.parametrize(("text", "rate"), SNAPS.items())
def test_a_rate_is_known_when_it_rounds_to_the_very_digits(text: str, rate: float | None) -> None:
    found = rate_of(text)
    assert found is None if rate is None else float(found) == pytest.approx(rate, rel=1e-15)


def test_no_snapped_rate_is_more_than_two_percent_off() -> None:
    texts = [f"{time:.{digits}f}" for digits in (2, 3, 4, 5) for time in np.linspace(0.001, 0.11, 700) if time > 0]
    snapped = [(float(text), float(rate_of(text))) for text in texts if float(text) > 0 and rate_of(text)]
    assert len(snapped) > 20
    assert all(abs(1 / time / rate - 1) <= 0.02 for time, rate in snapped)


def test_times_of_a_known_rate_are_exact() -> None:
    assert np.array_equal(times_of(3000, ".0083333"), np.arange(3000) / 120)


def test_times_of_an_unknown_rate_are_what_the_text_says() -> None:
    assert np.array_equal(times_of(4, "0.0345"), [0, 0.0345, 2 * 0.0345, 3 * 0.0345])


@pytest.mark.parametrize("rate", [24, 30, 59.94, 60000 / 1001, 120, 119.88, 37.123456, 1e3, 7])
def test_a_written_frame_time_reads_back_as_the_rate(rate: float) -> None:
    assert reads_as(frame_time_of(rate)) == pytest.approx(rate, rel=1e-9)


def test_a_written_frame_time_is_short() -> None:
    assert [frame_time_of(rate) for rate in (30, 120, 25)] == ["0.0333333", "0.0083333", "0.0400000"]
