"""Where the CPU time of a finished run went, by part.

Run `python tests/bench/bench_run.py [folder [result.json]]`. The folder (by default the project's) is that of
a finished run with its logs. Nothing is measured again: every job has recorded its CPU seconds, and jobs of
`evaluate` also those of fits and predictions. Jobs that choose constants on the test parts record only the
fits with the constants that they chose, so the rest of their time counts as fits too.

If the variable NAIVEBENCH_BENCH_PAIR is `OLD:NEW`, the folders of two finished runs of the same configuration
by older and newer code, their parts are compared too.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests/bench")]

import targets  # noqa: E402

PERCENT = 15
FITS, CHOICE = "fits and predictions", "choice of constants by fits"
MAIN = "Snakemake and its workers"


def parts(folder: Path) -> Counter[str]:
    """CPU seconds of every part of a run."""
    spent: Counter[str] = Counter()
    for path in sorted((folder / "logs/usage").rglob("*.json")):
        rule, _, name = path.relative_to(folder / "logs/usage").with_suffix("").as_posix().partition("/")
        usage = json.loads(path.read_text())
        fitted = usage.get("fit_predict_seconds", 0.0)
        spent[FITS] += fitted
        rest = CHOICE if rule == "evaluate" and chooses(folder, name) else f"other work of {rule}"
        spent[rest] += usage["cpu_seconds"] - fitted
    spent[MAIN] = _about(folder)["run"]["cpu_seconds_main"]
    return spent


def chooses(folder: Path, name: str) -> bool:
    """Whether a job of `evaluate` chooses constants of a method on the test parts."""
    (settings,) = (folder / "results/jobs/evaluate").glob(f"{name}-*.json")
    return any("chosen_on_test" in stanza for stanza in json.loads(settings.read_text())["methods"].values())


def rows(folder: Path) -> Iterator[dict]:
    """A row for each part, and one for all that is neither fit nor prediction."""
    spent = parts(folder)
    whole = spent.total()
    for part, seconds in spent.most_common():
        said = f"{seconds:.0f} CPU s, {100 * seconds / whole:.1f} %"
        yield {"what": f"a run's {part}", "target": "", "achieved": said}
    other = 100 * _other(spent) / whole
    yield {
        "what": "neither fit nor prediction in a run",
        **targets.at_most(other, PERCENT, " %"),
        "achieved": f"{other:.1f} % of {whole:.0f} CPU s",
    }


def side_by_side(older: Path, newer: Path) -> Iterator[dict]:
    """A row for each part of two runs of the same data sets and methods, and rows for all of them."""
    before, after = parts(older), parts(newer)
    n, commit = len(list((newer / "data/prepared").glob("*.npz"))), _about(older)["commit"][:7]

    def row(part: str, theirs: float, ours: float) -> dict:
        return targets.beside(f"{part}, run of {n} data sets", f"the code of {commit}", theirs, ours)

    for part, seconds in before.most_common():
        yield row(part, seconds, after[part])
    yield row("all but fits and predictions", _other(before), _other(after))
    yield row("everything", before.total(), after.total())


def _other(spent: Counter[str]) -> float:
    return spent.total() - spent[FITS] - spent[CHOICE]


def _about(folder: Path) -> dict:
    """What a run has recorded about itself and the machine."""
    return json.loads((folder / "results/environment.json").read_text())


def main(folder: str = str(ROOT), out: str | None = None) -> None:
    if not Path(folder, "results/environment.json").exists():
        print(f"nothing to measure: {folder} holds no finished run")
        return
    told = list(rows(Path(folder).resolve()))
    for row in told:
        print(f"{row['what']:45s} {row['target']:15s} {row['achieved']}")
    if pair := os.environ.get("NAIVEBENCH_BENCH_PAIR"):
        both = list(side_by_side(*(Path(f).resolve() for f in pair.split(":"))))
        told += both
        for row in both:
            print(f"{row['what']:60s} {row['peer_seconds']:8.1f} {row['seconds']:8.1f} {row['ratio']:.2f}")
    targets.finish(told, out)


if __name__ == "__main__":
    main(*sys.argv[1:])
