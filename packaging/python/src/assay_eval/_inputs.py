"""What users give as gold and system: paths, texts, or objects of other libraries.

Objects are known by their attributes; nothing is imported.
"""
from __future__ import annotations

import glob
import os
import re
import warnings
from typing import (
    IO, Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Tuple, Union,
)

from ._errors import ObjectError, UsageError


class TreeLike(Protocol):
    """What assay wants of an nltk.Tree; its children are trees and words."""

    def label(self) -> object: ...

    def leaves(self) -> Sequence[object]: ...

    def __iter__(self) -> Iterator[object]: ...


class TokenListLike(Protocol):
    """What assay wants of a conllu.TokenList."""

    def serialize(self) -> str: ...


class DocLike(Protocol):
    """What assay wants of a spaCy Doc."""

    @property
    def sents(self) -> Iterable[object]: ...


class DocumentLike(Protocol):
    """What assay wants of a Stanza Document."""

    @property
    def sentences(self) -> Iterable[object]: ...


class GraphLike(Protocol):
    """What assay wants of a penman.Graph."""

    @property
    def triples(self) -> Iterable[object]: ...

    @property
    def top(self) -> object: ...


Sentence = Union[
    str, TreeLike, TokenListLike, DocLike, DocumentLike, GraphLike,
    Sequence[str], Sequence[Tuple[object, ...]], Sequence[Mapping[str, object]], Mapping[str, object], Tuple[Sequence[int], Sequence[str]],
]
Input = Union[bytes, "os.PathLike[str]", "IO[str]", "IO[bytes]", Sentence, Iterable[Sentence]]


class Text(NamedTuple):
    """A file for assay: a path, or a name and the bytes of a text in memory."""

    name: str
    data: bytes
    in_memory: bool
    lengths: Tuple[int, ...] = ()  # of the sentences, where their words are not known and only their number can be compared
    state: Tuple[int, ...] = ()  # of a file when it was named: later runs want the same
    path: str = ""  # of a file that is called by another name, that of its system
    count: int = 0  # sentences of a list; 0 where it is not known
    heads: bool = False  # heads and relations alone, without words and tags

    @property
    def place(self) -> str:
        """The path of a file."""
        return self.path or self.name


def resolve(source: Union[Input, Text], role: str) -> Text:
    """Return the file or text that `source` stands for. `role` names it in messages."""
    if isinstance(source, Text):
        return source
    if not isinstance(source, (str, bytes, os.PathLike)) and callable(getattr(source, "read", None)):
        source = source.read()  # type: ignore[union-attr]
    if isinstance(source, bytes):
        return Text(role, source, True)
    if isinstance(source, str):
        if not source:
            raise ObjectError(f"{role}: want a path, a text or sentences, found an empty str")
        return _path(source) if _is_path(source) else Text(role, source.encode(), True)
    if isinstance(source, os.PathLike):
        return _path(os.fspath(source))
    if not _is_labels(source) and _kind(source) is not None:
        sentences: List[Any] = [source]
    elif _has(source, "iloc", "columns"):
        raise ObjectError(
            f"{role}: want a treebank, found {_an(source)}",
            "make a list of sentences of it: [list(zip(rows.word, rows.label)) for _, rows in frame.groupby('sentence', sort=False)]",
        )
    elif isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise ObjectError(f"{role}: want a treebank, found {_an(source)}", _wanted)
    else:
        sentences = list(source)
    if not sentences:
        raise ObjectError(f"{role}: want sentences, found an empty {_type(source)}")
    if all(isinstance(s, str) for s in sentences):
        if all(_is_path(s) and os.path.exists(s) for s in sentences):
            raise ObjectError(
                f"{role}: want one treebank, found a list of {len(sentences)} path{'s' if len(sentences) > 1 else ''}",
                "compare(gold, {'a': 'a.conllu', 'b': 'b.conllu'}) takes several systems; a folder or a pattern names several files of one",
            )
        if all(_label.match(s) for s in sentences):
            raise ObjectError(f"{role}: want a list of sentences, found the labels of one", "put the labels of each sentence into a list: [['B-PER', 'O']]")
        end = "\n\n" if any("\t" in s for s in sentences) else "\n"
        return Text(role, "".join(s.rstrip("\n") + end for s in sentences).encode(), True, count=len(sentences))
    return _written(sentences, role)


