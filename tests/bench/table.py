"""Run all benchmarks and print one table: `make bench`, or `python tests/bench/table.py [ONLY ...]`.

Each `bench*.py` runs in its own process, and its output is its log. ONLY are parts of their names.
docs/performance.json has the rows of the last run of each benchmark; docs/performance.md and the tables in
docs/large-data.md are written from them. The program exits with 1 if a benchmark fails or misses a target.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCS = HERE.parents[1] / "docs"
VERSIONS = ("numpy", "numba", "pyarrow", "scikit-learn", "duckdb")
PEERS = {  # module, or path of a file or program: its name, and how to obtain it
    "duckdb": ("DuckDB", "pip install duckdb"),
    "pyarrow": ("pyarrow", "pip install 'naivebench[files]'"),
    "sklearn": ("scikit-learn", "pip install scikit-learn"),
    "skbn": ("scikit-bayes", "pip install --no-deps scikit-bayes"),
    os.environ.get("WEKA_JAR", "/usr/share/java/weka.jar"): (
        "Weka",
        "install Debian's package weka, or set WEKA_JAR to its jar; java must be on the PATH",
    ),
    "Rscript": ("bnclassify", "install R, then install.packages('bnclassify'); no benchmark calls it yet"),
}


def missing() -> list[str]:
    """A sentence for every peer that is not installed."""

    def found(peer: str) -> bool:
        if "/" in peer:
            return Path(peer).exists()
        return bool(shutil.which(peer)) if peer == "Rscript" else importlib.util.find_spec(peer) is not None

    return [f"{name} is missing: {how}." for peer, (name, how) in PEERS.items() if not found(peer)]


def machine() -> str:
    """Processor, cores, versions and date."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    versions = [f"{name} {version}" for name in VERSIONS if (version := _version(name))]
    parts = [model or platform.processor(), f"{os.cpu_count()} cores", f"Python {platform.python_version()}"]
    return ", ".join([*parts, *versions, time.strftime("%d %B %Y")])


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def run(path: Path, out: Path) -> bool:
    """Run a benchmark that writes its rows to a file, and return whether it met its targets."""
    print(f"{path.name} ...", file=sys.stderr, flush=True)
    done = subprocess.run(
        [sys.executable, str(path)],
        env={**os.environ, "NAIVEBENCH_BENCH_ROWS": str(out)},
        check=False,
        stdout=2,
    )
    return done.returncode == 0


def table(runs: dict[str, dict]) -> list[list[str]]:
    """Headers and cells of the rows of all benchmarks."""
    cells = [["Task", "Peer", "Peer's CPU s", "Our CPU s", "Ratio", "Target", "Result"]]
    for name in sorted(runs):
        for row in runs[name]["rows"]:
            ours, ratio = row.get("seconds"), row.get("ratio")
            met = {True: "met", False: "missed"}.get(row.get("met"), "")  # type: ignore[arg-type]
            said = row.get("achieved", "") or met
            target = row.get("target", "")
            cells.append(
                [
                    row["what"],
                    row.get("peer", ""),
                    _number(row.get("peer_seconds")),
                    _number(ours),
                    _number(ratio),
                    target,
                    f"{said} ({met})" if met and said != met else said,
                ]
            )
    return cells


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}" if value < 1000 else f"{value:,.0f}"


def plain(cells: list[list[str]]) -> str:
    """The table for a terminal."""
    widths = [max(len(row[j]) for row in cells) for j in range(len(cells[0]))]
    return "\n".join(
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells
    )


def markdown(cells: list[list[str]]) -> str:
    """The table for a page."""
    rule = ["---", "---", "--:", "--:", "--:", "---", "---"]
    return "\n".join(f"| {' | '.join(row)} |" for row in (cells[0], rule, *cells[1:]))


def page(runs: dict[str, dict]) -> str:
    """The text of docs/performance.md."""
    text = [
        "# Performance",
        "",
        "This page compares the CPU time of naivebench with that of other programs. `make bench` measures "
        "everything again and\nwrites this page; `make bench ONLY=counters` runs only the benchmarks whose "
        "names contain `counters`.",
        "",
        "The ratio is our CPU time divided by the peer's, so a ratio below 1 means that naivebench is "
        "faster. "
        "A row without a peer\nhas a separate target. Every benchmark runs in a separate process on one "
        "thread. The times depend on the other load of the\nmachine.",
    ]
    for name in sorted(runs):
        text += ["", f"## `{name}`", "", f"{runs[name]['machine']}.", "", markdown(table({name: runs[name]}))]
    return "\n".join(text) + "\n"


