from __future__ import annotations

import re
from typing import Optional


class AssayError(Exception):
    """An error of assay. `hint` says how to go on, where assay knows it."""

    def __init__(self, message: str, hint: Optional[str] = None):
        super().__init__(message if hint is None else f"{message}\nhint: {hint}")
        self.message = message
        self.hint = hint


class BinaryNotFoundError(AssayError):
    """The package holds no binary, or none that runs on this machine."""


class ObjectError(AssayError, TypeError):
    """A Python object is no sentence that assay knows."""


class UsageError(AssayError, ValueError):
    """An argument is wrong: an unknown measure, option or value."""


class InputError(AssayError, ValueError):
    """An input cannot be read or paired. `file`, `line` and `column` say where, if known."""

    def __init__(self, message: str, hint: Optional[str] = None):
        super().__init__(message, hint)
        at = _place.match(message)
        self.file: Optional[str] = at.group(1) if at else None
        self.line: Optional[int] = int(at.group(2)) if at else None
        self.column: Optional[int] = int(at.group(3)) if at and at.group(3) else None


class WorkerError(AssayError):
    """The process of assay ended before it answered."""


_place = re.compile(r"(.+?):(\d+)(?::(\d+))?:? ")


def from_reply(status: int, stderr: str) -> AssayError:
    """Make the exception of a command that failed. The last line that is no hint is the error."""
    message, hint = "", None
    for line in stderr.splitlines():
        if line.startswith("hint: "):
            hint = line[len("hint: "):]
        elif line.startswith("assay: "):
            message, hint = line[len("assay: "):], None
        elif line.strip() and not message:
            message = line.strip()
    if not message:
        message = f"assay ended with status {status}"
    message = message.replace("name it with --from", "name it with from_=")
    if status == 2:
        return UsageError(message, hint)
    return InputError(message, hint)
