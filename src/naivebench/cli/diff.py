"""Compare two runs: scores, ranks of the methods, and verdicts on claims.

A and B are folders of finished runs, or folders that --record has written. The exit status is 0 without
differences, 1 with differences, and 2 for wrong input.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from naivebench.benchmark import run_comparison
from naivebench.core.checks import InputError

EXAMPLES = "  naivebench diff data/golden .golden"


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("a", metavar="A", help="the earlier run")
    add("b", metavar="B", help="the later run")
    text = "write scores, ranks and verdicts of B to A; refused if scores differ and the version is the same"
    add("--record", action="store_true", help=text)


def run(arguments: Namespace) -> int:
    """Print the differences; without --record, return 1 if there are any that processors do not explain."""
    a, b = run_comparison.read_run(arguments.a), run_comparison.read_run(arguments.b)
    changes = run_comparison.compare_runs(a, b)
    print(*run_comparison.describe_differences(a, b, changes), sep="\n")
    if arguments.record:
        if len(changes["scores"]) and a.version == b.version:
            raise InputError(
                f"scores differ, and both have version {a.version}: raise __version__ in "
                "src/naivebench/__init__.py and say in CHANGELOG.md which scores changed and why"
            )
        run_comparison.record_run(b, arguments.a)
        return 0
    if not any(map(len, changes.values())):
        return 0
    if not run_comparison.is_processor_effect(a, b, changes):
        return 1
    share = f"{run_comparison.OTHER_PROCESSOR:.0%}"
    print(f"At most {share} of the scores differ, and the processors differ, so the runs count as equal.")
    return 0
