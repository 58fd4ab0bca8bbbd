"""Score the output of natural-language parsers against gold.

    >>> import assay_eval
    >>> result = assay_eval.score("gold.conllu", "parser.conllu")   # doctest: +SKIP
    >>> result["las_f1"]                                            # doctest: +SKIP

Each function starts the binary that comes with the package, waits for its answer and
leaves nothing running. A `Worker` keeps one process for many calls.
"""
from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional

from ._errors import AssayError, BinaryNotFoundError, InputError, ObjectError, UsageError, WorkerError
from ._inputs import Input
from ._results import Comparison, Errors, Problem, Score
from ._worker import Worker, binary

__all__ = [
    "AssayError", "BinaryNotFoundError", "Comparison", "Errors", "Input", "InputError", "ObjectError", "Problem", "Score",
    "UsageError", "Worker", "WorkerError", "binary", "compare", "convert", "errors", "report", "score", "validate", "version",
]


def score(
    gold: Input,
    system: Input,
    metric: Optional[str] = None,
    *,
    by: Optional[str] = None,
    where: Optional[str] = None,
    rewrite: Optional[str] = None,
    **options: Any,
) -> Score:
    """Score a system against gold.

    `metric` is a measure or a score, such as "ud", "evalb:collins" or "las"; None chooses
    by format. `by` breaks down ("deprel,length=10"), `where` selects ("deprel=nsubj"),
    `rewrite` names modification rules. Other options are those of `assay score`, with _
    for -: punctuation="unicode", ci=True, on_error="skip".
    """
    with Worker() as worker:
        return worker.score(gold, system, metric, by=by, where=where, rewrite=rewrite, **options)


def compare(gold: Input, systems: Mapping[str, Input], metric: Optional[str] = None, **options: Any) -> Comparison:
    """Test whether systems differ. `systems` maps names to systems, two or more."""
    with Worker() as worker:
        return worker.compare(gold, systems, metric, **options)


def errors(gold: Input, system: Input, metric: Optional[str] = None, **options: Any) -> Errors:
    """List parser errors: their classes, confusions and every item."""
    with Worker() as worker:
        return worker.errors(gold, system, metric, **options)


def convert(source: Input, to: str, **options: Any) -> str:
    """Convert a treebank to another format and return the text."""
    with Worker() as worker:
        return worker.convert(source, to, **options)


def validate(source: Input, **options: Any) -> List[Problem]:
    """List every problem of a treebank; an empty list means none."""
    with Worker() as worker:
        return worker.validate(source, **options)


def report(gold: Input, systems: Mapping[str, Input], path: "Optional[os.PathLike[str] | str]" = None, **options: Any) -> str:
    """Return one HTML page with scores, tests, plots and sentences; write it to `path` too."""
    with Worker() as worker:
        return worker.report(gold, systems, path, **options)


def version() -> str:
    """Return the version of the binary."""
    with Worker() as worker:
        return worker.version
