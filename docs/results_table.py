"""The results in README.md and the paper, from the tables of a default run; `make picture` writes them.

python docs/results_table.py FOLDER PAGE...
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pandas as pd

SHOWN = 10
END = "<!-- end -->"
SHORT = re.compile(r"(,| \().*")  # what follows the name of a method in its title


def read_table(directory: Path, name: str) -> pd.DataFrame:
    """A table of a finished run."""
    return pd.read_csv(directory / "results" / "tables" / f"{name}.csv", low_memory=False)


def write_ranking(directory: Path) -> str:
    """The best methods and the reference in Markdown, after the sentences that explain them."""
    ranking = read_table(directory, "ranking").query("primary").set_index("method", drop=False)
    costs = read_table(directory, "relative_cost").set_index("method").cost_factor_median
    titles = read_table(directory, "methods").set_index("method").title.str.replace(SHORT, "", regex=True)
    reference = read_table(directory, "run").reference_method[0]
    text = f"""\
The default run ranks {len(ranking)} methods on {ranking.datasets.max():.0f} data sets under the protocol
`{ranking.protocol.iloc[0]}`. The table lists the ten with the best average rank, and naive Bayes. A gain is
the mean difference from naive Bayes in accuracy points, with its 95 % interval. Cost is the CPU time of
fitting and predicting as a multiple of that of naive Bayes: in total over all data sets, and typically (the
median over the data sets).
"""
    lines = [
        "| Method | Average rank | Gain | Total cost | Typical cost |",
        "| --- | --: | --: | --: | --: |",
    ]
    for row in pd.concat([ranking.head(SHOWN), ranking.loc[[reference]]]).drop_duplicates().itertuples():
        ends = f"{100 * row.gain_low:+.1f} to {100 * row.gain_high:+.1f}"
        gain = "0" if row.method == reference else f"{100 * row.gain:+.1f} ({ends})"
        cost = " | ".join(f"{c:.1f}" if c < 10 else f"{c:,.0f}" for c in (row.cost_factor, costs[row.method]))
        lines.append(f"| {titles[row.method]} (`{row.method}`) | {row.average_rank:.1f} | {gain} | {cost} |")
    return "\n".join([text, *lines, ""])


def write_numbers(directory: Path) -> str:
    """A paragraph with the extent of a run, its verdicts on the papers and its main result."""
    run, papers = read_table(directory, "run").iloc[0], read_table(directory, "papers").sum(numeric_only=True)
    pairs = read_table(directory, "headline").set_index("role")
    titles = read_table(directory, "methods").set_index("method").title
    best, rival = pairs.loc["best rival", ["a", "b"]]
    sentences = (
        f"The default run fits {run.methods} methods on {run.datasets} data sets",
        f"under {run.protocols} protocols.",
        f"Of {papers.claims:.0f} claims of the sources, {papers.claims_supported:.0f} hold,",
        f"{papers.claims_partly:.0f} hold in part, {papers.claims_contradicted:.0f} are contradicted,",
        f"{papers.claims_undecided:.0f} are undecided",
        f"and {papers.claims_not_tested_here:.0f} are not tested here.",
        f"Of {papers.numbers_tested:.0f} comparisons with a printed number,",
        f"{papers.numbers_reproduced:.0f} reproduce it.",
        f"{SHORT.sub('', titles[best])} (`{best}`) has the best average rank of the family:",
        f"{compare_pair(pairs.loc['reference'])} naive Bayes,",
        f"and {compare_pair(pairs.loc['best rival'])} `{rival}`, the best method outside it.",
    )
    return textwrap.fill(" ".join(sentences), width=110, break_on_hyphens=False) + "\n"


def compare_pair(pair: pd.Series) -> str:
    """How far a method is above or below the other one of a pair, in accuracy points."""
    sign = 1 if pair.gain >= 0 else -1
    low, high = sorted(100 * sign * end for end in (pair.gain_low, pair.gain_high))
    word = "above" if sign > 0 else "below"
    return f"{abs(100 * pair.gain):.1f} accuracy points (95 % interval {low:.1f} to {high:.1f}) {word}"


BLOCKS: dict[str, Callable[[Path], str]] = {
    "<!-- results -->\n": write_ranking,
    "<!-- numbers -->\n": write_numbers,
}


def replace_block(page: str, mark: str, block: str) -> str:
    """The text of a page with a block between the mark and the next end."""
    before, start, rest = page.partition(mark)
    return f"{before}{start}{block}{END}{rest.partition(END)[2]}"


def main(directory: str, *pages: str) -> None:
    """Fill in the blocks that the pages have marks for."""
    for path in map(Path, pages):
        page = path.read_text(encoding="utf-8")
        marks = [mark for mark in BLOCKS if mark in page]
        if not marks:
            raise SystemExit(f"error: {path} has no line {' or '.join(map(str.strip, BLOCKS))}: add one")
        for mark in marks:
            page = replace_block(page, mark, BLOCKS[mark](Path(directory)))
        path.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
