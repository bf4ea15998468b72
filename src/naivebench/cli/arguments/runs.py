"""Arguments of the commands on runs of the benchmark."""

from __future__ import annotations

from naivebench.cli.arguments import shared
from naivebench.cli.arguments.shared import Commands


def status(commands: Commands) -> None:
    command = shared.command(
        commands,
        "status",
        "List what a finished run could not obtain or compute, with remedies, and its report.",
        "examples:\n  naivebench status\n  naivebench status .smoke",
        project=False,
    )
    shared.directory(command)


def folds(commands: Commands) -> None:
    command = shared.command(
        commands,
        "folds",
        "List the test rows of a data set under a protocol, for a tool outside this project to predict.",
        "examples:\n  snakemake --cores all data/discretized/honest/iris.npz\n"
        "  naivebench folds data/discretized/honest/iris.npz --out iris.csv",
        project=False,
    )
    command.add_argument("file", metavar="FILE.npz", help="folds that the workflow has drawn")
    command.add_argument("--out", default="-", metavar="FILE.csv", help="file to write (default: print)")


def diff(commands: Commands) -> None:
    text = """Compare two runs: scores, ranks of the methods, and verdicts on the papers' claims.

A and B are folders of finished runs, or folders that --record has written. Exit status: 0 no difference, 1
differences, 2 wrong input."""
    command = shared.command(
        commands,
        "diff",
        text,
        "examples:\n  naivebench diff data/golden .golden",
        project=False,
    )
    command.add_argument("a", metavar="A", help="the earlier run")
    command.add_argument("b", metavar="B", help="the later run")
    command.add_argument(
        "--tolerance",
        type=float,
        default=1e-6,
        metavar="T",
        help="differences up to T do not count (default 1e-6)",
    )
    command.add_argument(
        "--record",
        action="store_true",
        help="write the scores, ranks and verdicts of B to the folder A; refused if "
        "a score differs and the version is still that of A",
    )
