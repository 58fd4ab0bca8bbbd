"""Tests of the package as it is installed: ASSAY_EVAL_PREFIX may name where.

Figures are those of conll18_ud_eval.py (LAS F1 72.93 on the example sentences) and of
EVALB, or follow from sentences that are short enough to count by hand.
"""
from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace as Object

import pytest

import assay_eval
from assay_eval import InputError, ObjectError, UsageError, Worker, WorkerError
from assay_eval.adapters import DevCallback, EvaluateMetric, make_spacy_scorer, spacy_scorer

EXAMPLES = Path(os.environ.get("ASSAY_EXAMPLES", Path(__file__).resolve().parents[3] / "examples"))
GOLD, SYSTEM = str(EXAMPLES / "ewt.gold.conllu"), str(EXAMPLES / "ewt.udpipe-swap.conllu")
OTHER = str(EXAMPLES / "ewt.udpipe-projective.conllu")
TREES, PARSES = str(EXAMPLES / "craft.gold.mrg"), str(EXAMPLES / "craft.berkeley.mrg")


def text(path):
    return Path(path).read_text(encoding="utf-8")


def test_readme():
    result = assay_eval.score(GOLD, SYSTEM)
    assert round(100 * result["las_f1"], 2) == 72.93
    assert result.metric == "ud" and result.signature.startswith("ud|")
    assert result.sentences["scored"] == 100 and len(result.rows) == 100
    assert "las_f1=0.7293" in repr(result)


@pytest.mark.parametrize("gold,system", [(Path(GOLD), SYSTEM), (text(GOLD), text(SYSTEM)), (text(GOLD).encode(), Path(SYSTEM)), (text(GOLD).strip().split("\n\n"), text(SYSTEM))], ids=["path", "text", "bytes", "list"])
def test_inputs(gold, system):
    assert round(100 * assay_eval.score(gold, system, "las")["las_f1"], 2) == 72.93


def test_options():
    result = assay_eval.score(GOLD, SYSTEM, "attachment", by="upos", where="(not (type punct))", punctuation="keep")
    assert {g["by"] for g in result.groups} and "where:" in result.signature
    two = assay_eval.score(GOLD, SYSTEM, "ud,attachment")
    assert [r["metric"] for r in two.results] == ["ud", "attachment"] and two["las"] == two.results[1]["scores"]["las"]
    with pytest.raises(KeyError, match="there are"):
        two["lass"]


def test_compare():
    result = assay_eval.compare(GOLD, {"swap": SYSTEM, "projective": text(OTHER)}, samples=99)
    assert result.systems == ["swap", "projective"]
    assert "A  swap    B  projective" in result.table  # file names were there before
    first = next(c for c in result.comparisons if c["score"] == "las_f1")
    assert (first["a"], first["b"]) == ("swap", "projective") and round(100 * first["value_a"], 2) == 72.93
    assert "swap" in result._repr_html_()
    with pytest.raises(UsageError):
        assay_eval.compare(GOLD, [SYSTEM, OTHER])


def test_experiment(tmp_path):
    (tmp_path / "t.tsv").write_text(f"gold\tsystem\tfile\n{GOLD}\tswap\t{SYSTEM}\n{GOLD}\tgone\tnone.conllu\n")
    result = assay_eval.experiment(tmp_path / "t.tsv", "ud", scores="las_f1")
    assert result.systems == ["swap", "gone"] and result.comparisons == []
    assert round(100 * result.cells[0]["mean"], 2) == 72.93 and result.cells[0]["sentences"]["1"]["scored"] == 100
    assert result.cells[1]["mean"] == 0 and result.cells[1]["sentences"]["1"]["missing"] == 100
    assert [m["system"] for m in result.missing] == ["gone"] and "72.93" in result.table
    with pytest.raises(InputError, match="none.conllu"):
        assay_eval.experiment(tmp_path / "t.tsv", missing="stop")
    with pytest.raises(UsageError, match="table="):
        assay_eval.experiment()
    runs = str(EXAMPLES / "ewt.udpipe-{system}.conllu")
    tested = assay_eval.experiment(runs=runs, gold=GOLD, metric="ud", scores="las_f1", baseline="all")
    pair = assay_eval.compare(GOLD, {"projective": OTHER, "swap": SYSTEM}, "ud", scores="las_f1").comparisons[0]
    assert [c["p"] for c in tested.comparisons] == [pair["p"]]


