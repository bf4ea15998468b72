"""Write the results of a finished default run into README.md, docs/protocols/papers.md and paper/paper.md,
and a picture of the report's first screen.

python docs/render_results.py FOLDER
"""

from __future__ import annotations

import datetime
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "reports" / "example.png"
SHOWN = 10  # methods in the table
END = "<!-- end -->"
NEVER = {"cannot be tested": "–"}
DURATION = re.compile(r"about \d+ minutes on two cores \([^)]+\) and \d+ minutes on eight cores \([^)]+\)")
Tables = dict[str, pd.DataFrame]


def read_tables(folder: Path) -> Tables:
    """The tables of a run by name; `ranking` is the primary one, with titles and typical costs."""
    tables = {path.stem: pd.read_csv(path) for path in (folder / "results" / "tables").glob("*.csv")}
    ranking = tables["ranking"].query("primary").set_index("method")
    ranking["title"] = (
        tables["methods"].set_index("method")["title"].str.replace(r"(,| \().*", "", regex=True)
    )
    ranking["typical"] = tables["relative_cost"].set_index("method")["cost_factor_median"]
    jobs = pd.read_csv(folder / "results" / "jobs.csv")
    return tables | {"jobs": jobs, "ranking": ranking.sort_values("average_rank").reset_index()}


def write_ranking(tables: Tables) -> str:
    """The best methods and the reference, after the sentences that explain the columns."""
    ranking = tables["ranking"]
    reference = tables["answer"].set_index("role")["method"]["reference"]
    intro = f"""\
The default run ranks {len(ranking)} methods on {ranking["datasets"].max():.0f} data sets under the protocol
`{ranking["protocol"][0]}`: everything is learned in the training part of each fold. A gain is the mean
difference from naive Bayes in accuracy points, with its 95 % interval. *Total cost* is the CPU time of
fitting and predicting on all data sets, divided by the sum for naive Bayes. *Typical cost* is the median of
this ratio on single data sets. Both come from one run on one machine.
"""
    lines = [
        "| Method | Average rank | Gain | Total cost | Typical cost |",
        "| --- | --: | --: | --: | --: |",
    ]
    for row in ranking[(ranking.index < SHOWN) | (ranking["method"] == reference)].itertuples():
        ends = (100 * row.gain, 100 * row.gain_low, 100 * row.gain_high)
        gain = "0" if row.method == reference else "{:+.1f} ({:+.1f} to {:+.1f})".format(*ends)
        costs = " | ".join(f"{c:.1f}" if c < 10 else f"{c:,.0f}" for c in (row.cost_factor, row.typical))
        lines.append(f"| {row.title} (`{row.method}`) | {row.average_rank:.1f} | {gain} | {costs} |")
    return "\n".join([intro, *lines, ""])


def write_verdicts(tables: Tables) -> str:
    """The claims that the run could test, with both verdicts, and the number of the others by paper."""
    claims = tables["claims"]
    tested = claims[claims["holds"] != "not tested here"]
    lines = ["| Source | Claim | Reproduced | Holds honestly |", "| --- | --- | --- | --- |"]
    for row in tested.itertuples():
        again = NEVER.get(row.reproduced, row.reproduced)
        lines.append(f"| {row.paper} | {row.sentence} | {again} | {row.holds} |")
    others = claims.drop(tested.index)["paper"].value_counts()
    counts = ", ".join(f"{n} of {paper}" for paper, n in others.items())
    note = f"{others.sum()} more claims are not tested here, because the run lacks their data or methods"
    return "\n".join([*lines, "", f"{note}: {counts}.", ""])


