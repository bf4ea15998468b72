"""Mutation testing: small changes of the code, one at a time, that tests have to detect (docs/mutation.md).

`make mutants` runs all, which takes days, and continues what .mutants.csv has. `make mutants SAMPLE=20
PART=2/5` runs the second of five parts of a sample of 20 per group, and `make mutants GROUPS="edas
statistics"` runs these groups.

The mutants are those of cosmic-ray, drawn by SEED. Each is tried in a temporary copy of the project, in a
process that is forked after the libraries have been imported, because their import takes longer than most
tests.
"""

from __future__ import annotations

import argparse
import ast
import csv
import datetime
import difflib
import hashlib
import itertools
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES = (
    "numpy",
    "scipy.stats",
    "scipy.special",
    "sklearn",
    "pandas",
    "yaml",
    "pytest",
)  # without numba, because methods check whether it is available
SECONDS, MEMORY = 3600, 8 << 30  # limits of every run of the tests
START = 10  # CPU seconds in addition to five times those of the tests without a mutant
KILLED = 90  # required percentage of the mutants that ran
FIELDS = ("name", "group", "module", "outcome", "line", "mutated")
BEGIN, END = "<!-- by mutants.py --document -->", "<!-- end -->"
OUTCOMES = ("killed", "timed out", "survived")


class Place(NamedTuple):
    """One mutant: which occurrence of an operator of cosmic-ray, in which file, detected by which tests."""

    group: str
    module: str  # path relative to the project's folder
    tests: tuple[str, ...]
    operator: str
    occurrence: int


class Mutant(NamedTuple):
    """A place and the text of the file with the mutant; `name` is stable as long as its function and line
    are.
    """

    place: Place
    name: str
    line: str  # the original code,
    mutated: str  # and the mutated code; several lines are joined
    text: str


def places(root: Path, table: dict) -> list[Place]:
    """All mutants of the modules of a table, except those in annotations.

    A module belongs to the first of `table["set"]` that names it.
    """
    from cosmic_ray.ast import ast_nodes, get_ast

    found, seen = [], set()
    for entry in table["set"]:
        for pattern in entry["modules"]:
            modules = sorted(root.glob(pattern))
            if not modules:
                sys.exit(f"no module {pattern}: correct the table")
            for path in modules:
                module = path.relative_to(root).as_posix()
                if module in seen:
                    continue
                seen.add(module)
                text = path.read_text(encoding="utf-8")
                nodes = list(ast_nodes(get_ast(text)))
                without = _annotations(ast.parse(text))
                for operator, act in _operators():
                    spots = (spot for node in nodes for spot in act.mutation_positions(node))
                    for i, spot in enumerate(spots):
                        if not any(a <= spot[0] and spot[1] <= b for a, b in without):
                            tests = tuple(entry["tests"])
                            found.append(Place(entry["group"], module, tests, operator, i))
    return found


def _operators() -> Iterator:
    """Names and instances of cosmic-ray's operators; operators that need arguments are about causal
    models.
    """
    from cosmic_ray.operators.provider import OperatorProvider

    provider = OperatorProvider()
    return ((name, provider[name]()) for name in provider if not provider[name].arguments())


def _annotations(tree: ast.AST) -> list[tuple]:
    """Positions of annotations as (line, column) of begin and end; no code reads them at run time."""
    nodes = [
        part
        for node in ast.walk(tree)
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if part is not None
    ]
    return [((n.lineno, n.col_offset), (n.end_lineno, n.end_col_offset)) for n in nodes]


def draw(root: Path, found: list[Place], sample: int | None, seed: int, part=1, parts=1) -> Iterator[Mutant]:
    """Draw `sample` mutants of every group (None: all), or a part of them; the same seed and code give the
    same mutants.

    An edit of one module changes which of its own mutants are drawn, and hardly those of others.
    """

    def at(place: Place) -> str:
        text = f"{seed} {place.module} {place.operator} {place.occurrence}"
        return hashlib.sha256(text.encode()).hexdigest()

    for group in sorted({place.group for place in found}):
        of_group = sorted((place for place in found if place.group == group), key=at)
        mutants = (_mutant(root, place) for place in of_group[part - 1 :: parts])
        count = None if sample is None else (sample + parts - part) // parts
        yield from itertools.islice((mutant for mutant in mutants if mutant is not None), count)


