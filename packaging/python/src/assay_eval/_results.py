from __future__ import annotations

import html
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence

from ._errors import AssayError


class Problem(NamedTuple):
    """A problem of a file, with its place."""

    sentence: str
    place: str
    text: str

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Problem":
        text = data.get("text") or data.get("problem") or ""
        return cls(str(data.get("sentence", "")), str(data.get("place", "")), str(text))


def _frame(rows: "List[Dict[str, Any]]") -> Any:
    try:
        import pandas
    except ImportError as err:
        raise AssayError("to_pandas needs pandas, which is not installed") from err
    return pandas.DataFrame(rows)


def _table(rows: "Sequence[Sequence[Any]]", heads: Sequence[str]) -> str:
    def cell(value: Any) -> str:
        if isinstance(value, float):
            return f"<td style='text-align:right'>{value:.2f}</td>"
        return f"<td style='text-align:left'>{html.escape(str(value))}</td>"

    head = "".join(f"<th style='text-align:left'>{html.escape(h)}</th>" for h in heads)
    body = "".join("<tr>" + "".join(cell(v) for v in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Score(Mapping[str, float]):
    """The result of a run with one or more measures. It maps scores to values from 0 to 1.

    `scores` of the first measure, `rows` (one for each sentence), `groups` (with by=),
    `counts`, `signature`, `problems`; `main` is the name of the main score, and smaller values
    are better of the scores that `lower_is_better` names. `results` has all measures, `notes` are the lines
    that the command prints beside the figures.
    """

    def __init__(self, data: Dict[str, Any], notes: str, draw: Callable[[str], str]):
        self.data = data
        self.notes: List[str] = notes.splitlines()
        self._draw = draw
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
        self.rows: List[Dict[str, Any]] = first.get("per_sentence") or []
        self.problems: List[Problem] = [Problem.of(p) for p in first.get("problems") or []]

    def __getitem__(self, name: str) -> float:
        for r in self.results:
            if name in r["scores"]:
                value = r["scores"][name]
                return float("nan") if value is None else float(value)
        raise KeyError(f"{name!r}; there are {', '.join(n for r in self.results for n in r['scores'])}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.scores)

    def __len__(self) -> int:
        return len(self.scores)

    def __repr__(self) -> str:
        known = [k for k, v in self.scores.items() if v is not None]
        main = [k for k in dict.fromkeys([self.main, "las_f1", "uas_f1", "las", "uas", "f1", "smatch"]) if k in known] or known[:3]
        figures = ", ".join(f"{k}={100 * (self.scores[k] or 0):.2f}" for k in main)
        return f"<Score {self.metric}: {figures}; {self.signature}>"

    def to_pandas(self, what: str = "scores") -> Any:
        """Return a DataFrame of "scores", "rows" (a line for each sentence) or "groups"."""
        if what == "scores":
            return _frame([{"metric": r["metric"], "score": k, "value": v} for r in self.results for k, v in r["scores"].items()])
        if what == "rows":
            return _frame([{"metric": r["metric"], "id": s["id"], "status": s["status"], **(s.get("scores") or {})} for r in self.results for s in r.get("per_sentence") or []])
        if what == "groups":
            return _frame([{"metric": r["metric"], "by": g["by"], "value": g["value"], **g["scores"]} for r in self.results for g in r.get("groups") or []])
        raise AssayError(f"want scores, rows or groups, found {what!r}")

    def drawing(self, sentence: int = 1) -> str:
        """Return the drawing of a sentence of gold (counted from 1) as SVG. It marks what differs under
        the first measure."""
        return self._draw(str(sentence))

    def worst(self) -> int:
        """Return the number (from 1) of the gold sentence with the worst main score; 1 without rows."""
        sign = -1 if self.main in self.lower_is_better else 1
        scored = [(sign * row["scores"][self.main], int(row["number"])) for row in self.rows
                  if row["number"].isdigit() and (row.get("scores") or {}).get(self.main) is not None]
        return min(scored)[1] if scored else 1

    def _repr_html_(self) -> str:
        parts = []
        for r in self.results:
            parts.append(f"<b>{html.escape(r['metric'])}</b>")
            parts.append(_table([(k, 100 * v) for k, v in r["scores"].items() if v is not None], ["score", "%"]))
            parts.append(f"<small>cite: {html.escape(r['signature'])}</small>")
        try:
            number = self.worst()
            parts.append(f"<div>sentence {number}</div><div style='overflow-x:auto'>{self.drawing(number)}</div>")
        except AssayError as err:
            parts.append(f"<div>{html.escape(err.message)}</div>")
        return "".join(parts)


class Comparison:
    """The result of a comparison: `comparisons` has a dict for each pair and score."""

    def __init__(self, data: Dict[str, Any], notes: str, names: Mapping[str, str]):
        self.data = data
        self.notes: List[str] = notes.splitlines()
        self.comparisons: List[Dict[str, Any]] = data["comparisons"]
        for c in self.comparisons:
            for side in ("a", "b"):
                c[side] = names.get(c[side], c[side])
        self.systems: List[str] = [names.get(s, s) for s in data["systems"]]

    def to_pandas(self) -> Any:
        """Return a DataFrame with a line for each pair of systems and score."""
        return _frame([{k: v for k, v in c.items() if not isinstance(v, (dict, list))} for c in self.comparisons])

    def _repr_html_(self) -> str:
        rows = [(c["a"], c["b"], c["score"], 100 * c["value_a"], 100 * c["value_b"], f"{c.get('p_adjusted', c.get('p')):.4g}") for c in self.comparisons if c.get("p") is not None]
        return _table(rows, ["a", "b", "score", "a %", "b %", "p adjusted"])


class Errors:
    """Parser errors: `classes`, `confusions` and `items` of the first measure, `results` of all."""

    def __init__(self, data: Dict[str, Any], notes: str):
        self.data = data
        self.notes: List[str] = notes.splitlines()
        self.results: List[Dict[str, Any]] = data["results"]
        first = self.results[0]
        self.classes: List[Dict[str, Any]] = first.get("classes") or []
        self.confusions: List[Dict[str, Any]] = first.get("confusions") or []
        self.items: List[Dict[str, Any]] = data.get("items") or first.get("items") or []

    def to_pandas(self, what: str = "items") -> Any:
        """Return a DataFrame of "items", "classes" or "confusions"."""
        if what not in ("items", "classes", "confusions"):
            raise AssayError(f"want items, classes or confusions, found {what!r}")
        return _frame(getattr(self, what))

    def _repr_html_(self) -> str:
        return _table([(c.get("class"), c.get("errors")) for c in self.classes[:20]], ["class", "errors"])
