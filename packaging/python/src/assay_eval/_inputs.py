"""What users give as gold and system: paths, texts, or objects of other libraries.

Objects are known by their attributes; nothing is imported.
"""
from __future__ import annotations

import glob
import os
from typing import Any, Callable, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._errors import ObjectError, UsageError

Input = Union[str, bytes, "os.PathLike[str]", Iterable[Any], Any]


class Text(NamedTuple):
    """A file for assay: a path, or a name and the bytes of a text in memory."""

    name: str
    data: bytes
    in_memory: bool


def resolve(source: Input, role: str) -> Text:
    """Return the file or text that `source` stands for. `role` names it in messages."""
    if isinstance(source, Text):
        return source
    if isinstance(source, bytes):
        return Text(role, source, True)
    if isinstance(source, str):
        if _is_path(source):
            return Text(source, b"", False)
        return Text(role, source.encode(), True)
    if isinstance(source, os.PathLike):
        return Text(os.fspath(source), b"", False)
    kind = _kind(source)
    if kind is not None:
        sentences: Sequence[Any] = [source]
    elif isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise ObjectError(f"{role}: a {_type(source)} is no treebank", _wanted)
    else:
        sentences = list(source)
    if not sentences:
        raise ObjectError(f"{role}: want sentences, found an empty {_type(source)}")
    if all(isinstance(s, str) for s in sentences):
        end = "\n\n" if any("\t" in s for s in sentences) else "\n"
        return Text(role, "".join(s.rstrip("\n") + end for s in sentences).encode(), True)
    kind = _kind(sentences[0])
    if kind is None:
        raise ObjectError(f"{role}: element 1 is a {_type(sentences[0])}, which is no tree, sentence or graph that assay knows", _wanted)
    parts: List[str] = []
    for number, sentence in enumerate(sentences, 1):
        if _kind(sentence) is not kind:
            raise ObjectError(f"{role}: element {number} is a {_type(sentence)}, those before it are of the type {_type(sentences[0])}", _wanted)
        try:
            parts.append(kind.write(sentence))
        except (AttributeError, TypeError, ValueError, KeyError) as err:
            raise ObjectError(f"{role}: element {number} ({_type(sentence)}): {err}") from err
    return Text(role + kind.ending, "".join(parts).encode(), True)


def named(systems: Mapping[str, Input]) -> List[Text]:
    """Resolve several systems; texts in memory get the names of the mapping."""
    if not isinstance(systems, Mapping) or not systems:
        raise UsageError("want systems as a mapping of names to systems, such as {'a': 'a.conllu', 'b': 'b.conllu'}")
    out: List[Text] = []
    for name, system in systems.items():
        if not isinstance(name, str) or not name or name.startswith("-"):
            raise UsageError(f"want the name of a system, found {name!r}")
        out.append(resolve(system, name))
    return out


_wanted = "want a path, a text, or a list of nltk.Tree, conllu.TokenList, spaCy Doc, Stanza documents or penman graphs"


def _type(value: Any) -> str:
    return f"{type(value).__module__}.{type(value).__name__}".replace("builtins.", "")


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


def _kind(value: Any) -> "Optional[_Kind]":
    if value is None or isinstance(value, (str, bytes, int, float, dict)):
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


_kinds = (
    _Kind(".mrg", lambda v: _has(v, "label", "leaves") and callable(v.label) and callable(v.leaves), _tree),
    _Kind(".conllu", lambda v: _has(v, "serialize", "metadata") and isinstance(v, list), _token_list),
    _Kind(".conllu", lambda v: _has(v, "sents", "vocab"), _spacy),
    _Kind(".conllu", lambda v: _has(v, "sentences"), _stanza),
    _Kind(".amr", lambda v: _has(v, "triples", "top"), _penman),
)
