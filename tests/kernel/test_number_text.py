"""Numbers as text: read as the nearest double, written as the exact value rounded once; and rows of them."""

from __future__ import annotations

import locale
import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from footpipe import DataError, number_text

digits = st.text("0123456789", max_size=25) | st.text("0123456789", max_size=900) | st.text("09", max_size=40)
exponents = st.just("") | st.builds(
    "{}{}{}".format, st.sampled_from("eE"), st.sampled_from(["", "+", "-"]), st.integers(0, 400)
)
written = st.builds(
    "{}{}{}{}{}".format, st.sampled_from(["", "+", "-"]), digits, st.sampled_from(["", "."]), digits, exponents
)
finite = st.floats(allow_nan=False, allow_infinity=False)


def is_number(text: str) -> bool:
    return any(c in "0123456789" for c in text.lower().split("e")[0])


def read(text: str, largest: float = math.inf) -> float | None:
    found = number_text.read_rows(text.encode(), 0, 1, 1, largest, 1)
    return None if found.bad is not None else float(found.values[0])


def bits(value: float) -> bytes:
    return np.float64(value).tobytes()


@given(text=written.filter(is_number))
@example("9007199254740993")  # half-way between two doubles, to the even one
@example("9007199254740993.0000000000000000000000000000000000000000000000001")
@example("4.9406564584124654e-324")
@example("2.4703282292062327e-324")  # less than half of the smallest: 0
@example("2.4703282292062328e-324")
@example("2.2250738585072011e-308")  # the number that once hung PHP and Java
@example("1.7976931348623157e308")
@example("1.7976931348623159e308")
@example("1e23")
@example("8.5e22")
@example("123456789012345678901234567890")
@example("0." + "0" * 400 + "1e401")
@example("1" + "0" * 400 + "e-400")
@example("6.123233995736766e-17")
@example("-0")
@settings(max_examples=600, deadline=None)
def test_a_number_is_the_nearest_double(text: str) -> None:
    got = read(text)
    assert got is not None
    assert bits(got) == bits(float(text))


@given(low=st.floats(min_value=0, max_value=1e300), tail=st.sampled_from(["", "0" * 30 + "1"]))
@settings(max_examples=200, deadline=None)
def test_half_way_between_two_doubles_the_even_one_is_taken(low: float, tail: str) -> None:
    """And a digit far behind the half decides, where there is one."""
    with localcontext(prec=1200):
        half = (Decimal(low) + Decimal(math.nextafter(low, math.inf))) / 2
        mantissa, _, exponent = f"{half:.1100E}".partition("E")
    text = f"{mantissa}{tail}E{exponent}"
    got = read(text)
    assert got is not None
    assert bits(got) == bits(float(text))


@pytest.mark.parametrize(
    "text",
    [
        "nan",
        "inf",
        "-",
        "+",
        ".",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1.2.3",
        "1-2",
        "--1",
        "0x10",
        "1_0",
        "1,5",
        "1f",
        "\u00b9",
    ],
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5.0), (".5", 0.5), ("5.", 5.0), ("+.5e+1", 5.0), ("-5E-1", -0.5), ("007", 7.0)]
)
def test_every_way_of_writing_a_number_is_read(text: str, value: float) -> None:
    assert read(text) == value


def test_a_number_may_be_too_large() -> None:
    assert read("1e15", 1e15) == 1e15
    assert read("1.0000000000000002e15", 1e15) is None
    assert read("-1e16", 1e15) is None
    assert read("1e999", 1e308) is None


@given(value=finite | st.floats(-1000, 1000), decimals=st.integers(1, 17))
@example(0.5, 1)
@example(2.5, 1)
@example(0.00000005, 7)
@example(0.99999995, 7)
@example(999.99999995, 7)
@example(-1e-9, 7)
@example(9223372036854775807.0, 17)
@example(1.7976931348623157e308, 17)
@example(5e-324, 17)
@settings(max_examples=600, deadline=None)
def test_a_number_is_written_as_its_exact_value_rounded_once(value: float, decimals: int) -> None:
    expected = f"{value:.{decimals}f}"
    if not float(expected):
        expected = expected.lstrip("-")
    assert bytes(number_text.write_rows(np.array([[value]]), decimals, b"")).decode() == expected