def test_run(tmp_path):
    copy = Path(SYSTEM).as_posix()
    (tmp_path / "exp.toml").write_text(
        f'measure = "ud"\nscores = ["las_f1"]\n[treebanks]\newt = "{Path(GOLD).as_posix()}"\n'
        f'[systems.copy]\ncommand = "cat {copy}"\n[systems.fails]\ncommand = "false"\n')
    result = assay_eval.run(tmp_path / "exp.toml")
    assert result.systems == ["copy", "fails"] and round(100 * result.cells[0]["mean"], 2) == 72.93
    assert [(m["system"], "exit status 1" in m["text"]) for m in result.missing] == [("fails", True)]
    with pytest.raises(InputError, match="exp.toml:1.*unknown key"):
        (tmp_path / "exp.toml").write_text("mesure = 1\n")
        assay_eval.run(tmp_path / "exp.toml")


def test_errors_convert_validate_report(tmp_path):
    found = assay_eval.errors(TREES, PARSES, spans="characters")
    assert found.classes and found.items and "class" in found._repr_html_()
    assert assay_eval.convert("(S (NP (D the) (N dog)) (VP (V barks)))", "discbracket").strip() == "(S (NP (D 0=the) (N 1=dog)) (VP (V 2=barks)))"
    problems = assay_eval.validate("1\ta\t_\t_\t_\t_\t7\tx\t_\t_\n\n")
    assert problems and "source:1" in problems[0].place and problems[0].text
    assert assay_eval.validate(GOLD) == []
    page = assay_eval.report(TREES, {"berkeley": PARSES}, tmp_path / "report.html")
    assert page.startswith("<!doctype html>") and (tmp_path / "report.html").read_text(encoding="utf-8") == page


def test_nltk():
    Tree = pytest.importorskip("nltk").Tree
    gold = [Tree.fromstring("(S (NP (D the) (N dog)) (VP (V barks)))"), Tree("S", [Tree("X", ["a b", "(c)"])])]
    system = [Tree.fromstring("(S (D the) (VP (N dog) (V barks)))"), gold[1]]
    result = assay_eval.score(gold, system, "parseval")
    # gold has NP and VP beside the top, of which the system has none; the second tree is equal
    assert 0 < result["recall"] < 1 and result.sentences["scored"] == 2
    assert assay_eval.score(gold[0], gold[0])["f1"] == 1
    assert assay_eval.convert(gold[1], "penn").strip() == "(S (X a_b -LRB-c-RRB-))"


class TokenList(list):
    """What conllu.TokenList has."""

    metadata: dict = {}

    def serialize(self):
        return "\n".join("\t".join(map(str, t)) for t in self) + "\n\n"


def tokens(heads):
    return TokenList([(i, w, "_", "X", "_", "_", h, "dep" if h else "root", "_", "_") for i, (w, h) in enumerate(zip(["a", "b", "c", "d"], heads), 1)])


def test_conllu_token_lists():
    result = assay_eval.score([tokens([2, 0, 2, 3])] * 3, [tokens([2, 0, 2, 2])] * 3, "attachment")
    assert result["uas"] == 0.75 and result.sentences["scored"] == 3


class SpacyToken(Object):
    pass


def spacy_doc(heads, labels=None):
    words = ["He", "saw", "her", "."]
    list_ = [SpacyToken(i=i, text=w, whitespace_=" " if i < 2 else "", lemma_=w.lower(), pos_="X", tag_="Y", morph="Number=Sing", dep_="ROOT" if h == i else (labels or ["dep"] * 4)[i]) for i, (w, h) in enumerate(zip(words, heads))]
    for token, head in zip(list_, heads):
        token.head = list_[head]
    return Object(sents=[list_], vocab=None)