def _mutant(root: Path, place: Place) -> Mutant | None:
    """The mutant, or None if it is not valid Python or the same program: other blanks, or a cache removed."""
    from cosmic_ray.ast import Visitor, get_ast

    operator = dict(_operators())[place.operator]
    count = 0

    class Mutation(Visitor):
        def visit(self, node):
            nonlocal count
            for i, _ in enumerate(operator.mutation_positions(node)):
                count += 1
                if count == place.occurrence + 1:
                    return operator.mutate(node, i)
            return node

    text = (root / place.module).read_text(encoding="utf-8")
    mutated = Mutation().walk(get_ast(text)).get_code()
    try:
        if _program(text) == _program(mutated):
            return None
    except SyntaxError:
        return None
    before, after = text.splitlines(), mutated.splitlines()
    changes = [
        c for c in difflib.SequenceMatcher(None, before, after, False).get_opcodes() if c[0] != "equal"
    ]
    first = changes[0][1]
    old = " ".join(line.strip() for _, a, b, _, _ in changes for line in before[a:b])
    new = " ".join(line.strip() for _, _, _, a, b in changes for line in after[a:b])
    scope, begin = _scope(ast.parse(text), first + 1)
    same = sum(line.strip() == old for line in before[begin - 1 : first])  # equal lines of one function
    digest = hashlib.sha256(f"{place.operator}\n{old}\n{new}\n{same}".encode()).hexdigest()[:6]
    stem = place.module.removeprefix("src/naivebench/").removesuffix(".py")
    return Mutant(place, f"{stem}:{scope}:{digest}", old, new, mutated)


def _program(text: str) -> str:
    """The syntax tree without parts that cannot change values.

    These are caches, which only change the time, and `strict=` of `zip`, which guards against errors of the
    program itself.
    """
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.keywords = [k for k in node.keywords if k.arg != "strict"]
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [d for d in node.decorator_list if "cache" not in ast.unparse(d)]
    return ast.dump(tree)


def _scope(tree: ast.Module, line: int) -> tuple[str, int]:
    """Name and first line of the top-level function or class that contains a line."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.lineno <= line <= node.end_lineno:
            return node.name, node.lineno
    return "module", 1


class Copy:
    """A temporary copy of the project in which tests run."""

    def __init__(self, root: Path, table: dict, folder: Path):
        self.folder = folder / "project"
        for name in table["copied"]:
            source, target = root / name, self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            # with compiled code, which records the time of its source
            shutil.copytree(source, target) if source.is_dir() else shutil.copy2(source, target)
        self.limits: dict[tuple, int] = {}

    def limit(self, tests: tuple[str, ...], compiles: bool) -> int:
        """CPU seconds that a mutant may take: five times those of the tests without it, plus START.

        The program ends if the tests fail without a mutant.
        """
        key = tests, compiles
        if key not in self.limits:
            status, seconds, log = self._run(tests, SECONDS, compiles)
            if status != 0:
                sys.exit(f"without any mutant {' '.join(tests)} fail, so no mutant can be judged:\n{log}")
            print(f"{seconds:.1f} s without a mutant: {' '.join(tests)}", flush=True)
            self.limits[key] = int(5 * seconds) + START
        return self.limits[key]

    def outcome(self, mutant: Mutant) -> str:
        """One of OUTCOMES."""
        # numba does not recompile callers of a changed loop in other files, so everything is compiled again
        compiles = mutant.place.module.endswith("_loops.py")
        limit = self.limit(mutant.place.tests, compiles)
        path = self.folder / mutant.place.module
        kept, times = path.read_bytes(), path.stat()
        path.write_text(mutant.text, encoding="utf-8")
        os.utime(path, (times.st_atime + 60, times.st_mtime + 60))  # so that old byte code is never used
        try:
            status, _, _ = self._run(mutant.place.tests, limit, compiles, mutant=True)
        finally:
            path.write_bytes(kept)
            os.utime(path, (times.st_atime, times.st_mtime))
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGALRM):
            return "timed out"
        return "survived" if status == 0 else "killed"

    def _run(self, tests: tuple[str, ...], seconds: int, compiles: bool, mutant: bool = False) -> tuple:
        """Status as from os.wait, CPU seconds and output."""
        with tempfile.TemporaryDirectory() as scratch:
            log = Path(scratch, "log")
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                self._child(tests, seconds, scratch if compiles else None, log, mutant)
            _, status, used = os.wait4(child, 0)
            text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
            return status, used.ru_utime + used.ru_stime, text

    def _child(self, tests, seconds, numba_cache, log, mutant) -> None:
        code = 99
        try:
            with open(log, "wb") as file:
                os.dup2(file.fileno(), 1)
                os.dup2(file.fileno(), 2)
            os.chdir(self.folder)
            os.environ["PYTHONPATH"] = str(self.folder / "src")
            sys.path[:0] = [str(self.folder / "src"), str(self.folder / "tests")]
            if numba_cache:
                os.environ["NUMBA_CACHE_DIR"] = numba_cache
            sys.dont_write_bytecode = mutant
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(SECONDS)  # a mutant that waits forever takes no CPU time
            import pytest

            marks = "not workflow and not data and not browser"
            code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-m", marks, *tests]))
        finally:
            sys.stdout.flush()
            os._exit(code)


def report(made: Counter, rows: list[dict], by: str) -> str:
    """A table of every module or group: the number of mutants, of those that were run, and of each
    outcome.
    """
    lines = [
        f"| {by} | made | run | killed | timed out | survived |",
        "| --- | --: | --: | --: | --: | --: |",
    ]
    counts = Counter((row[by], row["outcome"]) for row in rows)
    for one in [*sorted(made), None]:
        values = [sum(counts[m, o] for m in made if one in (m, None)) for o in OUTCOMES]
        numbers = (made[one] if one else made.total(), sum(values), *values)
        lines.append(f"| {one or 'all'} | " + " | ".join(map(str, numbers)) + " |")
    return "\n".join(lines)


def document(page: Path, text: str) -> None:
    """Write a text between the marks of a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")


