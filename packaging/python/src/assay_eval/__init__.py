"""Score the output of natural-language parsers against gold.

    >>> import assay_eval
    >>> result = assay_eval.score("gold.conllu", "parser.conllu")   # doctest: +SKIP
    >>> print(result)                                               # doctest: +SKIP
    >>> result["LAS"]                                               # doctest: +SKIP

Each function starts the binary that comes with the package, waits for its answer and
leaves nothing running. A `Worker` keeps one process for many calls.
"""
from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._errors import (
    AssayError, BinaryNotFoundError, InputError, MissingFileError, ObjectError, UsageError, WorkerError,
)
from ._inputs import Input, named, resolve
from ._options import Options
from ._results import Comparison, Drawing, Errors, Experiment, Interval, Problem, Score, Table
from ._worker import Option, Worker, binary

__all__ = [
    "AssayError", "BinaryNotFoundError", "Comparison", "Drawing", "Errors", "Experiment", "Input", "InputError",
    "Interval", "MissingFileError", "ObjectError", "Option", "Options", "Problem", "Score", "Table", "UsageError", "Worker", "WorkerError",
    "agree", "binary", "compare", "convert", "errors", "experiment", "formats", "heads", "help", "merge", "metrics", "report",
    "rewrite", "run", "score", "show", "slices", "suspects", "validate", "version",
]


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from importlib.metadata import version as installed

        return installed("assay-eval")
    except ImportError:  # PackageNotFoundError is one: this is a checkout
        return version()


def score(
    gold: Input,
    system: Input,
    metric: Optional[str] = None,
    *,
    by: Option = None,
    where: Option = None,
    rewrite: Option = None,
    **options: Option,
) -> Score:
    """Score a system against gold.

    `metric` is a measure or a score, such as "ud", "evalb:collins" or "las"; None chooses
    by format. `by` breaks down ("deprel,length=10"), `where` selects ("deprel=nsubj"),
    `rewrite` names modification rules. Other options are those of `assay score`, with _
    for -: punctuation="unicode", ci=True, on_error="skip".
    """
    with Worker() as worker:
        return worker.scored(gold, system, {**options, "metric": metric, "by": by, "where": where, "rewrite": rewrite})


def compare(gold: Input, systems: Mapping[str, Input], metric: Optional[str] = None, **options: Option) -> Comparison:
    """Test whether systems differ. `systems` maps names to systems, two or more; every two are compared,
    unless `baseline` names one ("next" is a ranking)."""
    with Worker() as worker:
        return worker.compare(gold, systems, metric, **options)


def experiment(
    table: "Optional[Union[str, os.PathLike[str]]]" = None, metric: Optional[str] = None, *, baseline: Optional[str] = None, **options: Option
) -> Experiment:
    """Score systems x treebanks x runs. `table` is a TSV file, or runs="out/{system}/{treebank}.conllu" and
    gold="gold/{treebank}.conllu" are patterns of paths. `baseline` names a system, "all" or "next", and asks
    for tests. A file that cannot be read is in `missing`; missing="stop" makes it an error."""
    with Worker() as worker:
        return worker.experiment({**options, "table": table, "metric": metric, "baseline": baseline})


def run(description: "Union[str, os.PathLike[str]]", metric: Optional[str] = None, **options: Option) -> Experiment:
    """Run the parsers that a TOML file describes, where runs are missing or have changed, and score and test the outputs.
    A run that failed is in `missing` with its reason; retry=True starts it again. No pages are made."""
    with Worker() as worker:
        return worker.run(description, {**options, "metric": metric})


def errors(gold: Input, system: Input, metric: Optional[str] = None, **options: Option) -> Errors:
    """List parser errors: their classes, confusions and every item."""
    with Worker() as worker:
        return worker.errors(gold, system, metric, **options)


def slices(gold: Input, system: Input, metric: Optional[str] = None, **options: Option) -> Table:
    """Find conditions under which errors gather."""
    sides = [resolve(gold, "gold"), resolve(system, "system")]
    with Worker() as worker:
        return worker.table("slices", sides, "slices", {**options, "metric": metric})


def suspects(gold: Input, systems: Optional[Mapping[str, Input]] = None, **options: Option) -> Table:
    """List items of gold that are probably wrong."""
    sides = [resolve(gold, "gold"), *(named(systems) if systems else [])]
    with Worker() as worker:
        return worker.table("suspects", sides, "", options, tuple(systems or ()))


def agree(annotators: Mapping[str, Input], metric: Optional[str] = None, **options: Option) -> Table:
    """Measure the agreement of annotators, without gold. `annotators` maps names to annotations, two or more."""
    with Worker() as worker:
        return worker.table("agree", named(annotators), "scores", {**options, "metric": metric})


def merge(rows: "Sequence[Union[str, os.PathLike[str]]]", **options: Option) -> Table:
    """Put scores together from files of rows, which score(..., rows=FILE) writes."""
    with Worker() as worker:
        return worker.table("merge", [resolve(os.fspath(path), "rows") for path in rows], "results", options)


def convert(source: Input, to: str, **options: Option) -> str:
    """Convert a treebank to another format and return the text."""
    with Worker() as worker:
        return worker.convert(source, to, **options)


def rewrite(rules: "Union[str, os.PathLike[str]]", source: Input, **options: Option) -> str:
    """Apply modification rules, a file or the name of a module, and return the text."""
    with Worker() as worker:
        return worker.rewrite(rules, source, **options)


def show(gold: Input, system: Optional[Input] = None, sentence: int = 1, **options: Option) -> Drawing:
    """Draw a sentence (counted from 1) as SVG; with a system, gold and system in one, differences marked."""
    with Worker() as worker:
        return worker.drawing(gold, system, sentence, **options)


def validate(source: Input, **options: Option) -> List[Problem]:
    """List every problem of a treebank; an empty list means none."""
    with Worker() as worker:
        return worker.validate(source, **options)


def report(gold: Input, systems: Mapping[str, Input], path: "Optional[Union[str, os.PathLike[str]]]" = None, **options: Option) -> str:
    """Return one HTML page with scores, tests, plots and sentences; write it to `path` too."""
    with Worker() as worker:
        return worker.report(gold, systems, path, **options)


def metrics() -> List[Dict[str, Any]]:
    """List the measures: their names, titles, sources, presets, options and scores."""
    return _listed("metrics")


def formats() -> List[Dict[str, Any]]:
    """List the formats: their names, what they hold, and whether assay writes them."""
    return _listed("formats")


def heads() -> List[Dict[str, Any]]:
    """List the head tables."""
    return _listed("heads")


def _listed(command: str) -> List[Dict[str, Any]]:
    with Worker() as worker:
        return list(json.loads(worker.text(command, "--format=json")))


def help(name: str = "") -> str:
    """Return the help about a measure, a score, a command or a topic: print(help("las"))."""
    with Worker() as worker:
        return worker.text("help", *([name] if name else []))


def version() -> str:
    """Return the version of the binary."""
    with Worker() as worker:
        return worker.version
