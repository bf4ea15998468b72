"""Read the page of a finished run from its HTML: tables, embedded arrays and sentences."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
from compare import Outcome, is_close

PACKED = re.compile(r'<script type="application/octet-stream" id="packed-([^"]+)">([^<]*)</script>')
NUMBER = re.compile(r"[+\-−]?\d[\d,]*(?:\.\d+)?(?:e[+\-−]?\d+)?")
SCALES = (1, 100, 1e3, 1e6, 1 / 60, 1 / 3600, 1 / 1024)  # as it is, percent, ms, μs, minutes, hours, GB
# for tables of cards: the CSV file with the rows of all cards, and the column that identifies the card
CARDS = {
    "dataset": ("dataset_scores", "dataset"),
    "ranks": ("dataset_ranks", "dataset"),
    "experiment": ("ranking_experiments", None),
    "method": ("method_summary", "method"),
    "gains": ("method_gains", "method"),
    "suits": ("suits", None),
    "best": ("dataset_ranks", "dataset"),
}


class Tables(HTMLParser):
    """Parser of the tables of a page: (name, rows of {column: (data-v or None, text)})."""

    def __init__(self, text: str):
        super().__init__()
        self.found: list[tuple[str, list[dict]]] = []
        self.name, self.columns, self.cells, self.cell = "", [], [], None
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list) -> None:
        given = dict(attributes)
        self.name = given.get("data-table", self.name)
        if tag == "table":
            self.columns, rows = [], []
            self.found.append((self.name, rows))
        elif tag == "tr":
            self.cells = []
        elif tag in ("th", "td"):
            if "data-key" in given:
                self.columns.append(given["data-key"])
            self.cell = [given.get("data-v"), ""]

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell[1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self.name = ""
        if tag in ("th", "td") and self.cell is not None:
            self.cells.append(tuple(self.cell))
            self.cell = None
        elif tag == "tr" and self.columns and len(self.cells) == len(self.columns):
            body = any(v is not None or text.strip() for v, text in self.cells)
            if body:
                self.found[-1][1].append(dict(zip(self.columns, self.cells, strict=True)))


def sections(folder: Path) -> dict[str, bytes]:
    """Content of the packed sections and of the first screen, by name."""
    text = (folder / "reports/index.html").read_text(encoding="utf-8")
    found = {name: gzip.decompress(base64.b85decode(p.replace(",", "<"))) for name, p in PACKED.findall(text)}
    return found | {"first": PACKED.sub("", text).encode()}


def unfolded(content: bytes) -> str:
    """Put rows and cards that are stored as text of scripts in their places."""
    text, *apart = content.decode().split("\0")  # followed by the content of the scripts, in their order
    if apart:
        empty = re.split(r"(?=</script>)", text)
        text = "".join(a + b for a, b in zip(empty, [*apart, ""], strict=True))
    text = re.sub(r'<script type="text/plain" class="folded">(.*?)</script>', r"\1", text, flags=re.S)
    rest = r"(</tbody>\n</table>\n)((?:<script type=\"text/plain\" class=\"rest\"[^>]*>.*?</script>)+)"
    return re.sub(rest, lambda m: re.sub(r"</?script[^>]*>", "", m[2]) + m[1], text, flags=re.S)


def against_declaration(folder: Path) -> Outcome:
    """Compare the columns that the page declares for its scripts with the headers of the tables that it shows
    first.
    """
    parts = {n: unfolded(c) for n, c in sections(folder).items() if n not in ("manifest", "arrays")}
    given = json.loads(re.search(r'id="given">(.*?)</script>', parts["first"])[1])
    same, differing = 0, []
    tables = [t for text in parts.values() for t in Tables(text).found if t[0] in ("leaderboard", "ranking")]
    for name, (heads, *_) in tables:
        declared = {c["key"]: c["label"].removesuffix(" %") for c in given["columns"][name]}
        for key, (_, text) in heads.items():
            label = text.strip().removesuffix(" %")
            known = declared.get(key) == label
            same += known
            differing += [] if known else [f"{name}: the head {label!r} of {key} is not declared"]
    return Outcome("columns of the page's scripts", same, {}, differing)


def shown_as(value: float, text: str) -> bool:
    """Whether a text shows the number, as it is or in percent, rounded to the digits of the text."""
    if text.startswith("< "):
        return abs(value) < float(text[2:])
    if counted := re.fullmatch(r"(\d+) of (\d+)", text):
        return abs(value - int(counted[1]) / int(counted[2])) < 1e-6 or value == int(counted[1])
    for found in NUMBER.findall(text):
        told = found.replace(",", "").replace("−", "-")
        mantissa = told.split("e")[0]
        digits = len(mantissa.partition(".")[2])
        unit = 10.0 ** (int(told.partition("e")[2] or 0) - digits)
        if any(
            abs(abs(float(told)) - abs(value) * scale) <= 0.5001 * unit + 1e-5 * abs(value) * scale
            for scale in SCALES
        ):
            return True
    return False


def short(value) -> str:
    return "" if pd.isna(value) else f"{value:.6g}" if isinstance(value, float) else str(value)


def square(wins: pd.DataFrame) -> pd.DataFrame:
    """Numbers of data sets on which the method of a row beats that of a column, in the primary comparison."""
    of = wins[wins.status == "primary"]
    turned = of.rename(columns={"a": "b", "b": "a", "wins": "losses", "losses": "wins"})
    return pd.concat([of, turned]).pivot(index="a", columns="b", values="wins").astype(float)


def table_of(name: str, tables: dict[str, pd.DataFrame]) -> pd.DataFrame | None:
    """The table of this name on the page, with its columns of times."""
    prefix, _, of = name.partition("-")
    key, column = CARDS.get(prefix, ("papers" if name.startswith("papers_") else name, None))
    times = tables.get(f"time_{key}")
    if key not in tables:
        return times
    found = square(tables[key]) if key == "wins" else tables[key]
    if column:
        found = found[found[column] == of]
    if times is not None and len(times) == len(tables[key]):
        extra = times[[c for c in times.columns if c not in tables[key].columns]]
        found = found.join(extra)
    return found


def against_tables(folder: Path, tables: dict[str, pd.DataFrame]) -> list[Outcome]:
    """Check that every number in the tables of the page is in its CSV file, to six digits, and that its text
    shows it.
    """
    found: dict[str, list] = {}
    for section, content in sections(folder).items():
        if section in ("manifest", "arrays"):
            continue
        for name, rows in Tables(unfolded(content)).found:
            of = found.setdefault(f"page, {section}", [0, {}, []])
            table = table_of(name, tables)
            for row in rows:
                check_row(name, row, table, of)
    return [Outcome(section, *of) for section, of in found.items()]


_KNOWN: dict[tuple, set] = {}


def check_row(name: str, row: dict, table: pd.DataFrame | None, of: list) -> None:
    numbers = {c: v for c, (v, _) in row.items() if v not in (None, "") and is_number(v)}
    whole = {c: text.strip() for c, (v, text) in row.items() if v is None and is_number(text.strip())}
    for column, (v, text) in row.items():
        if column in numbers and NUMBER.search(text) and not shown_as(float(v), text):
            of[2].append(f"{name}: {column} shows {text!r} for {v}")
    numbers |= whole
    if table is not None:  # the number by which a text of the CSV file is sorted is only on the page
        numbers = {
            c: v for c, v in numbers.items() if c not in table or pd.api.types.is_numeric_dtype(table[c])
        }
    if table is None or not set(numbers) <= set(table.columns):
        of[1][name] = of[1].get(name, 0) + len(numbers)
        return
    key = (name, tuple(numbers))
    if key not in _KNOWN:
        told = table[list(numbers)].itertuples(index=False)
        _KNOWN[key] = {tuple(normal(short(v)) for v in row) for row in told}
    if tuple(normal(v) for v in numbers.values()) in _KNOWN[key]:
        of[0] += len(numbers)
    else:
        of[2].append(f"{name}: no row of its CSV has {numbers}")


def normal(text: str) -> str:
    try:
        return f"{float(text):.6g}"
    except ValueError:
        return text


def is_number(text: str) -> bool:
    try:
        return np.isfinite(float(text))
    except ValueError:
        return False


def against_arrays(folder: Path, means: pd.DataFrame, whole: pd.DataFrame, scores: pd.DataFrame) -> Outcome:
    """Compare the arrays of the page with our numbers.

    These are the mean scores, whether a mean covers only some of the folds (if it is not in `whole`), and the
    scores of the folds in the primary metric.
    """
    packed = sections(folder)
    manifest, values = json.loads(packed["manifest"]), packed["arrays"]
    arrays, at = {}, 0
    for name, kind, count in manifest["layout"]:
        arrays[name] = np.frombuffer(values, f"<{kind}", count, at)
        at += arrays[name].nbytes
    metrics = [m["id"] for m in manifest["metrics"]]
    cells = arrays["cells"].reshape(-1, 3)
    ids = [
        manifest["protocols"],
        [d["id"] for d in manifest["datasets"]],
        [m["id"] for m in manifest["methods"]],
    ]
    rows = pd.MultiIndex.from_tuples([tuple(i[c] for i, c in zip(ids, cell, strict=True)) for cell in cells])
    theirs = pd.DataFrame(arrays["scores"].reshape(len(metrics), len(cells)).T, rows, metrics)
    ours = means.reindex(rows).reindex(columns=metrics)
    fits = is_close(ours.to_numpy(), theirs.to_numpy())
    wrong = [
        f"page: array of {metrics[j]} of {rows[i]}: {theirs.iat[i, j]}, recomputed {ours.iat[i, j]}"
        for i, j in np.argwhere(~fits)
    ]
    some = (theirs.notna() & whole.reindex(index=rows, columns=metrics).isna()).to_numpy().T
    if np.flatnonzero(some).tolist() != sorted(manifest["partial"]):
        wrong.append(f"page: {len(manifest['partial'])} means of some folds only, recomputed {some.sum()}")
    same = int((fits & theirs.notna().to_numpy()).sum())
    part = scores[scores.metric == manifest["primary"][1]].replace(np.inf, np.nan)
    wide = part.pivot(index=["protocol", "dataset", "repeat", "fold"], columns="method", values="value")
    wide, counts, at = wide.sort_index(), {(p, d): n for p, d, n, _ in manifest["fold_groups"]}, 0
    for cell in rows:
        if (count := counts.get(cell[:2], 0)) > 0:
            mine = wide.loc[cell[:2], cell[2]] if cell[2] in wide else pd.Series(np.nan, range(count))
            fits = is_close(mine, arrays["folds"][at : at + count])
            same += int((fits & mine.notna().to_numpy()).sum())
            wrong += [f"page: array of folds of {cell}"] * (not fits.all())
            at += count
    wrong += [f"page: array of folds has {len(arrays['folds'])} numbers, not {at}"] * (
        at != len(arrays["folds"])
    )
    return Outcome("page, embedded arrays", same, {"costs": len(arrays["costs"])}, wrong)


def text_of(folder: Path, section: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", sections(folder)[section].decode())).split())


def against_sentences(folder: Path, expected: dict[str, list[str]]) -> Outcome:
    """Check the sentences that a section must contain, written from our numbers."""
    same, wrong = 0, []
    for section, sentences in expected.items():
        text = text_of(folder, section)
        for s in sentences:
            if s in text:
                same += len(NUMBER.findall(s))
            else:
                wrong.append(f"page: {section} lacks the sentence {s!r}")
    return Outcome("page, sentences", same, {}, wrong)
