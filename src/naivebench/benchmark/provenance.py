"""Provenance of results: the source files behind a module, fingerprints of work, and the environment.

Snakemake does not notice changes of imported modules; therefore rules declare the import closure found here
as input.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import importlib.util
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.core import files
from naivebench.models import own

SOURCE = Path(__file__).resolve().parents[1]  # src/naivebench
PACKAGE = "naivebench"


def module_path(module: str) -> Path | None:
    """Source file of a dotted module of this package, or of a user's own method.

    A user's method is named by its file instead of a dotted name. The result is None if the file does not
    exist.
    """
    if own.is_own(module):
        return own.path(module.removeprefix(own.dotted("")))
    base = SOURCE.parent / Path(*module.split("."))
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)


def modules(package: str) -> list[str]:
    """Sorted dotted names of all modules below a package of this project."""
    base = SOURCE.parent / Path(*package.split("."))
    parts = (path.relative_to(SOURCE.parent).with_suffix("").parts for path in base.rglob("*.py"))
    return sorted(".".join(p[:-1] if p[-1] == "__init__" else p) for p in parts)


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[: i + 1]) for i in range(len(parts))]


def parse(path: Path) -> ast.Module | None:
    """Syntax tree of a source file; None if its syntax is wrong, which importing it reports in the row of the
    method.
    """
    try:
        return ast.parse(path.read_bytes(), str(path))
    except SyntaxError:
        return None


class Read(NamedTuple):
    """Facts about a source file: the imported modules, and a hash of the code.

    `names`: dotted names of this package that it imports, also inside functions, except those for type
    checkers. `code`: SHA-256 of its code without comments and docstrings.
    """

    names: list[str]
    code: str


@functools.cache
def _read(path: Path) -> Read:
    """Imports and hash of a source file, read from a file next to its compiled code unless the source has
    changed.

    Parsing all source files takes as long as all other work when Snakemake starts.
    """
    text = path.read_bytes()
    key = hashlib.sha256(f"{sys.version}{_own_text()}".encode() + text).hexdigest()
    kept = path.parent / "__pycache__" / f"{path.stem}.read.json"
    try:
        known = json.loads(kept.read_bytes())
        if known["key"] == key:
            return Read(known["names"], known["code"])
    except (OSError, ValueError, KeyError, TypeError):  # the file is missing, or has other content
        pass
    tree = parse(path)
    names = _imported(tree) if tree else []
    code = ast.dump(_without_docstrings(tree)).encode() if tree else text
    read = Read(names, hashlib.sha256(code).hexdigest())
    with contextlib.suppress(OSError), files.replace(kept) as temporary:  # the folder may be read-only
        temporary.write_text(json.dumps({"key": key} | read._asdict()))
    return read


@functools.cache
def _own_text() -> str:
    return Path(__file__).read_text(encoding="utf-8")


def _imported(tree: ast.Module) -> list[str]:
    names: list[str] = []
    for statement in _statements(tree.body):
        if isinstance(statement, ast.Import):
            names += [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom) and statement.module:
            names += [statement.module, *(f"{statement.module}.{alias.name}" for alias in statement.names)]
    return [n for n in names if n.split(".")[0] == PACKAGE]


@functools.cache
def _imports(path: Path) -> frozenset[Path]:
    """Source files of this package that a source file imports, including the packages that contain them.

    The result is cached, because every job of a run asks for the files of its methods.
    """
    return _files(_read(path).names)


def _files(names: Iterable[str]) -> frozenset[Path]:
    """Source files that run when dotted names are imported; the last part of a name may be a function instead
    of a module.
    """
    modules = {module for name in names for module in ([name] if own.is_own(name) else _parents(name))}
    return frozenset(path for module in modules if (path := module_path(module)))


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All statements, also nested ones, except those below `if TYPE_CHECKING:`, which never run."""
    for node in body:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from _statements(getattr(node, part, ()))


def sources(*starts: str | Path, without: Sequence[str] = ()) -> list[Path]:
    """The import closure: source files that the modules (dotted names) or scripts (paths) import, and their
    own files.

    `without`: modules that are not followed. Only absolute imports are found; the project uses no others. The
    result is sorted by path.
    """
    left_out = {module_path(module) for module in without}
    queue = [path for s in starts for path in ([s] if isinstance(s, Path) else _files([s]))]
    closure: set[Path] = set()
    while queue:
        path = queue.pop()
        if path not in closure and path not in left_out:
            closure.add(path)
            queue.extend(_imports(path))
    return sorted(closure)


def _without_docstrings(tree: ast.AST) -> ast.AST:
    for node in ast.walk(tree):
        if (
            isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
            and ast.get_docstring(node, clean=False) is not None
        ):
            node.body = node.body[1:]
    return tree


def _code(path: Path) -> str:
    return _read(path).code


def code_hash(*starts: str | Path, without: Sequence[str] = ()) -> str:
    """SHA-256 over the code of the import closure, without comments and docstrings: the same hash means the
    same behaviour.
    """
    digest = hashlib.sha256()
    for path in sources(*starts, without=without):
        digest.update(f"{path.name}\n{_code(path)}\n".encode())
    return digest.hexdigest()


def package_versions(names: Iterable[str]) -> dict[str, str | None]:
    """Installed version of each package; None for a package that is not installed."""
    return {name: _version(name) for name in names}


@functools.cache
def _version(name: str) -> str | None:
    """Version of a distribution, cached: finding it reads files, and a job asks for the same ones for every
    method.
    """
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


@functools.cache
def installed(package: str) -> str | None:
    """Version of the distribution that provides the import package of this name; None if there is none."""
    from importlib import metadata

    if importlib.util.find_spec(package) is None:
        return None
    with contextlib.suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    # reads all distributions, which takes a second
    distributions = metadata.packages_distributions().get(package)
    return metadata.version(distributions[0]) if distributions else None


def _git(root: Path, *arguments: str) -> str | None:
    """Output of a git command in `root`; None outside a checkout or without git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def environment(root: Path, seed: int) -> dict[str, Any]:
    """Commit, versions and machine, as the report's provenance section shows them."""
    names = [
        "snakemake",
        "numpy",
        "scipy",
        "scikit-learn",
        "pandas",
        "pyarrow",
        "seaborn",
        "matplotlib",
        "statsmodels",
        "numba",
        "jinja2",
        "gemmi",
    ]
    return {
        "date": _git(root, "log", "-1", "--format=%cI"),
        "commit": _git(root, "rev-parse", "HEAD"),
        "dirty": bool(_git(root, "status", "--porcelain")),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "packages": package_versions(names),
        "executable": Path(sys.executable).name,
        "seed": seed,
    }
