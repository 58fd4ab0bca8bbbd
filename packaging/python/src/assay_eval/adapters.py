"""Adapters for other libraries. None of them is imported here."""
from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Optional, Sequence

from ._inputs import Input, Text, resolve
from ._results import Score
from ._worker import Option, Worker


class EvaluateMetric:
    """A metric with the methods of Hugging Face `evaluate`: add, add_batch, compute.

    Predictions and references are sentences: bracketed trees, CoNLL-U blocks, PENMAN
    graphs, or objects that `assay_eval.score` takes.

        metric = EvaluateMetric("ud")
        metric.add_batch(predictions=[...], references=[...])
        metric.compute()                       # {"las_f1": 0.8304, ...}
    """

    def __init__(self, metric: Optional[str] = None, **options: Option):
        self.name = "assay" if metric is None else "assay/" + metric
        self._metric, self._options = metric, options
        self._predictions: List[Any] = []
        self._references: List[Any] = []

    def add(self, *, prediction: Any, reference: Any) -> None:
        self.add_batch(predictions=[prediction], references=[reference])

    def add_batch(self, *, predictions: Iterable[Any], references: Iterable[Any]) -> None:
        new, gold = list(predictions), list(references)
        if len(new) != len(gold):
            raise ValueError(f"want as many predictions as references, found {len(new)} and {len(gold)}")
        self._predictions += new
        self._references += gold

    def compute(self, *, predictions: Optional[Iterable[Any]] = None, references: Optional[Iterable[Any]] = None, **options: Option) -> Dict[str, Any]:
        if (predictions is None) != (references is None):
            raise ValueError("want both predictions and references")
        if predictions is not None and references is not None:
            self.add_batch(predictions=predictions, references=references)
        gold, system = self._references, self._predictions
        self._predictions, self._references = [], []
        with Worker() as worker:
            result = worker.scored(gold, system, {"metric": self._metric, **self._options, **options})
        return {**{k: v for k, v in result.scores.items() if v is not None}, "signature": result.signature}


def spacy_scorer(examples: Iterable[Any], metric: str = "ud", **options: Option) -> Dict[str, Any]:
    """Score spaCy examples: the scorer of a pipeline component.

    Each example has a `reference` and a `predicted` Doc. The names of the scores get
    the prefix "assay_"; spaCy's training loop can then weigh them.
    """
    pairs = list(examples)
    if not pairs:
        return {}
    with Worker() as worker:
        result = worker.scored([e.reference for e in pairs], [e.predicted for e in pairs], {**options, "metric": metric})
    return {"assay_" + name: value for name, value in result.scores.items()}


def make_spacy_scorer() -> Callable[..., Dict[str, Any]]:
    """Return spacy_scorer: the factory that spaCy's registry wants."""
    return spacy_scorer


class DevCallback:
    """Scores a development set again and again during training, in one process.

        with DevCallback(dev_gold, "ud", watch="LAS", patience=5) as dev:
            for epoch in range(100):
                train(...)
                result = dev(parse(dev_sentences))
                if dev.best_is_last: save(...)
                if dev.stop: break

    `history` has the value of `watch`, by default the measure's main score, after each call.
    `stop` is true after `patience` calls without a better value (a smaller one, if `watch` is
    an error rate or another score of which less is better).
    """

    def __init__(self, gold: Input, metric: Optional[str] = None, *, watch: Optional[str] = None, patience: int = 0, **options: Option):
        text = resolve(gold, "gold")
        if not text.in_memory:
            with open(text.name, "rb") as f:
                text = Text(text.name, f.read(), True)
        self._gold, self._metric, self._options = text, metric, options
        self._worker = Worker()
        self.watch, self.patience = watch, patience
        self.history: List[float] = []
        self.best: Optional[float] = None
        self.best_is_last = False
        self._since = 0

    def __call__(self, system: Input) -> Score:
        result = self._worker.scored(self._gold, system, {**self._options, "metric": self._metric}, keep_gold=True)
        if self.watch is None:
            self.watch = result.main
        value, name = result[self.watch], result.name_of(self.watch)
        self.history.append(value)
        sign = -1 if name in result.lower_is_better else 1
        self.best_is_last = self.best is None or sign * value > sign * self.best
        if self.best_is_last:
            self.best, self._since = value, 0
        else:
            self._since += 1
        return result

    @property
    def stop(self) -> bool:
        return self.patience > 0 and self._since >= self.patience

    def close(self) -> None:
        self._worker.close()

    def __enter__(self) -> "DevCallback":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


__all__: Sequence[str] = ["DevCallback", "EvaluateMetric", "make_spacy_scorer", "spacy_scorer"]
