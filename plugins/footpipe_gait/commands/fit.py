"""`footpipe gait fit`: a style from clips."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from footpipe import DataError, log, replacing

if TYPE_CHECKING:
    from footpipe_gait.samples import Sample
    from footpipe_gait.train import Progress

Shown = tuple[float | None, float | None, float | None]  # step, time, stance


def fit(
    sources: Annotated[
        list[Path], typer.Argument(metavar="CLIP...", help="Clips, or CSV files of curves.", show_default=False)
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="STYLE", help="The style's TOML.", show_default=False)],
    begin: Annotated[str, typer.Option("--from", metavar="STYLE", help="The style to begin with.")] = "walk",
    loader: Annotated[
        list[str],
        typer.Option("--set", metavar="NAME=VALUE", help="A loader's value, as unit=0.039. May be given again."),
    ] = [],  # noqa: B006
    labels: Annotated[Path | None, typer.Option("--labels", metavar="CSV", help="Contacts of the one clip.")] = None,
    freeze: Annotated[
        list[str], typer.Option("--freeze", metavar="NAME", help="What stays, as contact.hip. May be given again.")
    ] = [],  # noqa: B006
    starts: Annotated[int, typer.Option("--starts", metavar="N", min=1, help="Starts, all but one at random.")] = 3,
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="Rounds of each start, at most.")] = 12,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of what is random.")] = 0,
    step: Annotated[float | None, typer.Option("--step", metavar="M", help="Of curves: m, of a leg of .9 m.")] = None,
    time: Annotated[float | None, typer.Option("--time", metavar="S", help="Of curves: time of a stride, s.")] = None,
    stance: Annotated[float | None, typer.Option("--stance", metavar="SHARE", help="Of curves: in stance.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show Python's traceback of an error.")] = False,
) -> None:
    """Learn a style from clips: how a figure walks there.

    Strides are cut where feet land, by the clip's contacts, by labels, or by what detect.adaptive finds; a quarter of
    them is held back. The style is fitted to the others as the controller walks them, from several starts; the one
    that is nearest to those held back is written. Prints how far it is from both, before and after. Where feet slide,
    fix the clip first.

    \b
    footpipe gait fit walk.bvh -o my_walk.toml
    footpipe gait fit slow.bvh fast.bvh -o both.toml --freeze contact --freeze passing.knee
    footpipe gait fit small.bvh -o small.toml --set unit=0.039
    footpipe gait fit curves.csv -o laboratory.toml --step 0.65 --time 1.1 --stance 0.6
    """
    from footpipe_gait.fit import comparison, learn
    from footpipe_gait.style_read import read_style
    from footpipe_gait.style_write import style_toml
    from footpipe_gait.walk import find_style

    first = find_style(begin)
    samples = _samples(sources, _values(loader), labels, seed, (step, time, stance))
    with _progress(quiet) as progress:
        style = learn(samples, first, out.stem, freeze, starts=starts, rounds=rounds, seed=seed, progress=progress)
    names = ", ".join(source.name for source in sources)
    with replacing(out) as file:
        file.write(style_toml(style, f"Learned from {names} by footpipe gait fit.").encode())
    report = comparison(samples, first, read_style(out))
    log.info("wrote %s", out)
    typer.echo(dumps(report.as_json(), indent=2) if json else report)


def _values(given: Sequence[str]) -> dict[str, Any]:
    """Parameters by name, of texts such as "unit=0.039": a value as in TOML, else as a word."""
    values = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise DataError(f"--set {text} has no value", help="write NAME=VALUE, such as unit=0.039")
        try:
            values[name] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            values[name] = value
    return values


def _samples(
    sources: Sequence[Path], loader: Mapping[str, Any], labels: Path | None, seed: int, shown: Shown
) -> list[Sample]:
    import numpy as np

    from footpipe_gait.samples import sample_of_clip, sample_of_curves

    if labels is not None and len(sources) > 1:
        raise DataError("labels are of one clip", help="fit it alone, or let the contacts be found")
    rng = np.random.default_rng(seed)
    return [
        sample_of_curves(path, *shown) if path.suffix == ".csv" else sample_of_clip(path, labels, rng, loader)
        for path in sources
    ]


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress | None]:
    """A bar on a terminal's stderr; None where there is none to draw."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        yield lambda done, whole, cost: bar.update(task, completed=done, total=whole, description=f"cost {cost:.2f}")