def test_spacy():
    result = assay_eval.score([spacy_doc([1, 1, 1, 1])], [spacy_doc([1, 1, 1, 2])])
    assert result["uas_f1"] == 0.75 and result["words_f1"] == 1
    scores = spacy_scorer([Object(reference=spacy_doc([1, 1, 1, 1]), predicted=spacy_doc([1, 1, 0, 2]))])
    assert scores["assay_uas_f1"] == 0.5
    assert make_spacy_scorer()([]) == {}
    broken = spacy_doc([1, 1, 1, 1])
    broken.sents = [broken.sents[0][:1]]
    with pytest.raises(ObjectError, match="element 1.*another sentence"):
        assay_eval.score([broken], [broken])


def stanza_document(heads):
    words = [Object(id=i, text=w, lemma=w, upos="X", xpos=None, feats=None, head=h, deprel="dep" if h else "root") for i, (w, h) in enumerate(zip(["va", "a", "il", "mare"], heads), 1)]
    tokens_ = [Object(id=(1,), text="va"), Object(id=(2, 3), text="al"), Object(id=(4,), text="mare")]
    return Object(sentences=[Object(text="va al mare", words=words, tokens=tokens_)])


def test_stanza():
    result = assay_eval.score(stanza_document([0, 4, 4, 1]), stanza_document([0, 4, 1, 1]))
    assert result["uas_f1"] == 0.75 and result["tokens_f1"] == 1


def graph(top, *triples, **metadata):
    return Object(top=top, triples=list(triples), metadata=metadata)


WANT = graph("w", ("w", ":instance", "want-01"), ("w", ":ARG0", "b"), ("b", ":instance", "boy"), ("w", ":ARG1", "g"), ("g", ":instance", "go-02"), ("g", ":ARG0", "b"))


def test_penman():
    assert assay_eval.convert(WANT, "amr").split() == "(w / want-01 :ARG0 (b / boy :ARG0-of (g / go-02)) :ARG1 g)".split()
    assert assay_eval.score([WANT], [WANT])["f1"] == 1
    other = graph("w", *WANT.triples[:5])
    # 6 triples and the top in gold, one triple less in the system
    assert assay_eval.score([WANT], [other], "smatch")["recall"] == pytest.approx(6 / 7)
    with pytest.raises(ObjectError, match="not connected"):
        assay_eval.score([graph("a", ("a", ":instance", "x"), ("b", ":instance", "y"))], [WANT])


@pytest.mark.parametrize("bad,message", [
    (7, "gold: want a treebank, found an int"), ([], "empty list"), ([7], "element 1 is an int"), ([None], "element 1"), ({"a": 1}, "want a treebank, found a dict"),
    ([tokens([0, 1, 1, 1]), "text"], "element 2 is a str"), (object(), "found an object"), ([Object(triples=[], top="x")], "the top 'x' has no triple"),
])
def test_bad_objects(bad, message):
    with pytest.raises(ObjectError, match=message):
        assay_eval.score(bad, GOLD)
    with pytest.raises(TypeError):
        assay_eval.score(bad, GOLD)


def test_bad_input(tmp_path):
    with pytest.raises(InputError, match="no such file") as err:
        assay_eval.score("nowhere.conllu", SYSTEM)
    assert err.value.line is None
    with pytest.raises(UsageError, match="did you mean evalb"):
        assay_eval.score(TREES, TREES, "evalbb")
    with pytest.raises(UsageError, match="unknown option wher\nhint: did you mean where"):
        assay_eval.score(TREES, TREES, wher="x")
    path = tmp_path / "broken.mrg"
    path.write_text("(S (NP (D the)\n", encoding="utf-8")
    with pytest.raises(InputError) as err:
        assay_eval.convert(str(path), "discbracket", strict=True)
    assert err.value.file == str(path) and err.value.line


