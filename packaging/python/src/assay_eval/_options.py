"""The options of an evaluation. Written by the tests of cmd/assay from the table of study/option: do not edit."""
from __future__ import annotations

import os
from typing import Literal, Optional, Sequence, TypedDict, Union

Value = Union[str, int, float, "os.PathLike[str]"]


class Options(TypedDict, total=False):
    """The options of every function that scores, with _ for -; the measure is an argument of its own."""

    from_: Optional[Value]  # format of all files (default: by name and first bytes)
    gold_format: Optional[Value]  # format of the gold files
    system_format: Optional[Value]  # format of the system files
    repair: Optional[Literal["none", "format", "structure"]]  # how far answers of language models are repaired (default: structure, with the figures before it)
    params: Optional[Value]  # parameters of the measure (EVALB, EDM)
    check: Optional[Value]  # file or database of decisions of a human check: gives soft precision and recall
    spans: Optional[Value]  # how brackets are compared where tokens differ
    punctuation: Optional[Value]  # which tokens are punctuation
    root: Optional[Value]  # whether the root counts
    system_readings: Optional[Literal["parsed", "preferred"]]  # first readings of a treebanked system profile: the parser's or the annotator's
    train: Union[None, Value, Sequence[Value]]  # training data of the systems, for --by and --where known, train-frequency and known-tag
    jobs: Optional[int]  # number of cores (0 for all)
    prep: Union[None, Value, Sequence[Value]]  # change both sides first (assay help steps)
    as_: Optional[Literal["deps"]]  # convert constituents to dependencies first
    heads: Optional[Value]  # head table of --as deps: NAME|FILE[:KEY=VALUE]... (assay heads lists them)
    relations: Optional[Value]  # relation table of --as deps: NAME|FILE
    rewrite: Union[None, Value, Sequence[Value]]  # modification rules for both sides: a rule file, or the name of a built-in module
    rewrite_gold: Union[None, Value, Sequence[Value]]  # the same for gold only
    rewrite_system: Union[None, Value, Sequence[Value]]  # the same for the system only
    normalise: Union[None, Value, Sequence[Value]]  # rule modules for both sides (assay rewrite --list)
    strategy: Optional[Literal["fixpoint", "once"]]  # how rules are applied (default: as the rule file says)
    max_trees: Optional[int]  # most readings of a parse forest that rules unpack (1000 if not given)
    gold_heads: Optional[Value]  # head table of gold alone, which is converted to dependencies
    gold_relations: Optional[Value]  # relation table of gold alone
    gold_prep: Optional[Value]  # preprocessing of gold alone, instead of --prep
    system_heads: Optional[Value]  # head table of system alone, which is converted to dependencies
    system_relations: Optional[Value]  # relation table of system alone
    system_prep: Optional[Value]  # preprocessing of system alone, instead of --prep
    ignore_missing: Optional[Literal["gold", "system", "both"]]  # leave out sentences that this side lacks
    common: Optional[bool]  # only sentences that gold has and all systems can be scored on
    common_with: Union[None, Value, Sequence[Value]]  # only sentences of which this file has an analysis too; it is not scored
    align: Optional[Literal["auto", "order", "id", "text", "words"]]  # how sentences are paired
    on_error: Optional[Literal["count", "skip", "stop"]]  # how unscorable sentences count (default: as the measure says)
    where: Optional[Value]  # count only these items (assay help conditions)
    by: Union[None, Value, Sequence[Value]]  # break down by keys (assay help keys)
    rank: Optional[int]  # which analysis of a ranked list is scored, from 1
    pack: Optional[int]  # pack the first K analyses of each ranked list into a parse forest, after --as and rules
    oracle: Optional[Value]  # score the best of the first K analyses of each sentence, by the main score of the first metric or by SCORE


# Of a run, those that change what its drawings mark.
DRAWN = frozenset(
    (
        "align", "as_", "check", "from_", "gold_format", "gold_heads",
        "gold_prep", "gold_relations", "heads", "metric", "normalise", "pack",
        "params", "prep", "punctuation", "rank", "relations", "repair",
        "rewrite", "rewrite_gold", "rewrite_system", "root", "spans", "strategy",
        "system_format", "system_heads", "system_prep", "system_readings", "system_relations", "where",
    )
)