def test_numbers_do_not_heed_the_locale() -> None:
    before = locale.setlocale(locale.LC_NUMERIC)
    for name in ("de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        break
    try:
        assert read("1234567890123456789012.5") == 1234567890123456789012.5
        assert bytes(number_text.write_rows(np.array([[1.5]]), 2, b"\n")) == b"1.50\n"
    finally:
        locale.setlocale(locale.LC_NUMERIC, before)


def test_what_has_no_text_is_refused() -> None:
    for value, decimals, said in (
        (np.nan, 7, "not finite"),
        (np.inf, 7, "not finite"),
        (1.0, 0, "1 to 17"),
        (1.0, 18, "1 to 17"),
    ):
        with pytest.raises(DataError, match=said):
            number_text.write_rows(np.array([[value]]), decimals, b"\n")


# Rows

TEXT = b"head 1 2\r\n\r\n 3\t4.25 \r\n5 6\r\n7 8 and more"


def test_rows_are_read_in_one_pass() -> None:
    found = number_text.read_rows(TEXT, 4, 3, 2, 1e15, 100)
    assert found.values.tolist() == [1, 2, 3, 4.25, 5, 6]
    assert (found.words, found.lines, found.full_lines, found.begun, found.decimals) == (10, 4, 3, 4, 2)
    assert (TEXT[: found.end], TEXT[found.beyond :]) == (b"head 1 2\r\n\r\n 3\t4.25 \r\n5 6", b"7 8 and more")
    assert (found.bad, found.odd_at, found.uneven_at) == (None, None, None)


def test_the_first_bad_word_is_found() -> None:
    found = number_text.read_rows(TEXT, 4, 5, 2, 1e15, 100)
    assert found.values.tolist() == [1, 2, 3, 4.25, 5, 6, 7, 8]
    assert (found.bad, found.bad_line, found.bad_column, found.words) == (8, 3, 2, 10)
    assert TEXT[found.bad_at :] == b"and more"
    assert (TEXT[found.uneven_at :], found.uneven_words) == (b"7 8 and more", 4)


def test_a_byte_that_no_text_has_is_found_between_wanted_words_only() -> None:
    text = b"1 \x002 3\x1a"
    assert number_text.read_rows(text, 0, 1, 3, 1e15, 1).odd_at == 2
    assert number_text.read_rows(text, 3, 1, 2, 1e15, 1).odd_at is None


def test_memory_is_taken_by_the_texts_length_not_by_the_rows_promised() -> None:
    found = number_text.read_rows(b"1 2 3", 0, 10**18, 10**6, 1e15, 1)
    assert found.values.tolist() == [1, 2, 3]


@pytest.mark.parametrize(("text", "start"), [(b"", 0), (b"", 9), (b"1 2", 3), (b"1 2", 99), (b" \n", 0)])
def test_a_text_without_rows_has_none(text: bytes, start: int) -> None:
    found = number_text.read_rows(text, start, 2, 3, 1e15, 1)
    assert (found.words, found.lines, len(found.values)) == (0, 0, 0)


def test_rows_start_with_their_lines_or_with_their_first_words() -> None:
    assert number_text.row_starts(TEXT, 4, 3, 2).tolist() == [4 + 1, 12, 22, 27]
    assert number_text.row_starts(b"1 2 3 4\n\n5 6", 0, 3, 2).tolist() == [0, 4, 9, 12]


def test_patching_changes_the_words_that_are_not_kept_alone() -> None:
    values = np.array([[1.5, -2], [3, 4]])
    kept = np.array([[True, False], [False, True]])
    assert (
        bytes(number_text.patch_rows(memoryview(b" 1.50\t2\r\n 33  4 \n"), values, kept, 2))
        == b" 1.50\t-2.00\r\n 3.00  4 \n"
    )


def test_new_rows_are_lines() -> None:
    rows = np.array([[1.0, -0.04], [1e20, 0.25]])
    assert bytes(number_text.write_rows(rows, 1, b"\r\n")) == b"1.0 0.0\r\n100000000000000000000.0 0.2\r\n"
    assert bytes(number_text.write_rows(np.empty((2, 0)), 1, b"\n")) == b"\n\n"