def _written(sentences: Sequence[Any], role: str) -> Text:
    """Return the text of objects, all of one kind."""
    if isinstance(sentences[0], str):  # not all are, and the first is no fault
        number, other = next((n, s) for n, s in enumerate(sentences, 1) if not isinstance(s, str))
        raise ObjectError(f"{role}: element {number} is {_an(other)}, which is another kind of sentence than the str before it", _wanted)
    kind = _kind(sentences[0])
    if kind is None:
        raise ObjectError(f"{role}: element 1 is {_an(sentences[0])}, which is no tree, sentence or graph that assay knows", _wanted)
    parts: List[str] = []
    for number, sentence in enumerate(sentences, 1):
        if _kind(sentence) is not kind and type(sentence) is not type(sentences[0]):
            raise ObjectError(f"{role}: element {number} is {_an(sentence)}, which is another kind of sentence than the {_type(sentences[0])} before it", _wanted)
        try:
            parts.append(kind.write(sentence))
            if _kind(sentence) is not kind:
                raise ValueError(f"want a sentence like those before it, found {str(sentence)[:60]}")
        except (AttributeError, TypeError, ValueError, KeyError, IndexError) as err:
            fault = f"{err} is missing" if isinstance(err, KeyError) else str(err)
            raise ObjectError(f"{role}: element {number} ({_type(sentence)}): {fault}") from err
    lengths = tuple(part.rstrip("\n").count("\n") + 1 for part in parts) if kind.wordless else ()
    return Text(role + kind.ending, "".join(parts).encode(), True, lengths, count=len(parts), heads=kind.write is _heads)


def check_lengths(sides: Sequence[Text]) -> None:
    """Labels or heads without words must be as many on both sides, sentence by sentence."""
    for gold, system in ((sides[0], side) for side in sides[1:]):
        if not gold.lengths or not system.lengths:
            continue
        for number, (a, b) in enumerate(zip(gold.lengths, system.lengths), 1):
            if a != b:
                raise ObjectError(f"sentence {number} has {a} words in gold, {b} in {os.path.splitext(system.name)[0]}")
        if len(gold.lengths) != len(system.lengths):
            raise ObjectError(f"gold has {len(gold.lengths)} sentences, {os.path.splitext(system.name)[0]} has {len(system.lengths)}")


def warn_of_counts(sides: Sequence[Text]) -> None:
    """Lists with other numbers of sentences than gold's are scored; a warning says so, because a figure alone does not."""
    for side in sides[1:]:
        if sides[0].count and side.count and side.count != sides[0].count:
            name = os.path.splitext(side.name)[0]
            warnings.warn(f"gold has {sides[0].count} sentences, {name} has {side.count}: see notes and sentences of the result", stacklevel=4)


def default_metric(sides: Sequence[Text]) -> Optional[str]:
    """Heads without words and tags have no other measure than attachment."""
    return "attachment" if all(side.heads for side in sides) else None


def _path(name: str) -> Text:
    return Text(name, b"", False, (), state_of(name))


def state_of(name: str) -> Tuple[int, ...]:
    """Return the numbers that change with a file; () for one that is not there."""
    try:
        found = os.stat(name)
    except (OSError, ValueError):
        return ()
    return (found.st_mtime_ns, found.st_size, found.st_ino)


def named(systems: Mapping[str, Input]) -> List[Text]:
    """Resolve several systems, which get the names of the mapping."""
    if not isinstance(systems, Mapping) or not systems:
        raise UsageError("want systems as a mapping of names to systems, such as {'a': 'a.conllu', 'b': 'b.conllu'}")
    out: List[Text] = []
    for name, system in systems.items():
        if not isinstance(name, str) or not name or name.startswith("-"):
            raise UsageError(f"want the name of a system, found {name!r}")
        text = resolve(system, name)
        out.append(text if text.in_memory or text.name == "-" else text._replace(name=name, path=text.name))
    return out


