from __future__ import annotations

import errno
from typing import List, Mapping, Optional, Sequence


class AssayError(Exception):
    """An error of assay: `message`, and a `hint` how to go on, where assay knows one.

    `notes` are the lines that the command wrote before it failed.
    """

    def __init__(self, message: str, hint: Optional[str] = None):
        super().__init__(message if hint is None else f"{message}\nhint: {hint}")
        self.message = message
        self.hint = hint
        self.notes: List[str] = []

    def __str__(self) -> str:
        return str(self.args[0])


class BinaryNotFoundError(AssayError):
    """The package holds no binary, or none that runs on this machine."""


class ObjectError(AssayError, TypeError):
    """A Python object is no sentence that assay knows."""


class UsageError(AssayError, ValueError):
    """An argument is wrong: an unknown measure, option or value."""


class InputError(AssayError, ValueError):
    """An input cannot be read or paired. `file`, `line` and `column` say where, if known; `cause` says why."""

    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None

    @property
    def cause(self) -> str:
        """The message without the place before it."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return self.message[len(place):].lstrip(": ") if self.message.startswith(place + ":") else self.message


class MissingFileError(InputError, FileNotFoundError):
    """There is no such file."""

    def __init__(self, message: str, hint: Optional[str] = None):
        super().__init__(message, hint)
        self.errno = errno.ENOENT


class WorkerError(AssayError):
    """The process of assay ended before it answered."""


_for_the_shell = ("assay_eval.help(", "is a variable of the shell unset?")


def from_reply(status: int, fault: Optional[Mapping[str, object]], stderr: str) -> AssayError:
    """Make the exception of a command that failed."""
    lines = stderr.splitlines()
    if fault is None:  # the figures came, and an input could not be read to its end
        first = next((line for line in lines if line.strip()), f"assay ended with status {status}")
        fault = {"message": first.replace("assay: ", "", 1)}
    message = str(fault["message"])
    if message.endswith("no sentence was scored"):  # the problems before it say why
        reason = next((line for line in lines if line.strip() and not line.startswith(("note:", "hint:", "warning:", "assay:"))), "")
        message += f": {reason}" if reason else ""
    found = fault.get("hints")
    hints = [str(h) for h in found] if isinstance(found, Sequence) else []
    hints = [h for h in hints if not h.startswith(_for_the_shell) and h not in message]
    hint = "\n".join(dict.fromkeys(hints)) or None
    if status == 2:
        err: AssayError = UsageError(message, hint)
    else:
        unread = (MissingFileError if fault.get("missing") else InputError)(message, hint)
        unread.file = str(fault["file"]) if fault.get("file") else None
        unread.line, unread.column = _number(fault.get("line")), _number(fault.get("column"))
        if isinstance(unread, MissingFileError):
            unread.filename = unread.file
        err = unread
    err.notes = lines
    return err


def _number(value: object) -> Optional[int]:
    return value if isinstance(value, int) and value > 0 else None
