from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
import tempfile
import threading
import weakref
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

from ._errors import AssayError, BinaryNotFoundError, WorkerError, from_reply
from ._inputs import Input, Text, named, resolve
from ._results import Comparison, Errors, Problem, Score

PROTOCOL = 1


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


# DRAWN are the options of a run that change what its drawings mark.
DRAWN = frozenset(
    "align as_ check from_ gold_format gold_heads gold_prep gold_relations heads metric normalise on_error pack params prep"
    " punctuation rank relations repair rewrite rewrite_gold rewrite_system root spans strategy system_format system_heads system_prep"
    " system_readings system_relations where".split()
)


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
        """Run a command. Return its exit status and its two outputs.

        `keep` are texts that the process remembers; a text of the same name and content
        is not sent again.
        """
        with self._lock:
            process = self._start()
            files, blobs = [], []
            for text in list(keep) + list(texts):
                if text in keep:
                    if self._kept.get(text.name) == text:
                        continue
                    self._kept[text.name] = text
                data = text.data
                files.append({"name": text.name, "bytes": len(data), "keep": text in keep})
                blobs.append(data)
            self._number += 1
            header = json.dumps({"id": self._number, "args": list(arguments), "files": files}).encode()
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
            return reply["status"], stdout.decode("utf-8", "replace"), stderr.decode("utf-8", "replace")

    def _run(self, arguments: List[str], inputs: Sequence[Text], allowed: Sequence[int] = (0,), keep: Sequence[Text] = ()) -> Tuple[str, str]:
        texts = [i for i in inputs if i.in_memory and i not in keep]
        status, stdout, stderr = self.call(arguments, texts, [k for k in keep if k.in_memory])
        if status not in allowed:
            raise from_reply(status, stderr)
        return stdout, stderr

    def score(
        self,
        gold: Input,
        system: Input,
        metric: Optional[str] = None,
        *,
        by: Optional[str] = None,
        where: Optional[str] = None,
        rewrite: Optional[str] = None,
        per_sentence: bool = True,
        keep_gold: bool = False,
        **options: Any,
    ) -> Score:
        """Score a system against gold, as `assay_eval.score` does.

        `per_sentence=False` is faster: the result then has no rows. With `keep_gold=True`
        the process remembers gold, so that it is not sent again.
        """
        sides = [resolve(gold, "gold"), resolve(system, "system")]
        options.update(metric=metric, by=by, where=where, rewrite=rewrite, per_sentence=per_sentence)
        stdout, stderr = self._run(
            ["score", sides[0].name, sides[1].name, "--format", "json", "--verbose", *flags(options)],
            sides, (0, 1, 4), [sides[0]] if keep_gold else [],
        )
        seen = {name: value for name, value in options.items() if name in DRAWN}
        if seen.get("metric"):
            seen["metric"] = str(seen["metric"]).split(",")[0]

        def draw(sentence: str) -> str:
            with Worker() as worker:
                return worker._picture(sides, sentence, seen)

        return Score(json.loads(stdout), stderr, draw)

    def compare(self, gold: Input, systems: Mapping[str, Input], metric: Optional[str] = None, **options: Any) -> Comparison:
        """Test whether systems differ, as `assay_eval.compare` does."""
        sides = [resolve(gold, "gold"), *named(systems)]
        options.update(metric=metric)
        stdout, stderr = self._run(["compare", *(s.name for s in sides), "--format", "json", *flags(options)], sides, (0, 1))
        return Comparison(json.loads(stdout), stderr, dict(zip((s.name for s in sides[1:]), systems)))

    def errors(self, gold: Input, system: Input, metric: Optional[str] = None, **options: Any) -> Errors:
        """List parser errors, as `assay_eval.errors` does."""
        sides = [resolve(gold, "gold"), resolve(system, "system")]
        options.update(metric=metric)
        stdout, stderr = self._run(["errors", sides[0].name, sides[1].name, "--format", "json", *flags(options)], sides)
        return Errors(json.loads(stdout), stderr)

    def convert(self, source: Input, to: str, **options: Any) -> str:
        """Convert a treebank, as `assay_eval.convert` does."""
        text = resolve(source, "source")
        return self._run(["convert", text.name, "--to", to, *flags(options)], [text])[0]

    def validate(self, source: Input, **options: Any) -> List[Problem]:
        """List the problems of a treebank, as `assay_eval.validate` does."""
        text = resolve(source, "source")
        stdout, stderr = self._run(["validate", text.name, "--format", "json", "--verbose", *flags(options)], [text], (0, 1))
        return [Problem.of(p) for p in json.loads(stdout) or []]

    def report(self, gold: Input, systems: Mapping[str, Input], path: "Optional[os.PathLike[str] | str]" = None, **options: Any) -> str:
        """Return a page, as `assay_eval.report` does."""
        sides = [resolve(gold, "gold"), *named(systems)]
        page = self._run(["report", *(s.name for s in sides), "-o", "-", *flags(options)], sides)[0]
        if path is not None:
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(page)
        return page

    def drawing(self, gold: Input, system: Optional[Input] = None, sentence: int = 1, **options: Any) -> str:
        """Return the drawing of a sentence (counted from 1) as SVG; with a system, gold and system in one, differences marked."""
        sides = [resolve(gold, "gold")]
        if system is not None:
            sides.append(resolve(system, "system"))
        return self._picture(sides, str(sentence), options)

    def _picture(self, sides: Sequence[Text], sentence: str, options: Mapping[str, Any]) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "sentence.svg")
            self._run(["show", *(s.name for s in sides), "--sentence", sentence, "-o", path, *flags(options)], sides)
            with open(path, encoding="utf-8") as f:
                return f.read()


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


def flags(options: Mapping[str, Any]) -> List[str]:
    """Turn keyword arguments into options of the command."""
    out: List[str] = []
    for key, value in options.items():
        if value is None or value is False:
            continue
        name = "--" + key.rstrip("_").replace("_", "-")  # from_ is --from
        if value is True:
            out.append(name)
        elif isinstance(value, (list, tuple)):
            for v in value:
                out += [f"{name}={_plain(v)}"]
        elif isinstance(value, dict):
            for k, v in value.items():
                out += [f"{name}={k}={_plain(v)}"]
        else:
            out.append(f"{name}={_plain(value)}")
    return out


def _plain(value: Any) -> str:
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise AssayError(f"want a text, a number or a path as the value of an option, found {type(value).__name__}")
