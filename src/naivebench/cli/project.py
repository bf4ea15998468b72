"""The project's folder, in which a command was called, and its configuration."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from naivebench.core.checks import InputError
from naivebench.models import catalogue
from naivebench.models.method_stanzas import MethodStanza

if TYPE_CHECKING:
    from naivebench.benchmark.configuration import Configuration

MARK = Path("config", "methods.yaml")  # file that identifies a project's folder


def add_configuration_option(command: ArgumentParser) -> None:
    text = "file that updates config/config.yaml, as with snakemake; may be repeated"
    command.add_argument("--configfile", action="append", default=[], metavar="FILE", help=text)


def find_project() -> Path | None:
    """Return the nearest project at or above the current folder, or None."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / MARK).is_file()), None)


def require_project() -> Path:
    """Return the nearest project; raises InputError if there is none."""
    root = find_project()
    if root is None:
        raise InputError(f"no {MARK.as_posix()} here or in a folder above: go into the project's folder")
    return root


def read_configuration(arguments: Namespace) -> Configuration:
    from naivebench.benchmark import configuration

    return configuration.read_configuration(require_project(), arguments.configfile)


def read_methods(arguments: Namespace) -> Mapping[str, MethodStanza]:
    """Read the methods of the project or else of the package; --configfile checks all configuration."""
    if arguments.configfile:
        return read_configuration(arguments).methods
    if root := find_project():
        from naivebench.benchmark import configuration

        return configuration.read_configured_methods(root)
    return catalogue.read_methods()