_wanted = (
    "want a path, a text, a file, or a list of nltk.Tree, conllu.TokenList, spaCy Doc, Stanza documents, penman graphs,"
    " dicts, lists of labels or (word, tag, head, relation) tuples"
)

_label = re.compile(r"(O|[BIESLU]-\S+)$")


def _type(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__name__}".replace("builtins.", "")


def _an(value: Any) -> str:
    name = _type(value)
    return ("an " if name[0] in "aeiou" else "a ") + name


def _is_path(text: str) -> bool:
    """Texts have a line break, or are one bracketed sentence; all else is a path."""
    if "\n" in text:
        return False
    if os.path.exists(text) or glob.has_magic(text) and glob.glob(text):
        return True
    return not text.lstrip().startswith(("(", "[", "{"))


class _Kind(NamedTuple):
    ending: str  # for the name, so that assay knows the format
    fits: Callable[[Any], bool]
    write: Callable[[Any], str]
    wordless: bool = False  # sentences have no words by which they could be paired


def _kind(value: Any) -> "Optional[_Kind]":
    if value is None or isinstance(value, (str, bytes, int, float)):
        return None
    for kind in _kinds:
        if kind.fits(value):
            return kind
    return None


def _has(value: Any, *names: str) -> bool:
    return all(hasattr(value, n) for n in names)


# nltk.Tree: a list of children with a label.


def _tree(tree: Any) -> str:
    out: List[str] = []
    stack: List[Any] = [tree]
    while stack:
        node = stack.pop()
        if node is None:
            out.append(")")
        elif hasattr(node, "leaves"):
            out.append(f" ({_bracketed(node.label())}")
            stack.append(None)
            stack.extend(reversed(list(node)))
        else:
            out.append(" " + _bracketed(node))
    return "".join(out).lstrip() + "\n"


def _bracketed(word: Any) -> str:
    text = str(word).replace("(", "-LRB-").replace(")", "-RRB-")
    if not text.strip() and word != "":
        raise ValueError(f"want a word or a label, found {word!r}")
    return "".join("_" if c.isspace() else c for c in text)


# conllu.TokenList writes itself.


def _token_list(sentence: Any) -> str:
    return str(sentence.serialize()).rstrip("\n") + "\n\n"


# spaCy: a Doc has sentences of tokens.


def _spacy(doc: Any) -> str:
    lines: List[str] = []
    for sentence in doc.sents:
        tokens = list(sentence)
        first = tokens[0].i
        lines.append("# text = " + " ".join("".join(t.text + t.whitespace_ for t in tokens).split()))
        for number, t in enumerate(tokens, 1):
            root = t.head.i == t.i
            head = 0 if root else t.head.i - first + 1
            if not root and not 1 <= head <= len(tokens):
                raise ValueError(f"the head of {t.text!r} is in another sentence")
            relation = "root" if root and t.dep_ in ("", "ROOT") else t.dep_ or "_"
            space = "_" if t.whitespace_ else "SpaceAfter=No"
            lines.append(_row(number, t.text, t.lemma_, t.pos_, t.tag_, str(t.morph), head, relation, space))
        lines.append("")
    return "\n".join(lines) + "\n"


def _row(number: Any, form: Any, lemma: Any, upos: Any, xpos: Any, feats: Any, head: Any, relation: Any, misc: Any = "_") -> str:
    return "\t".join([str(number), _field(form), _field(lemma), _field(upos), _field(xpos), _field(feats), str(head), _field(relation), "_", _field(misc)])


def _field(value: Any) -> str:
    text = "" if value is None else " ".join(str(value).split())
    return text or "_"


# Stanza: a Document has sentences; a token of several words has a range of ids.


