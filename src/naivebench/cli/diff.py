"""`naivebench diff`: what differs between two runs."""

from __future__ import annotations

from argparse import Namespace

from naivebench.benchmark.publication import differences
from naivebench.core.checks import InputError, at_least


def run(arguments: Namespace) -> int:
    """Print what differs; 1 if anything does, else 0.

    With `record`, B becomes A: raises InputError where a score differs and the results version does not.
    """
    at_least(arguments.tolerance, 0, "--tolerance")
    a, b = differences.read(arguments.a), differences.read(arguments.b)
    found = differences.compare(a, b, arguments.tolerance)
    print(*differences.text(a, b, found, arguments.tolerance), sep="\n")
    if arguments.record:
        if len(found.scores) and a.version == b.version:
            raise InputError(
                f"scores differ, and both are results {a.version}: raise RESULTS_VERSION in "
                "src/naivebench/__init__.py and say in CHANGELOG.md which scores changed and why"
            )
        differences.record(b, arguments.a)
        return 0
    return int(any(len(rows) for rows in found))