def streaming(rows: list[dict], machine: str) -> str:
    """The part of docs/large-data.md about streamed data sets: the table of rows per CPU second, and a
    paragraph with the other results."""
    measured = sorted(
        (r for r in rows if "rows" in r), key=lambda r: (r["method"] != "nb", r["method"] != "tan", r["rows"])
    )
    lines = ["| Method | Rows | Scan | Count | Evaluate | MB |", "| --- | --: | --: | --: | --: | --: |"]
    for row in measured:
        rates = [row["rows"] / row[f"{step}_seconds"] for step in ("scan", "count", "evaluate")]
        shown = [f"{round(rate, -4):,.0f}" for rate in rates]
        lines.append(
            f"| `{row['method']}` | {_power(row['rows'])} | {' | '.join(shown)} | {row['megabytes']:.0f} |"
        )
    most = max(measured, key=lambda r: r["rows"])
    ratios: dict[str, list[float]] = {}
    for row in rows:
        if "evaluated" in row:
            ratios.setdefault(row["evaluated"], []).append(row["ratio"])
    worst = _listed(f"{max(found):.2f} (`{method}`)" for method, found in ratios.items())
    missed = [f"`{method}`" for method, found in ratios.items() if max(found) > 1]
    grown = [row for row in rows if "grown" in row]
    factors = {first: [r for r in grown if r["from"] == first] for first in (row["from"] for row in grown)}
    growth = []
    for first, found in factors.items():
        times = _listed(f"{row['achieved'].removesuffix(' times')} (`{row['grown']}`)" for row in found)
        growth.append(f"{times} times as much as with {_power(first)}")
    sentences = [
        f"The machine and the versions were: {machine}.",
        f"A row takes at most {worst} times as long to evaluate as to count; the target is at most 1"
        f"{f' (missed by {_listed(missed)})' if missed else ''}.",
        f"With {_power(most['rows'])} rows, a row costs {_listed(growth)}; the target is "
        f"{grown[0]['target']}.",
        f"{_power(most['rows'])} rows are {most['parquet_bytes'] / 1e9:.2g} GB of Parquet.",
        *(
            f"With {row['what'].replace(', ', ' (', 1)}), {row['achieved']}."
            for row in rows
            if row["target"] == "same bytes"
        ),
    ]
    return "\n".join([*lines, "", textwrap.fill(" ".join(sentences), 125)])


def _power(rows: int) -> str:
    return f"10^{math.log10(rows):.0f}"


def _listed(parts: Iterable[str]) -> str:
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


def memory_parts(rows: list[dict], machine: str) -> str:
    """The part of docs/large-data.md about what a process needs memory for."""
    shown = {name: f"{size:.0f} MB" for row in rows for name, size in row.get("parts", {}).items()}
    parts = [
        f"the interpreter and libraries ({shown['libraries']}, with compiled loops {shown['loops']} more);",
        f"the part of the row group that Arrow keeps while reading ({shown['reading']});",
        f"the encoded rows that are counted together ({shown['rows']}, and as much again while they are "
        "joined);",
        "the statistics.",
    ]
    return "\n".join(f"- {part}" for part in parts)


def memory(rows: list[dict], machine: str) -> str:
    """The part of docs/large-data.md about the memory of `count`: a table, and the machine."""
    lines = [
        "| Columns | Methods | Statistics | Largest resident set | Requested from Slurm |",
        "| --: | --- | --: | --: | --: |",
    ]
    for row in rows:
        if "columns" in row:
            methods = ", ".join(f"`{method}`" for method in row["methods"])
            sizes = [row[f"{name}megabytes"] for name in ("statistics_", "", "requested_")]
            shown = [f"{size:,.{0 if size >= 1 else 1}f} MB" for size in sizes]
            lines.append(f"| {row['columns']} | {methods} | {' | '.join(shown)} |")
    return "\n".join([*lines, "", textwrap.fill(f"The machine and the versions were: {machine}.", 125)])


LARGE_DATA = {  # mark in docs/large-data.md: the benchmark and the text that follows it
    "streaming": ("bench_streaming", streaming),
    "memory parts": ("bench_memory", memory_parts),
    "memory": ("bench_memory", memory),
}


def pages(runs: dict[str, dict]) -> dict[str, str]:
    """The pages with measured numbers, by name."""
    measured = any(benchmark in runs for benchmark, _ in LARGE_DATA.values())
    text = (DOCS / "large-data.md").read_text() if measured else ""
    for name, (benchmark, shown) in LARGE_DATA.items():
        if benchmark in runs:
            before, mark, rest = text.partition(f"<!-- {name} -->\n")
            after = rest.partition("<!-- end -->")[2]
            text = f"{before}{mark}{shown(**runs[benchmark])}\n<!-- end -->{after}"
    return {"performance.md": page(runs)} | ({"large-data.md": text} if text else {})


def main(*only: str) -> None:
    """Run the benchmarks, print the table and write the pages; exit with 1 if a benchmark fails."""
    paths = [
        p
        for p in sorted(HERE.glob("bench*.py"))
        if not only or any(o in p.stem[len("bench") :] for o in only)
    ]
    if not paths:
        sys.exit(f"no benchmark has {' or '.join(only)} in its name: choose from tests/bench/bench*.py")
    kept = DOCS / "performance.json"
    runs = json.loads(kept.read_text()) if kept.exists() else {}
    measured, missed = {}, []
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "rows.json"
            if not run(path, out):
                missed.append(path.name)
            if out.exists():
                measured[path.stem] = {"machine": machine(), "rows": json.loads(out.read_text())}
    runs |= measured
    kept.write_text(json.dumps(runs, indent=1, sort_keys=True) + "\n")
    for name, text in pages(runs).items():
        (DOCS / name).write_text(text)
    print(plain(table(measured)))
    for sentence in missing():
        print(sentence)
    if missed:
        sys.exit(f"targets missed, or failed: {' '.join(missed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
