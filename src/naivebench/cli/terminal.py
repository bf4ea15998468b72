"""Text on the terminal, and output files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from naivebench.core.checks import InputError, replace_control_characters
from naivebench.core.files import is_special_file, replace_file


def print_note(sentence: str) -> None:
    """Print a note on standard error, without characters that could move the cursor or colour a terminal."""
    print(replace_control_characters(f"note: {sentence}"), file=sys.stderr)


def print_text(text: str) -> None:
    """Print text on standard output, without control characters."""
    print(replace_control_characters(text))


def check_output_path(path: str | None, read: Sequence[str | None] = ()) -> None:
    """Raise InputError, before any work is done, if the file of --out cannot be written or is also read."""
    if path is None or path == "-" or is_special_file(path):
        return
    target = os.path.realpath(path)
    if target in [os.path.realpath(other) for other in read if other]:
        raise InputError(f"--out names {path}, which the command also uses: choose another file")
    if os.path.isdir(target) or not os.access(os.path.dirname(target), os.W_OK):
        raise InputError(f"cannot write {path}: name a file in a folder in which you may write")


def write_output(path: str, content: str | bytes) -> None:
    """Write the whole file or nothing; the path - means standard output."""
    if path == "-":
        if isinstance(content, str):
            sys.stdout.write(replace_control_characters(content) if sys.stdout.isatty() else content)
        else:
            sys.stdout.buffer.write(content)
        return
    try:
        data = content if isinstance(content, bytes) else content.encode()
        with replace_file(path) as temporary:
            temporary.write_bytes(data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from error
