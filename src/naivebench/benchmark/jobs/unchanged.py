"""Find out that a command has nothing to do, without building the graph of jobs.

For a large run, Snakemake builds this graph for many seconds, even if all jobs are done. When a command has
left nothing to do, the states of all files on which this depends are stored. While they stay the same, the
same command has nothing to do either.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core.files import UNREADABLE, replace

KNOWN = "results/jobs/unchanged.json"
SOURCES = ("Snakefile", "workflow", "profiles", "src", "config", "data/published")
# the options of commands that are remembered, and the largest number of arguments that each takes
OPTIONS = {
    **dict.fromkeys(["--cores", "-c", "--logger", "--directory", "-d", "--snakefile", "-s"], 1),
    **dict.fromkeys(["--configfile", "--configfiles", "--config", "-C", "--quiet", "-q"], 99),
    **dict.fromkeys(["--keep-going", "-k", "--rerun-incomplete", "--ri", "--printshellcmds", "-p"], 0),
}
# size and modification time of a file, number and checksum of the names in a folder, None if neither exists
State = list[int] | None
States = dict[str, State]


class Command(NamedTuple):
    """A call of Snakemake."""

    arguments: Sequence[str]  # of the command line
    config: Mapping[str, Any]  # values from --configfile and --config, which a profile can set, too


def has_nothing_to_do(command: Command, read: States) -> bool:
    """Whether the command is the one that was remembered, and all files are in the same state as then.

    read: states of everything in `project`, which another Python or another copy of the project do not share.
    """
    with contextlib.suppress(*UNREADABLE):
        known = json.loads(Path(KNOWN).read_text(encoding="utf-8"))
        same = known["command"] == _identity(command) and known["states"].items() >= read.items()
        return same and states(known["states"]) == known["states"]
    return False


def remember(command: Command, read: States, written: Iterable[str]) -> None:
    """Store that a command has left nothing to do, unless it has targets or other options than OPTIONS.

    read: states, before the first job, of what the command has read and does not write; written: files that
    it writes. Nothing is stored if one of `read` has changed, because jobs may have read it before or after.
    """
    made = set(written)
    before = {path: state for path, state in read.items() if path not in made}
    if not _plain(command.arguments) or states(before) != before:
        return
    known = {"command": _identity(command), "states": before | states(sorted(made))}
    with contextlib.suppress(OSError), replace(KNOWN) as temporary:  # the run itself has succeeded
        temporary.write_text(json.dumps(known), encoding="utf-8")


def states(paths: Iterable[str]) -> States:
    """The states of files and folders, which need not exist."""
    return {path: _state(path) for path in paths}


def project(root: Path) -> Iterator[str]:
    """Everything in the project's folder that decides what the jobs are, and the packages of this Python."""
    for name in SOURCES:
        yield from below(root / name)
    yield sys.executable
    # a run makes folders in its own folder, and its first run in the project's
    yield from (path for path in sys.path if Path(path).resolve() not in (Path.cwd(), root.resolve()))


def below(path: str | Path) -> Iterator[str]:
    """A file, or a folder with everything in it, so that files which appear later are noticed."""
    yield str(path)
    for folder, folders, files in os.walk(path):
        folders[:] = _lasting(folders)
        yield from (os.path.join(folder, name) for name in [*folders, *files])


def _plain(arguments: Sequence[str]) -> bool:
    allowed = 0
    if os.environ.get("SNAKEMAKE_PROFILE"):  # it can contain any option
        return False
    for argument in arguments:
        if not argument.startswith("-"):
            allowed -= 1
        elif argument in OPTIONS:
            allowed = OPTIONS[argument]
        elif re.fullmatch(r"-c\w+|--cores=\w+", argument):
            allowed = 0
        else:
            return False
        if allowed < 0:  # a target
            return False
    return True


def _identity(command: Command) -> list[str]:
    """The arguments, and the values and environment variables that decide what a run does."""
    read = [f"{k}={v}" for k, v in os.environ.items() if k.startswith(("NAIVEBENCH_", "SNAKEMAKE_"))]
    told = sorted(v for v in read if not v.startswith("NAIVEBENCH_MAIN_PID="))
    return [*command.arguments, *told, repr(command.config)]


def _state(path: str) -> State:
    try:
        found = os.stat(path)
        if not os.path.isdir(path):
            return [found.st_size, found.st_mtime_ns]
        names = _lasting(sorted(os.listdir(path)))
    except OSError:
        return None
    return [len(names), zlib.crc32("\0".join(names).encode(errors="surrogateescape"))]


def _lasting(names: Iterable[str]) -> list[str]:
    """Names without the folders that Python makes for its own use."""
    return [name for name in names if name != "__pycache__"]
