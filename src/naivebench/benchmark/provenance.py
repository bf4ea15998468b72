"""Hash of the code behind a module, and versions of packages: the inputs of a job besides its files."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

from naivebench.models import own_methods

SOURCE = Path(__file__).resolve().parents[1]  # src/naivebench
PACKAGE = "naivebench"


def find_module_file(module: str) -> Path | None:
    """Return the source file of a module of this package or of a user-defined method, or None."""
    if own_methods.is_own_file(module):
        return own_methods.find_own_file(module.removeprefix(own_methods.full_module_name("")))
    base = SOURCE.parent / Path(*module.split("."))
    return next((p for p in (base.with_suffix(".py"), base / "__init__.py") if p.is_file()), None)


def _list_imported_files(name: str) -> Iterator[Path]:
    """List the source files that run when a dotted name is imported. The name may end with a function."""
    parts = [name] if own_methods.is_own_file(name) else name.split(".")
    modules = [".".join(parts[: i + 1]) for i in range(len(parts))]
    yield from filter(None, map(find_module_file, modules))


@functools.cache
def parse_source(path: Path) -> tuple[frozenset[Path], str]:
    """Return the source files of this package that a file imports (even inside functions, but not for type
    checkers only), and SHA-256 of its code without comments and docstrings. Code with a syntax error counts
    as its text.
    """
    text = path.read_bytes()
    try:
        tree = ast.parse(text, str(path))
    except SyntaxError:  # importing it reports this in the row of the method
        return frozenset(), hashlib.sha256(text).hexdigest()
    names: list[str] = []
    for node in _walk_executed_nodes(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(
            node, clean=False
        ):
            node.body = node.body[1:]
    imported = frozenset(
        file for name in names if name.split(".")[0] == PACKAGE for file in _list_imported_files(name)
    )
    return imported, hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _walk_executed_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements and blocks except those below `if TYPE_CHECKING:`, which never run."""
    yield tree
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in list(getattr(tree, part, ())) if isinstance(getattr(tree, part, ()), list) else ():
            guard = (
                isinstance(node, ast.If)
                and isinstance(node.test, ast.Name)
                and node.test.id == "TYPE_CHECKING"
            )
            if not guard:
                yield from _walk_executed_nodes(node)


def find_import_closure(*starts: str | Path, without: Sequence[str] = ()) -> list[Path]:
    """List the source files of modules, scripts (paths) and their absolute imports, except `without`."""
    left_out = set(map(find_module_file, without))
    queue = [
        path
        for start in starts
        for path in ([start] if isinstance(start, Path) else _list_imported_files(start))
    ]
    closure: set[Path] = set()
    while queue:
        path = queue.pop()
        if path not in closure and path not in left_out:
            closure.add(path)
            queue.extend(parse_source(path)[0])
    return sorted(closure)


@functools.cache
def hash_code(*starts: str | Path, without: Sequence[str] = ()) -> str:
    """Hash the code of the import closure by SHA-256: the same hash means the same behaviour."""
    digest = hashlib.sha256()
    for path in find_import_closure(*starts, without=without):
        digest.update(f"{path.name}\n{parse_source(path)[1]}\n".encode())
    return digest.hexdigest()


@functools.cache
def find_version(package: str) -> str | None:
    """Find the version of a distribution, or of the one with this import package; None if there is none."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        if importlib.util.find_spec(package) is None:
            return None
    distributions = metadata.packages_distributions().get(package)  # which takes a second
    return metadata.version(distributions[0]) if distributions else None


def find_versions(names: Iterable[str]) -> dict[str, str | None]:
    """Return the installed version of each package; None for a package that is not installed."""
    return {name: find_version(name) for name in names}
