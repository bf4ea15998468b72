"""`naivebench diff`: show the differences between two runs."""

from __future__ import annotations

from argparse import Namespace

from naivebench.benchmark import differences
from naivebench.core.checks import InputError, at_least


def run(arguments: Namespace) -> int:
    """Print the differences; return 1 if there are any that the processors do not explain, otherwise 0.

    With `record`, run A is overwritten by run B. This raises InputError if scores differ but the
    version does not.
    """
    at_least(arguments.tolerance, 0, "--tolerance")
    a, b = differences.read(arguments.a), differences.read(arguments.b)
    found = differences.compare(a, b, arguments.tolerance)
    print(*differences.text(a, b, found, arguments.tolerance), sep="\n")
    if arguments.record:
        if len(found.scores) and a.version == b.version:
            raise InputError(
                f"scores differ, and both have version {a.version}: raise __version__ in "
                "src/naivebench/__init__.py and say in CHANGELOG.md which scores changed and why"
            )
        differences.record(b, arguments.a)
        return 0
    if not any(len(rows) for rows in found):
        return 0
    if differences.is_rounding(a, b, found):
        share = f"{differences.OTHER_PROCESSOR:.0%}"
        print(
            f"The processors have other vector instructions, and at most {share} of the scores differ: equal."
        )
        return 0
    return 1