def write_numbers(tables: Tables) -> str:
    """A paragraph with the extent of the run, its verdicts on the papers and its main result."""
    run, holds = tables["run"].iloc[0], tables["claims"]["holds"].value_counts()
    printed = tables["printed"]["verdict"].value_counts()
    pairs = tables["headline"].set_index("role")
    titles = tables["ranking"].set_index("method")["title"]
    best, rival = pairs.loc["reference"], pairs.loc["best rival"]
    sentences = (
        f"The default run computes {run['scores']:,} scores of {run['methods']} methods on {run['datasets']}",
        f"data sets. Of {holds.sum()} claims of the sources, {holds.get('supported', 0)} hold honestly,",
        f"{holds.get('partly', 0)} in part, {holds.get('contradicted', 0)} are contradicted,",
        f"{holds.get('undecided', 0)} are undecided,",
        f"and {holds.get('not tested here', 0)} are not tested here.",
        f"Of {printed.sum() - printed.get('not tested', 0)} comparisons with a printed number,",
        f"{printed.get('reproduced', 0)} reproduce it.",
        f"{titles[best['a']]} (`{best['a']}`) has the best average rank of the family:",
        f"{describe_gain(best)} naive Bayes, and",
        f"{describe_gain(rival)} `{rival['b']}`, the best method outside it.",
    )
    return textwrap.fill(" ".join(sentences), width=110, break_on_hyphens=False) + "\n"


def describe_gain(pair: pd.Series) -> str:
    """How far a method is above or below the other one of a pair, in accuracy points."""
    gain, low, high = (100 * pair[key] for key in ("gain", "gain_low", "gain_high"))
    if gain < 0:
        gain, low, high = -gain, -high, -low
    word = "below" if pair["gain"] < 0 else "above"
    return f"{gain:.1f} accuracy points (95 % interval {low:.1f} to {high:.1f}) {word}"


def measure_run(folder: Path) -> float | None:
    """Seconds from the start of Snakemake to the report, if the folder has one run, on two cores."""
    logs = sorted((folder / ".snakemake" / "log").glob("*.snakemake.log"))
    # a call with nothing to do provides no cores
    cores = {log: re.findall(r"^Provided cores: (\d+)$", log.read_text("utf-8"), re.M) for log in logs}
    runs = [log for log in logs if cores[log]]
    if len(runs) != 1 or cores[runs[0]] != ["2"]:
        return None
    start = datetime.datetime.strptime(runs[0].name[:17], "%Y-%m-%dT%H%M%S").timestamp()
    return (folder / "reports" / "index.html").stat().st_mtime - start


def write_duration(text: str, tables: Tables, measured: float | None = None) -> str:
    """The text with the time of the run on two cores, if it was measured, and on eight cores. What is not
    measured is the sum of the wall times of the jobs over the cores, but at least that of the longest job.
    """
    seconds = tables["jobs"]["wall_seconds"].dropna()
    two, eight = (max(seconds.sum() / cores, seconds.max()) / 60 for cores in (2, 8))
    estimated = "estimated from the job times"
    how = estimated if measured is None else "measured"
    first = f"about {two if measured is None else measured / 60:.0f} minutes on two cores ({how})"
    return DURATION.sub(f"{first} and {eight:.0f} minutes on eight cores ({estimated})", text)


BLOCKS: dict[str, Callable[[Tables], str]] = {
    "<!-- results -->\n": write_ranking,
    "<!-- verdicts -->\n": write_verdicts,
    "<!-- numbers -->\n": write_numbers,
}


def fill_page(page: str, tables: Tables) -> str:
    """The text of a page with the blocks that it has marks for."""
    for mark, write in BLOCKS.items():
        before, start, rest = page.partition(mark)
        if start:
            page = f"{before}{start}{write(tables)}{END}{rest.partition(END)[2]}"
    return page


def draw_picture(page: Path, out: Path, width: int = 1400, height: int = 1000) -> None:
    """Save what a browser shows of a page, in pixels; ends with a sentence where there is no browser."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        sys.exit("error: chromium, which draws the picture of the report, is not installed: install it")
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder, "page.png")
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={folder}/profile", f"--window-size={width},{height}"]
        command += [f"--screenshot={picture}", page.resolve().as_uri()]
        subprocess.run(command, capture_output=True, timeout=300, check=True)
        shutil.copyfile(picture, out)


def main(folder: str) -> None:
    """Fill in the pages, and draw the picture."""
    tables, measured = read_tables(Path(folder)), measure_run(Path(folder))
    for name in ("README.md", "docs/protocols/papers.md", "paper/paper.md"):
        text = fill_page((ROOT / name).read_text(encoding="utf-8"), tables)
        (ROOT / name).write_text(write_duration(text, tables, measured), encoding="utf-8")
    draw_picture(Path(folder, "reports", "index.html"), PICTURE)


if __name__ == "__main__":
    main(*sys.argv[1:])
