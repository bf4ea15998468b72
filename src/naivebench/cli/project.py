"""The project's folder and its configuration, as the options of a command name them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.core.checks import InputError

if TYPE_CHECKING:
    from naivebench.benchmark.configuration import Configuration
    from naivebench.models.method_stanzas import MethodStanza

MARK = Path("config", "methods.yaml")  # file that identifies a project's folder


def add_project_options(command: ArgumentParser, mirror: bool = False) -> None:
    """Add the options for the project's folder, files that update its configuration, and a mirror."""
    command.add_argument("--project", metavar="DIR", help="the project's folder, which contains config/")
    text = "file that updates config/config.yaml, as with snakemake; may be repeated"
    command.add_argument("--configfile", action="append", default=[], metavar="FILE", help=text)
    if mirror:
        text = "folder of archives that is searched before the network is used"
        command.add_argument("--mirror", metavar="DIR", help=text)


def find_project(folder: str | None) -> Path | None:
    """Return the named project, otherwise the nearest project at or above the current folder, or None."""
    if folder is None:
        here = Path.cwd()
        return next((parent for parent in (here, *here.parents) if (parent / MARK).is_file()), None)
    if not (Path(folder) / MARK).is_file():
        raise InputError(
            f"--project {folder} is not the project's folder: it does not contain {MARK.as_posix()}"
        )
    return Path(folder)


def require_project(folder: str | None, writes: bool = False) -> Path:
    """Return the project as `find_project` finds it, otherwise the source code's, unless the command
    writes into the project.
    """
    source = Path(__file__).resolve().parents[3]
    root = find_project(folder) or (source if (source / MARK).is_file() and not writes else None)
    if root is None:
        raise InputError(
            f"no {MARK.as_posix()} in the current folder or above it: go into the project's folder, or "
            "name it with --project"
        )
    return root


def read_configuration(arguments: Namespace) -> Configuration:
    """Read the configuration of the project, updated by the files of --configfile."""
    from naivebench.benchmark import configuration

    return configuration.read_configuration(require_project(arguments.project), arguments.configfile)


def read_methods(arguments: Namespace) -> Mapping[str, MethodStanza]:
    """Read the methods of the project, or the package's without a project, by id, updated by the files
    of --configfile.

    With --configfile, the whole configuration is read, so that every fault in it is reported.
    """
    if arguments.configfile:
        return read_configuration(arguments).methods
    if root := find_project(arguments.project):
        from naivebench.benchmark import configuration

        return configuration.read_configured_methods(root)
    from naivebench.models import catalogue

    return catalogue.read_methods()