def _stanza(document: Any) -> str:
    lines: List[str] = []
    for sentence in document.sentences:
        if getattr(sentence, "text", None):
            lines.append("# text = " + " ".join(sentence.text.split()))
        words = {int(_first(w.id)): w for w in sentence.words}
        for token in sentence.tokens:
            ids = list(token.id) if isinstance(token.id, (tuple, list)) else [token.id]
            if len(ids) > 1:
                lines.append(f"{ids[0]}-{ids[-1]}\t{_field(token.text)}" + "\t_" * 8)
            for number in range(int(ids[0]), int(ids[-1]) + 1):
                w = words[number]
                lines.append(_row(number, w.text, w.lemma, w.upos, w.xpos, w.feats, w.head, w.deprel))
        lines.append("")
    return "\n".join(lines) + "\n"


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, (tuple, list)) else value


# penman.Graph: a top and triples.


def _penman(graph: Any) -> str:
    triples: List[Tuple[str, str, Any]] = [tuple(t) for t in graph.triples]  # type: ignore[misc]
    variables = {source for source, _, _ in triples}
    if graph.top not in variables:
        raise ValueError(f"the top {graph.top!r} has no triple")
    used = [False] * len(triples)
    written = set()
    out: List[str] = []

    def edges(var: str) -> "Iterable[Tuple[str, Any]]":
        for i, (source, role, target) in enumerate(triples):
            if used[i] or role == ":instance":
                continue
            if source == var:
                used[i] = True
                yield role, target
            elif target == var and source not in written:
                used[i] = True
                yield role + "-of", source

    def begin(var: str) -> None:
        written.add(var)
        concept = next((t for s, r, t in triples if s == var and r == ":instance"), None)
        out.append(f"({var}" + (f" / {concept}" if concept is not None else ""))

    begin(graph.top)
    stack = [iter(edges(graph.top))]
    while stack:
        edge = next(stack[-1], None)
        if edge is None:
            out.append(")")
            stack.pop()
            continue
        role, target = edge
        if target in variables and target not in written:
            out.append(f" {role} ")
            begin(target)
            stack.append(iter(edges(target)))
        else:
            out.append(f" {role} {target}")
    if variables - written:
        raise ValueError(f"{sorted(variables - written)[0]!r} is not connected with the top")
    metadata = getattr(graph, "metadata", None) or {}
    comments = "".join(f"# ::{k} {v}\n" for k, v in metadata.items() if "\n" not in str(v))
    return comments + "".join(out) + "\n\n"


# Sequences of labels, as seqeval takes them; pairs of heads and relations; tuples.


def _labels(labels: Any) -> str:
    return "".join(f"_\t{_label_of(label)}\n" for label in labels) + "\n"


def _label_of(label: Any) -> str:
    if not isinstance(label, str):
        raise ValueError(f"want labels such as 'B-PER' and 'O', found {label!r}: give the names of the classes, not their numbers")
    return _field(label)


def _heads(sentence: Any) -> str:
    heads, relations = list(sentence[0]), list(sentence[1])
    if len(heads) != len(relations):
        raise ValueError(f"want as many relations as heads, found {len(relations)} and {len(heads)}")
    return "".join(_row(i, "_", "", "", "", "", int(head), relation) + "\n" for i, (head, relation) in enumerate(zip(heads, relations), 1)) + "\n"


def _tuples(sentence: Any) -> str:
    lines: List[str] = []
    for number, token in enumerate(sentence, 1):
        if len(token) != len(sentence[0]):
            raise ValueError(f"word {number} has {len(token)} fields, those before it have {len(sentence[0])}")
        word, tag, head, relation = token
        lines.append(_row(number, word, "", tag, "", "", int(head), relation))
    return "\n".join(lines) + "\n\n"


def _pairs(sentence: Any) -> str:
    return "".join(f"{_field(word).replace(' ', '_')}\t{_label_of(label)}\n" for word, label in sentence) + "\n"


# Dicts: tokens as conllu gives them, and rows of Hugging Face datasets.


def _token_dicts(tokens: Any) -> str:
    return "".join(_token(t) + "\n" for t in tokens) + "\n"