def test_errors_are_in_pythons_words(tmp_path, monkeypatch):
    """Errors have fields, and name no option of the shell."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError) as missing:
        assay_eval.score("nowhere.conllu", SYSTEM)
    assert missing.value.filename == missing.value.file == "nowhere.conllu" and missing.value.cause == "no such file or directory"
    with pytest.raises(InputError) as differ:
        assay_eval.score(TREES, str(EXAMPLES / "craft.bllip-20.mrg"), on_error="stop")
    # the first sentence that EVALB cannot score; its word 22 begins at byte 334 of line 23
    assert (differ.value.file, differ.value.line, differ.value.column) == (TREES, 23, 334) and differ.value.cause.startswith("sentence 23: word 22")
    for call, message, hint in [
        (lambda: assay_eval.score(TREES, PARSES, metrics="x"), "unknown option metrics", "did you mean metric?"),
        (lambda: assay_eval.score(TREES, PARSES, on_error="x"), 'unknown value of on_error "x"', "there are count, skip, stop"),
        (lambda: assay_eval.score(TREES, PARSES, "ud"), None, 'as_="deps" heads=TABLE makes dependencies of its trees'),
        (lambda: assay_eval.score(TREES, PARSES, alpha="x"), 'alpha: want a number, found "x"', None),
        (lambda: assay_eval.score(TREES, PARSES, where="zz=1"), None, None),
        (lambda: assay_eval.convert(TREES, "nope"), 'unknown format "nope"', "assay_eval.formats() lists them"),
        (lambda: assay_eval.score(TREES, PARSES, output="x.json"), "score has no option output in Python: it returns the result", "save(path) of the result writes it"),
        (lambda: assay_eval.score(TREES, PARSES, by={1}), "want a text, a number or a path as the value of by, found set", None),
    ]:
        with pytest.raises(UsageError) as err:
            call()
        if message is not None:
            assert (err.value.message, err.value.hint) == (message, hint)
        elif hint is not None:
            assert err.value.hint == hint
        assert "--" not in str(err.value) and "assay help" not in str(err.value) and str(err.value).count("did you mean") < 2
        again = pickle.loads(pickle.dumps(err.value))
        assert (again.message, again.hint, str(again)) == (err.value.message, err.value.hint, str(err.value))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ObjectError, match="gold: want a path, a text or sentences, found an empty str"):
        assay_eval.score("", SYSTEM)


def test_looks(tmp_path):
    """Rows, tables and drawings come when they are looked at, and are those of the command."""
    result = assay_eval.score(GOLD, SYSTEM, "ud,lin", ci=True)
    assert "per_sentence" not in result.results[0]
    table = subprocess.run([assay_eval.binary(), "score", GOLD, SYSTEM, "-m", "ud,lin", "--ci"], capture_output=True, text=True, check=True).stdout
    assert str(result) == result.table == table.rstrip("\n") and "LAS" in table
    assert len(result.rows) == 100 and len(result.results[1]["per_sentence"]) == 100
    low, high = result.intervals["las_f1"]
    assert result.intervals["las_f1"].low == low < result["LAS"] < high
    assert result["LAS"] == result["las"] == result["las_f1"] and "LAS" in result and "LASS" not in result
    assert result.drawing(8).startswith("<svg") and "<svg" in result.drawing(8)._repr_svg_()
    result.save(tmp_path / "scores.csv")
    assert "las_f1" in (tmp_path / "scores.csv").read_text(encoding="utf-8")
    copy = pickle.loads(pickle.dumps(result))
    assert copy.scores == result.scores and copy.table == result.table
    path = tmp_path / "parser.conllu"
    path.write_text(text(SYSTEM), encoding="utf-8")
    stale = assay_eval.score(GOLD, path)
    path.write_text(text(OTHER), encoding="utf-8")
    with pytest.raises(InputError, match="has changed since it was read"):
        stale.rows


def test_units():
    """An average is no percentage: crossing brackets for each sentence."""
    result = assay_eval.score(TREES, PARSES, "evalb", spans="characters", all=True)
    value = result["average_crossing"]
    assert value > 1 and f">{value:.2f}<" in result._repr_html_() and f"{100 * value:.2f}" not in result._repr_html_()


def test_every_two_systems():
    result = assay_eval.compare(GOLD, {"swap": SYSTEM, "projective": OTHER, "gold": text(GOLD)}, "las", samples=99)
    assert {(c["a"], c["b"]) for c in result.comparisons} == {("swap", "projective"), ("swap", "gold"), ("projective", "gold")}
    for shown in (str(result), result._repr_html_()):
        assert "projective" in shown and OTHER not in shown
    assert "3 tests" in repr(result)


def test_other_commands(tmp_path):
    assert assay_eval.agree({"a": GOLD, "b": SYSTEM}).rows[0]["score"] and "swap" in repr(assay_eval.agree({"swap": SYSTEM, "g": GOLD})) + str(assay_eval.agree({"swap": SYSTEM, "g": GOLD}))
    assert assay_eval.slices(GOLD, SYSTEM).rows[0]["slice"]
    assert assay_eval.suspects(GOLD, {"a": SYSTEM, "b": OTHER}).rows[0]["kind"]
    assert assay_eval.show(GOLD, SYSTEM, 8).count("<svg") == 1
    assert assay_eval.rewrite("preposition", GOLD).count("\n\n") == 100
    rows = tmp_path / "rows.tsv"
    assay_eval.score(GOLD, SYSTEM, "attachment", rows=rows)
    assert assay_eval.merge([rows]).rows[0]["scores"]["las"] == assay_eval.score(GOLD, SYSTEM, "attachment")["LAS"]
    assert "ud" in {m["metric"] for m in assay_eval.metrics()} and "penn" in {f["format"] for f in assay_eval.formats()}
    assert "collins" in {h.get("table") for h in assay_eval.heads()}
    assert "EVALB" in assay_eval.help("evalb") and assay_eval.__version__


# The figures of the next test are counted by hand.
WORDS = [[("a", "X", 2, "dep"), ("b", "X", 0, "root"), ("c", "X", 2, "dep")]]
WRONG = [[("a", "X", 2, "dep"), ("b", "X", 0, "root"), ("c", "X", 1, "dep")]]


@pytest.mark.parametrize("gold,system,metric,score,want", [
    ([["B-PER", "I-PER", "O"], ["O", "B-LOC"]], [["B-PER", "I-PER", "O"], ["O", "O"]], None, "recall", 1 / 2),  # seqeval: 1 of 2 chunks
    ((["O", "B-LOC"] for _ in range(2)), [["O", "B-LOC"]] * 2, None, "f1", 1),
    ([[("Paris", "B-LOC"), ("is", "O")]], [[("Paris", "B-LOC"), ("is", "B-LOC")]], None, "precision", 1 / 2),
    ([{"tokens": ["Paris", "is"], "ner_tags": ["B-LOC", "O"]}], [{"tokens": ["Paris", "is"], "ner_tags": ["B-ORG", "O"]}], None, "f1", 0),
    (WORDS, WRONG, "attachment", "UAS", 2 / 3),
    ([([2, 0, 2], ["dep", "root", "dep"])], [([2, 0, 1], ["dep", "root", "dep"])], "attachment", "UAS", 2 / 3),
    ([{"tokens": ["du", "a", "b"], "head": ["None", "2", "0"], "deprel": ["_", "dep", "root"]}], [{"tokens": ["du", "a", "b"], "head": [None, 0, 1], "deprel": [None, "root", "dep"]}], "attachment", "UAS", 0),
    ([[{"id": 1, "form": "a", "head": 0, "deprel": "root", "feats": {"Case": "Nom"}}, {"id": (2, "-", 3), "form": "du"}, {"id": 2, "form": "d", "head": 1, "deprel": "x", "deps": [("x", 1)]}, {"id": 3, "form": "u", "head": 2, "deprel": "y"}]],
     "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\td\t_\t_\t_\t_\t1\tx\t_\t_\n3\tu\t_\t_\t_\t_\t1\ty\t_\t_\n\n", "attachment", "UAS", 2 / 3),
])
def test_python_objects(gold, system, metric, score, want):
    assert assay_eval.score(gold, system, metric)[score] == pytest.approx(want)


def test_files_and_arrays():
    with open(GOLD, "rb") as gold, open(SYSTEM, encoding="utf-8") as system:
        assert round(100 * assay_eval.score(gold, system)["LAS"], 2) == 72.93
    numpy = pytest.importorskip("numpy")
    gold, system = (numpy.array([2, 0, 2]), numpy.array(["a", "root", "b"])), (numpy.array([2, 0, 2]), ["a", "root", "c"])
    assert assay_eval.score([gold], [system], "attachment")["LAS"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("gold,system,message", [
    ([["O"], ["O", "O"]], [["O"], ["O"]], "sentence 2 has 2 words in gold, 1 in system"),
    ([["O"], ["O"]], [["O"]], "gold has 2 sentences, system has 1"),
    (["B-PER", "O"], ["B-PER", "O"], "gold: want a list of sentences, found the labels of one"),
    ([["O"], [1]], [["O"], ["O"]], r"gold: element 2 \(list\): want labels such as"),
    ([{"tokens": ["a"], "ner_tags": [3]}], [["O"]], "give the names of the classes, not their numbers"),
    ([([1, 2], ["a"])], [([1], ["a"])], "as many relations as heads, found 1 and 2"),
    ([{"tokens": ["a", "b"], "head": [0]}], GOLD, "as many of head as words, found 1 and 2"),
    ([[("a", "X", 0, "root"), ("b", "X")]], GOLD, "word 2 has 2 fields, those before it have 4"),
])
def test_unequal_lists(gold, system, message):
    with pytest.raises(ObjectError, match=message):
        assay_eval.score(gold, system)


def test_types(tmp_path):
    """A program that uses the package passes mypy --strict, and one that gives it a number does not."""
    pytest.importorskip("mypy")
    good = """import assay_eval
