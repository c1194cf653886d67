import tomllib

import pytest

from footpipe.graph.places import find_places

TEXT = '''footpipe = 1 # a comment with "quotes" and [brackets]
plugins = ["a.py", 'b.py', ]

[vars]
shot = "sh\\"020"          # "
day = 1979-05-27 07:32:00
text = """first
"second" """""
plain = \'\'\'it's # no comment\'\'\'
deep = [ # comment ]
  [1, 2.5e3], { x = [true] },
]
[rigs.hero]
limbs.left = { hip = "L", knee = "K", axis = [1, -2.0, [3]] }
limbs."ri.ght".hip = 'x'
[nodes."a b"]
x.y = true
x.z = inf
[[list.of]]
c=1
[[list.of]]
c=2
[list.of.d]
e = 3
[[list.of.inner]]
f = 4
'''


def entries(value, path=()):
    """Every key and item in a document, with its value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key), item
        yield from entries(item, (*path, key))


def test_every_key_and_value_is_found_where_it_stands():
    spots = find_places(TEXT)
    found = dict(entries(tomllib.loads(TEXT)))
    assert set(found) == set(spots)
    for path, value in found.items():
        if not isinstance(value, dict | list):
            assert tomllib.loads(f"v = {TEXT[slice(*spots[path].value)]}")["v"] == value
        if isinstance(path[-1], str):
            key = TEXT[slice(*spots[path].key)]
            assert next(iter(tomllib.loads(f"{key} = 0"))) == path[-1]


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("nodes", "a b"), '"a b"', '[nodes."a b"]'),
        (("nodes", "a b", "x"), "x", "true"),
        (("rigs", "hero", "limbs", "left"), "left", '{ hip = "L", knee = "K", axis = [1, -2.0, [3]] }'),
        (("rigs", "hero", "limbs", "left", "axis", 1), "-2.0", "-2.0"),
        (("rigs", "hero", "limbs", "ri.ght"), '"ri.ght"', "'x'"),
        (("list", "of", 1, "c"), "c", "2"),
        (("list", "of", 1, "inner", 0, "f"), "f", "4"),
        (("vars", "deep", 1, "x", 0), "true", "true"),
    ],
)
def test_a_spot_spans_the_key_and_the_value(path, key, value):
    spot = find_places(TEXT)[path]
    assert TEXT[slice(*spot.key)] == key
    assert TEXT[slice(*spot.value)] == value


def test_an_empty_text_has_no_places():
    assert find_places("") == {}
    assert find_places("\n  # nothing\n") == {}