def verdict(rows: list[dict], ran: int, explained: str) -> str | None:
    """A sentence on what is wrong with a run, or None.

    `explained` has a line "* `name` reason" for each survivor.
    """
    if not ran:
        return (
            "no mutant was run, so nothing has been shown: take a larger sample, or remove the kept results"
        )
    survivors = [row["name"] for row in rows if row["outcome"] == "survived"]
    if 100 * (len(rows) - len(survivors)) < KILLED * len(rows):
        return f"{len(survivors)} of {len(rows)} mutants survived, more than {100 - KILLED} %: write tests"
    listed = set(re.findall(r"^\* `([^`]+)` *\S", explained, re.M))
    if unlisted := [name for name in survivors if name not in listed]:
        return f"docs/mutation.md has no reason for {', '.join(unlisted)}: write a test, or a reason there"
    return None


def main(arguments: list[str]) -> int:
    """Return 0 if enough mutants were killed and every survivor is explained, and 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, help="mutants per group; all without it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", default="1/1", help="2/5: the second of five parts")
    parser.add_argument("--groups", nargs="*", help="these groups and no others")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project")
    parser.add_argument(
        "--results", type=Path, help="by default .mutants.csv; what it has killed is not run again"
    )
    parser.add_argument(
        "--shown", action="store_true", help="survivors are shown and fail nothing, as a small sample may"
    )
    parser.add_argument("--document", action="store_true", help="put the table into docs/mutation.md")
    options = parser.parse_args(arguments)
    root, path = options.root, options.results or options.root / ".mutants.csv"
    table = tomllib.loads((root / "tests/mutants/groups.toml").read_text(encoding="utf-8"))
    found = places(root, table)
    if options.groups:
        found = [place for place in found if place.group in options.groups]
    part, parts = map(int, options.part.split("/"))
    known: dict[str, dict] = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            known = {row["name"]: row for row in csv.DictReader(file)}
    rows, ran = [], 0
    for library in LIBRARIES:
        __import__(library)
    with tempfile.TemporaryDirectory(prefix="mutants") as folder:
        copy = Copy(root, table, Path(folder))
        for mutant in draw(root, found, options.sample, options.seed, part, parts):
            if known.get(mutant.name, {}).get("outcome", "survived") == "survived":
                outcome = copy.outcome(mutant)
                ran += 1
                row = (
                    mutant.name,
                    mutant.place.group,
                    mutant.place.module,
                    outcome,
                    mutant.line,
                    mutant.mutated,
                )
                known[mutant.name] = dict(zip(FIELDS, row, strict=True))
                if outcome == "survived":
                    print(f"survived: {mutant.name}\n  - {mutant.line}\n  + {mutant.mutated}", flush=True)
                _write(path, known)
            rows.append(known[mutant.name])
    print(report(Counter(place.module for place in found), rows, "module"))
    print(f"\n{ran} of these mutants were run just now.")
    page = root / "docs/mutation.md"
    if options.document:
        commit = subprocess.check_output(
            ["git", "-C", root, "rev-parse", "--short", "HEAD"], text=True
        ).strip()
        head = f"{datetime.date.today()}, commit {commit}, seed {options.seed}:\n\n"
        document(page, head + report(Counter(place.group for place in found), rows, "group"))
    judged = [] if options.shown else rows
    wrong = verdict(judged, ran, page.read_text(encoding="utf-8") if page.exists() else "")
    if wrong:
        print(wrong, file=sys.stderr)
    return 1 if wrong else 0


def _write(path: Path, known: dict[str, dict]) -> None:
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        writer.writeheader()
        writer.writerows(known[name] for name in sorted(known))
    part.replace(path)


if __name__ == "__main__":
    for name in ("OMP", "OPENBLAS", "MKL"):  # set before NumPy is imported, because a fork has one thread
        os.environ[f"{name}_NUM_THREADS"] = "1"
    sys.exit(main(sys.argv[1:]))
