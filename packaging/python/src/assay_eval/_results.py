from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Union

from ._errors import AssayError

if TYPE_CHECKING:
    from ._worker import Run


class Problem(NamedTuple):
    """A problem of a file, with its place."""

    sentence: str
    place: str
    text: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Problem":
        text = data.get("text") or data.get("problem") or ""
        return cls(str(data.get("sentence", "")), str(data.get("place", "")), str(text))


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float


class Drawing(str):
    """A drawing: the text of an SVG file, which a notebook shows as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def _frame(rows: "List[Dict[str, Any]]") -> Any:
    try:
        import pandas  # type: ignore[import]
    except ImportError as err:
        raise AssayError("to_pandas needs pandas, which is not installed") from err
    return pandas.DataFrame(rows)


class _Result:
    """The result of a command. Its tables come from the command, when they are looked at."""

    def __init__(self, data: Any, notes: List[str], run: "Run"):
        self.data = data
        self.notes = notes
        self._run = run
        self._forms: Dict[str, str] = {}

    def _form(self, name: str) -> str:
        if name not in self._forms:
            self._forms[name] = self._run.form(None if name == "text" else name)
        return self._forms[name]

    @property
    def table(self) -> str:
        """The table that the command prints."""
        return self._form("text").rstrip("\n")

    def __str__(self) -> str:
        return self.table

    def _repr_html_(self) -> str:
        return self._form("html")

    def save(self, path: "Union[str, os.PathLike[str]]") -> None:
        """Write the result to a file; its ending chooses the form: .json, .csv, .tsv, .md, .tex, .html, .txt."""
        self._run.again(output=os.fspath(path))


class Score(_Result, Mapping[str, float]):
    """The result of a run with one or more measures. It maps scores to values from 0 to 1 (an average such as
    average_crossing is itself). A score is named as in JSON (las_f1) or as papers write it (LAS).

    `scores` of the first measure, `rows` (one for each sentence), `groups` (with by=), `intervals` (with ci=True),
    `counts`, `signature`, `problems`; `main` is the name of the main score, and smaller values are better of the
    scores that `lower_is_better` names. `results` has all measures, `notes` are the lines that the command prints
    beside the figures. Rows, tables and drawings are computed when they are looked at.
    """

    def __init__(self, data: Dict[str, Any], notes: List[str], run: "Run"):
        super().__init__(data, notes, run)
        self.results: List[Dict[str, Any]] = data["results"]
        first = self.results[0]
        self.metric: str = first["metric"]
        self.signature: str = first["signature"]
        self.sentences: Dict[str, int] = first["sentences"]
        self.scores: Dict[str, Optional[float]] = first["scores"]
        self.counts: Dict[str, float] = first["counts"]
        self.main: str = first.get("main") or ""
        self.lower_is_better: List[str] = [name for r in self.results for name in r.get("lower_is_better") or []]
        self.groups: List[Dict[str, Any]] = first.get("groups") or []
        self.intervals: Dict[str, Interval] = {
            name: Interval(*ends) for name, ends in (first.get("intervals") or {}).items() if ends is not None
        }
        self.problems: List[Problem] = [Problem.of(p) for p in first.get("problems") or []]

    @property
    def rows(self) -> List[Dict[str, Any]]:
        """A dict for each sentence: its id, number, status, scores and counts."""
        return self._with_rows()[0]["per_sentence"] or []

    def _with_rows(self) -> List[Dict[str, Any]]:
        if any("per_sentence" not in r for r in self.results):
            again = self._run.data(per_sentence=True, ci=None)["results"]
            for r, other in zip(self.results, again):
                r["per_sentence"] = other.get("per_sentence") or []
        return self.results

    def name_of(self, score: str) -> str:
        """Return the name of a score in `scores`: las_f1 for LAS of the measure ud."""
        plain = score.strip().lower().replace(" ", "_").replace("-", "_")
        known = [name for r in self.results for name in r["scores"]]
        for name in (score, plain, plain + "_f1"):
            if name in known:
                return name
        raise KeyError(f"{score!r}; there are {', '.join(known)}")

    def __getitem__(self, name: str) -> float:
        name = self.name_of(name)
        value = next(r["scores"][name] for r in self.results if name in r["scores"])
        return float("nan") if value is None else float(value)

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __repr__(self) -> str:
        main = self.main if self.scores.get(self.main) is not None else next(iter(self.scores), "")
        value = self.scores.get(main)
        figure = "" if value is None else f" {main}={value:.4f}"
        return f"<Score {self.metric}:{figure}; {self.sentences.get('scored', 0)} sentences; {self.signature}>"

    def to_pandas(self, what: str = "scores") -> Any:
        """Return a DataFrame of "scores", "rows" (a line for each sentence) or "groups"."""
        if what == "scores":
            return _frame([{"metric": r["metric"], "score": k, "value": v} for r in self.results for k, v in r["scores"].items()])
        if what == "rows":
            return _frame([{"metric": r["metric"], "id": s["id"], "status": s["status"], **(s.get("scores") or {})}
                           for r in self._with_rows() for s in r["per_sentence"]])
        if what == "groups":
            return _frame([{"metric": r["metric"], "by": g["by"], "value": g["value"], **g["scores"]} for r in self.results for g in r.get("groups") or []])
        raise AssayError(f"want scores, rows or groups, found {what!r}")

    def drawing(self, sentence: int = 1) -> Drawing:
        """Return the drawing of a sentence of gold (counted from 1) as SVG. It marks what differs under
        the first measure."""
        return self._run.picture(sentence=sentence)

    def worst(self) -> int:
        """Return the number (from 1) of the gold sentence with the worst main score; 1 if none is scored."""
        sign = -1 if self.main in self.lower_is_better else 1
        scored = [(sign * row["scores"][self.main], int(row["number"])) for row in self.rows
                  if row["number"].isdigit() and (row.get("scores") or {}).get(self.main) is not None]
        return min(scored)[1] if scored else 1

    def _repr_html_(self) -> str:
        parts = [self._form("html")]
        try:
            number = self.worst()
            parts.append(f"<div>sentence {number}</div><div style='overflow-x:auto'>{self.drawing(number)}</div>")
        except AssayError as err:
            parts.append(f"<div>{html.escape(err.message)}</div>")
        return "".join(parts)


class Comparison(_Result):
    """The result of a comparison: `comparisons` has a dict for each pair and score."""

    def __init__(self, data: Dict[str, Any], notes: List[str], run: "Run"):
        super().__init__(data, notes, run)
        names = dict(zip((side.name for side in run.sides[1:]), run.names))
        self.comparisons: List[Dict[str, Any]] = data["comparisons"]
        for c in self.comparisons:
            for side in ("a", "b"):
                c[side] = names.get(c[side], c[side])
        self.systems: List[str] = [names.get(s, s) for s in data["systems"]]

    def __repr__(self) -> str:
        return f"<Comparison of {', '.join(self.systems)}: {len(self.comparisons)} tests>"

    def to_pandas(self) -> Any:
        """Return a DataFrame with a line for each pair of systems and score."""
        return _frame([{k: v for k, v in c.items() if not isinstance(v, (dict, list))} for c in self.comparisons])


class Errors(_Result):
    """Parser errors: `classes`, `confusions` and `items` of the first measure, `results` of all."""

    def __init__(self, data: Dict[str, Any], notes: List[str], run: "Run"):
        super().__init__(data, notes, run)
        self.results: List[Dict[str, Any]] = data["results"]
        first = self.results[0]
        self.classes: List[Dict[str, Any]] = first.get("classes") or []
        self.confusions: List[Dict[str, Any]] = first.get("confusions") or []
        self.items: List[Dict[str, Any]] = data.get("items") or first.get("items") or []

    def __repr__(self) -> str:
        return f"<Errors of {self.results[0]['metric']}: {len(self.items)} items in {len(self.classes)} classes>"

    def to_pandas(self, what: str = "items") -> Any:
        """Return a DataFrame of "items", "classes" or "confusions"."""
        if what not in ("items", "classes", "confusions"):
            raise AssayError(f"want items, classes or confusions, found {what!r}")
        return _frame(getattr(self, what))


class Table(_Result):
    """The result of a command that has one table: `rows` has a dict for each line."""

    def __init__(self, data: Any, notes: List[str], run: "Run", rows: str):
        super().__init__(data, notes, run)
        self.rows: List[Dict[str, Any]] = (data if isinstance(data, list) else data[rows]) or []

    def __repr__(self) -> str:
        return f"<Table of {self._run.command}: {len(self.rows)} rows>"

    def to_pandas(self) -> Any:
        """Return a DataFrame of the rows."""
        return _frame([{k: v for k, v in row.items() if not isinstance(v, dict)} for row in self.rows])


class Experiment(_Result):
    """Systems x treebanks x runs: `cells`, `macro` and `micro` of the first score, `results` of all scores,
    `comparisons` of two systems each (with baseline=), `missing` files with the reason, `warnings`.
    """

    def __init__(self, data: Dict[str, Any], notes: List[str], run: "Run"):
        super().__init__(data, notes, run)
        self.systems: List[str] = data["systems"]
        self.treebanks: List[str] = data["treebanks"]
        self.runs: List[str] = data["runs"]
        self.results: List[Dict[str, Any]] = data["results"]
        first = self.results[0]
        self.metric: str = first["metric"]
        self.score: str = first["score"]
        self.signature: str = first["signature"]
        self.cells: List[Dict[str, Any]] = first["cells"]
        self.macro: List[Dict[str, Any]] = first["macro"]
        self.micro: List[Dict[str, Any]] = first["micro"]
        self.comparisons: List[Dict[str, Any]] = data.get("comparisons") or []
        self.missing: List[Dict[str, Any]] = data["missing"]
        self.warnings: List[Dict[str, Any]] = data["warnings"]

    def __repr__(self) -> str:
        return f"<Experiment: {self.score} of {', '.join(self.systems)} on {', '.join(self.treebanks)}>"

    def to_pandas(self, what: str = "cells") -> Any:
        """Return a DataFrame of "cells", "macro" or "micro" averages of all scores, or of "comparisons"."""
        if what == "comparisons":
            lines = self.comparisons
        elif what in ("cells", "macro", "micro"):
            lines = [{"score": r["score"], **line} for r in self.results for line in r[what]]
        else:
            raise AssayError(f"want cells, macro, micro or comparisons, found {what!r}")
        return _frame([{k: v for k, v in line.items() if not isinstance(v, (dict, list))} for line in lines])