from pathlib import Path
result = assay_eval.score(Path("gold.conllu"), [["B-PER", "O"]], "las", ci=True, by="deprel")
low: float = result.intervals["las"].low
tests: int = len(assay_eval.compare("g", {"a": "x", "b": [("w", "t", 1, "r")]}).comparisons)
"""
    source = str(Path(assay_eval.__file__).parent)
    for name, program, status in (("good", good, 0), ("bad", good.replace('Path("gold.conllu")', "7"), 1)):
        path = tmp_path / (name + ".py")
        path.write_text(program, encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(path)], capture_output=True, text=True,
                              cwd=tmp_path, env={**os.environ, "MYPYPATH": str(Path(source).parent)})
        assert done.returncode == status, done.stdout + done.stderr


def test_pandas_and_html():
    pytest.importorskip("pandas")
    result = assay_eval.score(GOLD, SYSTEM, by="upos")
    assert set(result.to_pandas().columns) == {"metric", "score", "value"}
    assert len(result.to_pandas("rows")) == 100 and len(result.to_pandas("groups")) > 5
    page = result._repr_html_()
    assert page.count("<svg") == 1 and "72.93" in page and "cite: ud|" in page
    assert len(assay_eval.errors(TREES, PARSES, spans="characters").to_pandas()) > 100


def test_worst():
    """The drawing of the worst sentence is that of its main score, also where a pair holds two gold sentences."""
    word = "{}\t{}\t_\tX\t_\t_\t{}\t{}\t_\t_\n"
    one = lambda a, b, head: word.format(1, a, *head) + word.format(2, b, *((0, "root") if head[0] else (1, "dep")))
    up, down = (2, "dep"), (0, "root")
    gold = [one("a", "b", up), one("c", "d", up), one("e", "f", up), one("g", "h", up)]
    system = [word.format(1, "a", 2, "dep") + word.format(2, "b", 0, "root") + word.format(3, "c", 4, "dep") + word.format(4, "d", 2, "dep"), gold[2], one("g", "h", down)]
    result = assay_eval.score("\n".join(gold) + "\n", "\n".join(system) + "\n")
    assert [row["number"] for row in result.rows] == ["1", "3", "4"]
    assert result.worst() == 4
    page = result._repr_html_()
    assert "sentence 4" in page and ">g<" in page and ">e<" not in page
    swapped = assay_eval.score("\n".join(gold) + "\n", "\n".join(reversed(gold)) + "\n")
    assert "align:words" in swapped.signature and swapped["las_f1"] == 1
    error = assay_eval.score(GOLD, SYSTEM, "lin")
    assert error.main in error.lower_is_better
    worst = error.rows[[row["number"] for row in error.rows].index(str(error.worst()))]
    assert worst["scores"][error.main] == max(row["scores"][error.main] for row in error.rows)


def test_options_of_drawings():
    """Each option of a run that its drawings take is an option of `assay show`."""
    from assay_eval._worker import DRAWN, binary, flags

    known = subprocess.run([binary(), "show", "--help-all"], capture_output=True, text=True, check=True).stdout
    for name in DRAWN:
        assert flags({name: "x"})[0].split("=")[0] + " " in known, name
    assert "spans:characters" in assay_eval.score(TREES, PARSES, spans="characters").signature
    assert "<svg" in assay_eval.score(TREES, PARSES, spans="characters", where="label=NP").drawing(189)


def test_evaluate_metric():
    metric = EvaluateMetric("ud")
    gold, system = text(GOLD).strip().split("\n\n"), text(SYSTEM).strip().split("\n\n")
    for g, s in zip(gold, system):
        metric.add(prediction=s, reference=g)
    result = metric.compute()
    assert round(100 * result["las_f1"], 2) == 72.93 and result["signature"].startswith("ud|")
    assert metric.compute(predictions=gold, references=gold)["las_f1"] == 1
    with pytest.raises(ValueError, match="as many predictions"):
        metric.add_batch(predictions=gold, references=gold[:1])


def alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


def test_callback():
    gold, system = text(GOLD), text(SYSTEM)
    with DevCallback(gold, "ud", watch="las_f1", patience=2) as dev:
        assert round(100 * dev(system)["las_f1"], 2) == 72.93 and dev.best_is_last and not dev.stop
        pid = dev._worker._process.pid
        assert dev(gold)["las_f1"] == 1 and dev.best == 1
        dev(system)
        assert not dev.stop
        dev(system)
        assert dev.stop and len(dev.history) == 4 and dev._worker._process.pid == pid
    assert not alive(pid)


@pytest.mark.parametrize("metric", ["ud", "lin"])
def test_callback_watches_the_main_score(metric):
    """Without watch=, the better system is better in the main score, of which less may be better."""
    gold, system = text(GOLD), text(SYSTEM)
    with DevCallback(gold, metric, patience=1) as dev:
        dev(system)
        assert dev.watch == {"ud": "las_f1", "lin": "error_rate"}[metric]
        dev(gold)
        assert dev.best_is_last and not dev.stop and dev.best == dev.history[1]
        dev(system)
        assert not dev.best_is_last and dev.stop


def test_changed_gold():
    """A gold that has changed is never served from what the process remembers."""
    gold, system = text(GOLD), text(SYSTEM)
    changed = gold.replace("\tnsubj\t", "\tobj\t")
    with Worker() as worker:
        for a, b in [(gold, system), (changed, system), (gold, system), (gold, gold), (changed, changed), (changed, gold)]:
            kept = worker.score(a, b, "ud", keep_gold=True)
            with Worker() as other:
                fresh = other.score(a, b, "ud")
            assert kept.scores == fresh.scores and kept.rows == fresh.rows
        assert fresh["las_f1"] < 1


def test_worker_that_dies():
    with Worker() as worker:
        worker.score(GOLD, SYSTEM)
        pid = worker._process.pid
        os.kill(pid, signal.SIGKILL)
        worker._process.wait()
        assert round(100 * worker.score(GOLD, SYSTEM)["las_f1"], 2) == 72.93  # a new process
        assert worker._process.pid != pid
        process = worker._process
        threading.Timer(0, process.kill).start()
        process.wait()
        worker._process = Object(poll=lambda: None, wait=process.wait, kill=process.kill, stdin=process.stdin, stdout=process.stdout)
        with pytest.raises(WorkerError, match="killed by signal 9"):
            worker.score(text(GOLD), SYSTEM)
        assert worker.score(GOLD, GOLD)["las_f1"] == 1


def test_nothing_left_running(tmp_path):
    """A Python that is killed leaves no process, even one that waits for an input."""
    fifo = tmp_path / "never"
    os.mkfifo(fifo)
    script = "import sys, threading, assay_eval\nw = assay_eval.Worker()\nw.version\nprint(w._process.pid, flush=True)\nw.score(sys.argv[1], sys.argv[1])\n"
    with subprocess.Popen([sys.executable, "-c", script, str(fifo)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as python:
        pid = int(python.stdout.readline())
        end = os.pidfd_open(pid)
        python.kill()
        python.wait()
        import select

        assert select.select([end], [], [], 30)[0], "the process of assay is still running"


def test_fork():
    worker = Worker()
    worker.score(GOLD, SYSTEM)
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if round(100 * worker.score(GOLD, SYSTEM)["las_f1"], 2) == 72.93 else 1)
        except BaseException:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert worker.score(GOLD, GOLD)["las_f1"] == 1
    worker.close()


def test_command():
    out = subprocess.run([sys.executable, "-m", "assay_eval", "version"], capture_output=True, text=True, check=True).stdout
    assert out == f"assay {assay_eval.version()}\n"


def test_no_binary(tmp_path, monkeypatch):
    import shutil

    package = Path(assay_eval.__file__).parent
    shutil.copytree(package, tmp_path / "assay_eval", ignore=shutil.ignore_patterns("bin", "__pycache__"))
    env = {k: v for k, v in os.environ.items() if k != "ASSAY_BINARY"}
    env["PYTHONPATH"] = str(tmp_path)

    def outcome():
        return subprocess.run([sys.executable, "-m", "assay_eval", "version"], capture_output=True, text=True, env=env)

    missing = outcome()
    assert missing.returncode == 3 and "has no binary for" in missing.stderr and "hint: install a wheel" in missing.stderr
    (tmp_path / "assay_eval" / "bin").mkdir()
    (tmp_path / "assay_eval" / "bin" / "assay.exe").write_bytes(b"MZ")
    other = outcome()
    assert other.returncode == 3 and "for another system" in other.stderr
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF not a program")
    broken.chmod(0o755)
    monkeypatch.setenv("ASSAY_BINARY", str(broken))
    with pytest.raises(assay_eval.BinaryNotFoundError, match="does not run on"):
        assay_eval.score(GOLD, SYSTEM)
    monkeypatch.setenv("ASSAY_BINARY", str(tmp_path / "none"))
    with pytest.raises(assay_eval.BinaryNotFoundError, match="which is no file"):
        assay_eval.binary()


class Frame:
    """What assay sees of a pandas.DataFrame: iterating over it gives the names of its columns."""

    iloc = None
    columns = ["word", "label"]

    def __iter__(self):
        return iter(self.columns)


def test_what_is_no_treebank():
    with pytest.raises(ObjectError, match=r"system: want one treebank, found a list of 2 paths\nhint: compare\("):
        assay_eval.score(GOLD, [SYSTEM, OTHER])
    with pytest.raises(ObjectError, match="gold: want a treebank, found a .*Frame\nhint: make a list of sentences"):
        assay_eval.score(Frame(), Frame())


def test_other_numbers_of_sentences():
    two, one = ["(S (NN a))", "(S (NN b))"], ["(S (NN a))"]
    with pytest.warns(UserWarning, match="gold has 2 sentences, system has 1"):
        assay_eval.score(two, one)
    with pytest.raises(InputError, match="no sentence was scored: .*word 1 is \"a\" in gold"):
        assay_eval.score(one, ["(S (NN b))"])


def test_bare_heads():
    heads = [([2, 0], ["nsubj", "root"])]
    result = assay_eval.score(heads, heads)
    assert result.metric == "attachment" and result["LAS"] == 1 and "upos_f1" not in result.scores
    ud = assay_eval.score(GOLD, SYSTEM, "ud")
    assert all(value is None or 0 <= value <= 1 for value in ud.scores.values())


@pytest.mark.parametrize("sentences,fault", [
    (["(S (NN a))", 3], "element 2 is an int"),
    (["(S (NN a))", "(S (NN b))", None], "element 3 is a NoneType"),
    ([["B-PER", "O"], [1, 2]], r"element 2 \(list\): want labels such as 'B-PER' and 'O', found 1"),
    ([["B-PER", "O"], []], r"element 2 \(list\): want a sentence like those before it"),
    ([[("a", "O")], [("b", "O", "x")]], r"element 2 \(list\): "),
    ([3, "(S (NN a))"], "element 1 is an int"),
])
def test_the_wrong_element(sentences, fault):
    with pytest.raises(ObjectError, match=fault):
        assay_eval.score(sentences, sentences)