def _token(t: Mapping[str, Any]) -> str:
    def joined(value: Any) -> str:  # (1, "-", 2) is 1-2
        return "".join(str(part) for part in value) if isinstance(value, (tuple, list)) else str(value)

    def pairs(value: Any) -> Any:
        return "|".join(k if v is None else f"{k}={v}" for k, v in value.items()) if isinstance(value, Mapping) else value

    deps = t.get("deps")
    if isinstance(deps, (tuple, list)):
        deps = "|".join(f"{joined(head)}:{relation}" for relation, head in deps)
    head = t.get("head")
    fields = [t["form"], t.get("lemma"), t.get("upos", t.get("upostag")), t.get("xpos", t.get("xpostag")), pairs(t.get("feats")),
              "" if head is None else head, t.get("deprel"), deps, pairs(t.get("misc"))]
    return "\t".join([joined(t["id"]), *(_field(f) for f in fields)])


_words = ("tokens", "words", "form", "forms")
_labels_of_words = ("ner_tags", "chunk_tags", "labels", "tags")
_columns = {"lemma": "lemmas", "upos": "upos_tags", "xpos": "xpos_tags", "feats": "features", "deps": "deps", "misc": "misc"}


def _has_columns(row: Any) -> bool:
    return isinstance(row, Mapping) and any(w in row for w in _words) and any(k in row for k in ("head", "heads", *_labels_of_words))


def _row_of_columns(row: Mapping[str, Any]) -> str:
    words = next(list(row[w]) for w in _words if w in row)

    def column(*names: str) -> List[Any]:
        values = next((list(row[n]) for n in names if row.get(n) is not None), [None] * len(words))
        if len(values) != len(words):
            raise ValueError(f"want as many of {names[0]} as words, found {len(values)} and {len(words)}")
        return [None if v == "None" else v for v in values]

    if "head" not in row and "heads" not in row:
        return _pairs(list(zip(words, column(*_labels_of_words))))
    columns: Dict[str, List[Any]] = {name: column(name, other) for name, other in _columns.items()}
    columns["head"], columns["deprel"] = column("head", "heads"), column("deprel", "deprels", "relations")
    if any(isinstance(tag, int) for tag in columns["upos"]):
        raise ValueError("upos are numbers of classes: give their names")
    lines, number = [], 0
    for i, word in enumerate(words):
        if columns["head"][i] is None:  # a multiword token, whose words come after it
            continue
        number += 1
        lines.append(_token({"id": number, "form": word, **{name: values[i] for name, values in columns.items()}}) + "\n")
    return "".join(lines) + "\n"


def _is_labels(value: Any) -> bool:
    return _is_sequence(value) and len(value) > 0 and all(isinstance(v, str) for v in value)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or hasattr(value, "tolist") and getattr(value, "ndim", 0) == 1


def _is_heads(value: Any) -> bool:
    return (isinstance(value, tuple) and len(value) == 2 and all(_is_sequence(v) and len(v) > 0 for v in value)
            and not isinstance(value[0][0], (str, tuple, list)) and hasattr(value[0][0], "__index__"))


def _is_tuples(value: Any, size: int) -> bool:
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(isinstance(v, tuple) and v and isinstance(v[0], str) for v in value) and len(value[0]) == size


_kinds = (
    _Kind(".mrg", lambda v: _has(v, "label", "leaves") and callable(v.label) and callable(v.leaves), _tree),
    _Kind(".conllu", lambda v: _has(v, "serialize", "metadata") and isinstance(v, list), _token_list),
    _Kind(".conllu", lambda v: _has(v, "sents", "vocab"), _spacy),
    _Kind(".conllu", lambda v: _has(v, "sentences"), _stanza),
    _Kind(".amr", lambda v: _has(v, "triples", "top"), _penman),
    _Kind(".conllu", lambda v: isinstance(v, list) and bool(v) and all(isinstance(t, Mapping) and "form" in t and "id" in t for t in v), _token_dicts),
    _Kind(".conllu", lambda v: _has_columns(v) and ("head" in v or "heads" in v), _row_of_columns),
    _Kind(".chunks", _has_columns, _row_of_columns),
    _Kind(".conllu", _is_heads, _heads, True),
    _Kind(".conllu", lambda v: _is_tuples(v, 4), _tuples),
    _Kind(".chunks", lambda v: _is_tuples(v, 2), _pairs),
    _Kind(".chunks", _is_labels, _labels, True),
)
