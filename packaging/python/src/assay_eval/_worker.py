from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import tempfile
import threading
import weakref
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import BinaryNotFoundError, InputError, UsageError, WorkerError, from_reply
from ._inputs import Input, Text, check_lengths, default_metric, named, resolve, state_of, warn_of_counts
from ._options import DRAWN
from ._results import Comparison, Drawing, Errors, Experiment, Problem, Score, Table

PROTOCOL = 1

Value = Union[str, int, float, "os.PathLike[str]"]
Option = Union[Value, None, Sequence[Value], Mapping[str, Value]]


def binary() -> str:
    """Return the path of the binary: $ASSAY_BINARY, or the one in this package."""
    chosen = os.environ.get("ASSAY_BINARY")
    if chosen:
        if not os.path.isfile(chosen):
            raise BinaryNotFoundError(f"ASSAY_BINARY is {chosen}, which is no file")
        return chosen
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin")
    for name in ("assay", "assay.exe"):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            if name == "assay" and os.name == "nt" or name == "assay.exe" and os.name != "nt":
                raise BinaryNotFoundError(
                    f"this wheel is for another system than {platform.system()} {platform.machine()}",
                    "install the wheel of this system",
                )
            return path
    found = shutil.which("assay")
    hint = "install a wheel of assay-eval, or set ASSAY_BINARY to the path of assay"
    if found:
        hint += f", such as {found}"
    raise BinaryNotFoundError(f"the package assay_eval has no binary for {platform.system()} {platform.machine()}", hint)


class Worker:
    """A process of assay that stays alive and answers many calls.

    Use it as a context manager, or call `close`. It ends with the Python process, even
    if that is killed. It starts at the first call, and again at the first call after a
    fork. Threads may share it; their calls wait for one another.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._finalizer: Any = None
        self._pid = 0  # of the Python process that started it
        self._number = 0
        self._kept: Dict[str, Text] = {}
        self._version = ""

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """End the process. A later call starts another."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        if self._finalizer is not None:
            self._finalizer()
        self._process, self._finalizer = None, None
        self._kept = {}

    @property
    def version(self) -> str:
        """The version of the binary."""
        with self._lock:
            self._start()
            return self._version

    def _start(self) -> "subprocess.Popen[bytes]":
        if self._process is not None and self._pid != os.getpid():
            self._process, self._finalizer, self._kept = None, None, {}  # it belongs to the parent of this fork
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._kept = {}
        path = binary()
        errors = tempfile.TemporaryFile()
        try:
            process = subprocess.Popen(
                [path, "worker", "--until-closed"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
        except OSError as err:
            errors.close()
            raise BinaryNotFoundError(
                f"{path} does not run on {platform.system()} {platform.machine()}: {err.strerror or err}",
                "install the wheel of this system",
            ) from err
        self._process, self._pid, self._errors = process, os.getpid(), errors
        self._finalizer = weakref.finalize(self, _end, process, errors, os.getpid())
        hello = self._header(process)
        if hello.get("protocol") != PROTOCOL:
            self._stop()
            raise WorkerError(f"{path} speaks protocol {hello.get('protocol')}, this package {PROTOCOL}", "install both from one release")
        self._version = str(hello.get("assay"))
        return process

    def _died(self) -> WorkerError:
        """Clean up after a process that ended by itself."""
        process, message = self._process, "assay ended before it answered"
        if process is not None:
            try:
                status = process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                status = process.wait()
            message += f" (status {status})" if status >= 0 else f" (killed by signal {-status})"
            self._errors.seek(0)
            text = self._errors.read().decode("utf-8", "replace").strip()
            if text:
                message += ": " + text.splitlines()[0]
        self._stop()
        return WorkerError(message, "the next call starts a new process")

    def _header(self, process: "subprocess.Popen[bytes]") -> Dict[str, Any]:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line.endswith(b"\n"):
            raise self._died()
        return dict(json.loads(line))

    def _read(self, process: "subprocess.Popen[bytes]", size: int) -> bytes:
        assert process.stdout is not None
        data = process.stdout.read(size)
        if len(data) < size:
            raise self._died()
        return data

    def call(self, arguments: Sequence[str], texts: Sequence[Text] = (), keep: Sequence[Text] = ()) -> Tuple[int, str, str]:
        """Run a command. Return its exit status and its two outputs."""
        return self._call(arguments, texts, keep)[:3]

    def _call(self, arguments: Sequence[str], texts: Sequence[Text], keep: Sequence[Text]) -> Tuple[int, str, str, Optional[Mapping[str, object]]]:
        """Run a command. Return its exit status, its two outputs and its error.

        `keep` are texts that the process remembers; a text of the same name and content
        is not sent again.
        """
        with self._lock:
            process = self._start()
            files: list[dict[str, object]] = []
            blobs: list[bytes] = []
            for text in list(keep) + list(texts):
                if text in keep:
                    if self._kept.get(text.name) == text:
                        continue
                    self._kept[text.name] = text
                data = text.data
                files.append({"name": text.name, "path": text.path} if text.path else {"name": text.name, "bytes": len(data), "keep": text in keep})
                blobs.append(data)
            self._number += 1
            header = json.dumps({"id": self._number, "args": list(arguments), "files": files, "window": "python"}).encode()
            try:
                try:
                    assert process.stdin is not None
                    process.stdin.write(b"".join([header, b"\n", *blobs]))
                    process.stdin.flush()
                except OSError:
                    raise self._died() from None
                reply = self._header(process)
                stdout = self._read(process, reply["stdout"])
                stderr = self._read(process, reply["stderr"])
            except WorkerError:
                raise
            except BaseException:  # an interrupt: the answer to come belongs to no call
                process.kill()
                self._stop()
                raise
            return reply["status"], stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace"), reply.get("error")

    def _run(self, run: Run, keep: Sequence[Text] = ()) -> Tuple[str, List[str]]:
        """Run a command; return its standard output and the lines of its standard error."""
        check_lengths(run.sides)
        texts = [i for i in run.sides if (i.in_memory or i.path) and i not in keep]
        status, stdout, stderr, fault = self._call(run.arguments(), texts, [k for k in keep if k.in_memory])
        if status not in run.allowed or not stdout and fault is not None:
            raise from_reply(status, fault, stderr)
        return stdout, stderr.splitlines()

    def score(
        self,
        gold: Input,
        system: Input,
        metric: Optional[str] = None,
        *,
        by: Option = None,
        where: Option = None,
        rewrite: Option = None,
        per_sentence: bool = False,
        keep_gold: bool = False,
        **options: Option,
    ) -> Score:
        """Score a system against gold, as `assay_eval.score` does.

        Rows are computed when they are looked at, `per_sentence=True` computes them at once. With
        `keep_gold=True` the process remembers gold, so that it is not sent again.
        """
        chosen: Dict[str, Option] = {**options, "metric": metric, "by": by, "where": where, "rewrite": rewrite}
        return self.scored(gold, system, chosen, per_sentence, keep_gold)

    def scored(
        self, gold: Union[Input, Text], system: Input, options: Mapping[str, Option], per_sentence: bool = False, keep_gold: bool = False
    ) -> Score:
        """Score with all options in one mapping."""
        sides = [resolve(gold, "gold"), resolve(system, "system")]
        warn_of_counts(sides)
        run = Run("score", sides, {**options, "metric": options.get("metric") or default_metric(sides)}, (0, 1, 4))
        data, notes = self._data(run.with_options(per_sentence=True) if per_sentence else run, [sides[0]] if keep_gold else [])
        return Score(data, notes, run)

    def _data(self, run: Run, keep: Sequence[Text] = ()) -> Tuple[Any, List[str]]:
        verbose = True if run.command in ("score", "validate") else None
        stdout, notes = self._run(run.with_options(format="json", verbose=verbose), keep)
        return json.loads(stdout or "null"), notes

    def compare(self, gold: Input, systems: Mapping[str, Input], metric: Optional[str] = None, **options: Option) -> Comparison:
        """Test whether systems differ, as `assay_eval.compare` does."""
        sides = [resolve(gold, "gold"), *named(systems)]
        if len(sides) > 3:
            options.setdefault("baseline", "all")
        warn_of_counts(sides)
        run = Run("compare", sides, {**options, "metric": metric or default_metric(sides)}, (0, 1), tuple(systems))
        return Comparison(*self._data(run), run)

    def experiment(self, options: Mapping[str, Option]) -> Experiment:
        """Score an experiment, as `assay_eval.experiment` does. With status 3 and a result, files are missing."""
        if options.get("table") is None and options.get("runs") is None:
            raise UsageError("an experiment wants table=, or runs= and gold=", 'assay_eval.help("experiments")')
        run = Run("score" if options.get("baseline") is None else "compare", [], options, (0, 1, 3, 4))
        data, notes = self._data(run)
        return Experiment(data, notes, run)

    def run(self, description: "Union[str, os.PathLike[str]]", options: Mapping[str, Option]) -> Experiment:
        """Run parsers and score their outputs, as `assay_eval.run` does."""
        run = Run("run", [], {**options, "no_pages": True}, (0, 1, 3, 4), before=(os.fspath(description),))
        data, notes = self._data(run)
        return Experiment(data, notes, run)

    def errors(self, gold: Input, system: Input, metric: Optional[str] = None, **options: Option) -> Errors:
        """List parser errors, as `assay_eval.errors` does."""
        sides = [resolve(gold, "gold"), resolve(system, "system")]
        run = Run("errors", sides, {**options, "metric": metric or default_metric(sides)})
        return Errors(*self._data(run), run)

    def table(self, command: str, sources: Sequence[Text], rows: str, options: Mapping[str, Option], names: Sequence[str] = ()) -> Table:
        """Run a command whose result is one table; `rows` names its list in the result."""
        run = Run(command, list(sources), dict(options), (0, 1), tuple(names))
        data, notes = self._data(run)
        return Table(data, notes, run, rows)

    def convert(self, source: Input, to: str, **options: Option) -> str:
        """Convert a treebank, as `assay_eval.convert` does."""
        return self._run(Run("convert", [resolve(source, "source")], {**options, "to": to}))[0]

    def rewrite(self, rules: "Union[str, os.PathLike[str]]", source: Input, **options: Option) -> str:
        """Apply modification rules, as `assay_eval.rewrite` does."""
        return self._run(Run("rewrite", [resolve(source, "source")], options, before=(os.fspath(rules),)))[0]

    def validate(self, source: Input, **options: Option) -> List[Problem]:
        """List the problems of a treebank, as `assay_eval.validate` does."""
        data, _ = self._data(Run("validate", [resolve(source, "source")], options, (0, 1)))
        return [Problem.of(p) for p in data or []]

    def report(self, gold: Input, systems: Mapping[str, Input], path: "Optional[Union[str, os.PathLike[str]]]" = None, **options: Option) -> str:
        """Return a page, as `assay_eval.report` does."""
        sides = [resolve(gold, "gold"), *named(systems)]
        page = self._run(Run("report", sides, options).with_options(output="-"))[0]
        if path is not None:
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(page)
        return page

    def drawing(self, gold: Input, system: Optional[Input] = None, sentence: int = 1, **options: Option) -> Drawing:
        """Return the drawing of a sentence (counted from 1) as SVG; with a system, gold and system in one, differences marked."""
        sides = [resolve(gold, "gold")]
        if system is not None:
            sides.append(resolve(system, "system"))
        return Run("show", sides, {**options, "sentence": sentence}).picture(self)

    def text(self, *arguments: str) -> str:
        """Return the standard output of a command that reads no file, such as text("help", "las")."""
        return self._run(Run(arguments[0], [], {}, before=arguments[1:]))[0]


class Run:
    """A command with its inputs and options, which later looks at a result run again."""

    def __init__(
        self, command: str, sides: Sequence[Text], options: Mapping[str, Option], allowed: Sequence[int] = (0,),
        names: Sequence[str] = (), before: Sequence[str] = (),
    ):
        for name, instead in (("output", "save(path) of the result writes it"), ("format", "save(path) of the result writes other forms")):
            if name in options and command not in ("convert", "rewrite"):
                raise UsageError(f"{command} has no option {name} in Python: it returns the result", instead)
        self.command, self.sides, self.allowed, self.names, self.before = command, list(sides), tuple(allowed), tuple(names), tuple(before)
        self.options: Dict[str, Option] = {name: value for name, value in options.items() if value is not None}

    def with_options(self, **more: Option) -> Run:
        """Return the same run with more options."""
        run = Run(self.command, self.sides, {}, self.allowed, self.names, self.before)
        run.options = {**self.options, **more}
        return run

    def arguments(self) -> List[str]:
        return [self.command, *self.before, *(s.name for s in self.sides), *flags(self.options)]

    def again(self, **more: Option) -> str:
        """Run the command once more, on the same inputs."""
        for side in self.sides:
            if not side.in_memory and state_of(side.place) != side.state:
                raise InputError(f"{side.place} has changed since it was read", "run it again")
        with Worker() as worker:
            return worker._run(self.with_options(**more))[0]

    def data(self, **more: Option) -> Any:
        """Return the result as JSON has it."""
        return json.loads(self.again(format="json", **more))

    def form(self, form: Optional[str] = None) -> str:
        """Return the result in another form, by default the table of the command, with the names of the systems."""
        text = self.again(format=form)
        paths = {side.name: name for side, name in zip(self.sides[1:], self.names) if side.name != name}
        for path in sorted(paths, key=len, reverse=True):
            text = text.replace(path, paths[path])
        return text

    def picture(self, worker: Optional[Worker] = None, **more: Option) -> Drawing:
        """Return the drawing of a sentence of the inputs."""
        seen: Dict[str, Option] = {**self.options, **more}
        if self.command != "show":
            seen = {name: value for name, value in seen.items() if name in DRAWN or name in more}
            if isinstance(seen.get("metric"), str):
                seen["metric"] = str(seen["metric"]).split(",")[0]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sentence.svg")
            run = Run("show", self.sides, seen).with_options(output=path)
            if worker is None:
                run.again()
            else:
                worker._run(run)
            with open(path, encoding="utf-8") as f:
                return Drawing(f.read())


def _end(process: "subprocess.Popen[bytes]", errors: Any, owner: int) -> None:
    """End a process: closing its input is enough, unless it hangs."""
    if os.getpid() != owner:
        return
    for stream in (process.stdin, process.stdout):
        try:
            if stream is not None:
                stream.close()
        except OSError:
            pass
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    errors.close()


def flags(options: Mapping[str, Option]) -> List[str]:
    """Turn keyword arguments into options of the command."""
    out: List[str] = []
    for key, value in options.items():
        if value is None or value is False:
            continue
        name = "--" + key.rstrip("_").replace("_", "-")  # from_ is --from
        if value is True:
            out.append(name)
        elif isinstance(value, (list, tuple)):
            out += [f"{name}={_plain(v, key)}" for v in value]
        elif isinstance(value, Mapping):
            out += [f"{name}={k}={_plain(v, key)}" for k, v in value.items()]
        else:
            out.append(f"{name}={_plain(value, key)}")
    return out


def _plain(value: object, option: str) -> str:
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    raise UsageError(f"want a text, a number or a path as the value of {option}, found {type(value).__name__}")
