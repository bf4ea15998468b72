"""Results of a run from the point of view of a paper: data sets, methods and protocols by printed names."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.score import unpack_correctness
from naivebench.benchmark.tables import Frames
from naivebench.papers.pairs import Scores, ScoreTable, make_score_table
from naivebench.papers.paper import EXACT, Paper
from naivebench.papers.verdicts import join_names

DISCRETE = ("nominal", "ordinal")
FACTS = ["family", "rows", "angular_share", "nominal_share", "discrete"]
ALL, OWN, OTHER = "all", "own", "other"  # which data sets stand for the paper's
CELL = ["protocol", "dataset", "method"]
Cell = tuple[str, str, str]


class Facts(NamedTuple):
    """Facts about a run that all papers need."""

    datasets: pd.DataFrame  # by data set: family, rows, angular_share, nominal_share, discrete (has labels)
    records: Mapping[str, dict[str, Any]]  # of prepared data sets; {} for one that is not available
    protocols: frozenset[str]  # those with scores
    right: Mapping[Cell, np.ndarray]  # (n,) which cases of the only test fold are labelled correctly
    seconds: Mapping[Cell, float]  # CPU seconds of learning, sums over the test folds
    stored: Mapping[Cell, dict[str, Any]]  # (hit_curves or break_even, protocol, data set) -> facts


def collect_facts(frames: Frames) -> Facts:
    """Read the frames of a run (`benchmark.tables.complete_frames`) by cell."""
    records, rows = {}, {}
    for row in frames["datasets"].itertuples():
        record = records[row.dataset] = row.record or {}
        kinds = [a["kind"] for a in record.get("attributes", [])]
        n, angular = max(len(kinds), 1), sum(k in ("angular", "direction") for k in kinds)
        discrete = sum(k in DISCRETE for k in kinds)
        rows[row.dataset] = (row.family, record.get("rows") or 0, angular / n, discrete / n, discrete > 0)
    answers = frames["answers"].sort_values("repeat").drop_duplicates(CELL).itertuples()
    return Facts(
        datasets=pd.DataFrame.from_dict(rows, orient="index", columns=FACTS),
        records=records,
        protocols=frozenset(frames["scores"]["protocol"].unique()),
        right={(a.protocol, a.dataset, a.method): unpack_correctness(a.right, a.cases) for a in answers},
        seconds=frames["costs"].set_index(CELL)["fit_seconds"].to_dict(),
        stored={
            (kind, row.protocol, row.dataset): row.facts
            for kind in ("hit_curves", "break_even")
            for row in frames[kind].itertuples()
        },
    )


class Run(NamedTuple):
    """A paper with the frames of a run; `cache` keeps its scores for all views of the run."""

    paper: Paper
    frames: Frames
    facts: Facts
    cache: dict[Hashable, Any]
    use: str = ALL  # OWN: only the paper's own data; OTHER: other data first
    reading: str = ""  # id that stands for the method with an illegible formula, in place of the default one

    @property
    def data_sets(self) -> pd.DataFrame:
        """Our data sets for each printed name, best first: printed, dataset, kind, about."""
        sets = self.paper.data_sets
        is_exact = sets["kind"] == EXACT
        if self.use == OTHER:
            order = pd.factorize(sets["printed"])[0] * 2 + is_exact
            return sets.loc[order.sort_values(kind="stable").index]
        return sets[is_exact] if self.use == OWN else sets

    @property
    def copy_kinds(self) -> dict[str, str]:
        """Relation of each data set to the paper's; "other" if the paper does not name the data set."""
        known = dict(zip(self.paper.data_sets["dataset"], self.paper.data_sets["kind"], strict=True))
        return dict.fromkeys(self.facts.datasets.index, "other") | known

    @property
    def families(self) -> Mapping[str, str]:
        return self.facts.datasets["family"]

    def find_protocol(self, protocol_role: str) -> str:
        """Return the protocol with a role in the paper, or "" if the paper or the run does not have it."""
        name = self.paper.protocols.get(protocol_role, "")
        return name if name in self.facts.protocols else ""

    def list_method_ids(self, printed_name: str, dataset: str = "") -> list[str]:
        """Return our methods for a printed name (on a data set); the first method that ran counts."""
        stanza = self.paper.methods.get(printed_name, {"ids": [printed_name]})
        if self.reading in stanza.get("formulas", ()):
            return [self.reading]
        is_discrete = "discrete" in stanza and dataset and self.facts.datasets.loc[dataset, "discrete"]
        return [*(stanza["discrete"] if is_discrete else ()), *stanza["ids"]]

    def average_over_folds(self, protocol_role: str, metrics: Sequence[str]) -> pd.DataFrame:
        """Average scores over the test folds: (data set, id) x metrics, in the order of the scores."""
        means, protocol = self.frames["means"], self.find_protocol(protocol_role)
        means = means[(means["protocol"] == protocol) & means["metric"].isin(metrics)]
        means = means.astype(dict.fromkeys([*CELL[1:], "metric"], object)).set_index([*CELL[1:], "metric"])
        cells = means.index.droplevel("metric").unique()
        return means["value"].unstack("metric").reindex(index=cells, columns=list(metrics))

    def find_stored_results(self, kind: str, protocol_role: str, dataset: str) -> dict[str, Any]:
        """Return facts of a data set (hit_curves, break_even) under a role's protocol, or {}."""
        return self.facts.stored.get((kind, self.paper.protocols.get(protocol_role, ""), dataset), {})

    def read_scores(self, protocol_role: str, metric: str = "accuracy") -> ScoreTable:
        """Return all scores under the protocol of a role, with the paper's names of methods."""
        protocol = self.find_protocol(protocol_role)
        key = (protocol, metric, self.reading)
        if key not in self.cache:
            frame = self.frames["scores"]
            frame = frame[(frame["protocol"] == protocol) & (frame["metric"] == metric)]
            frame = frame.astype({"dataset": object, "method": object})
            answers = self.facts.right if metric == "accuracy" else {}
            right = {cell[1:]: bits for cell, bits in answers.items() if cell[0] == protocol}
            trivial = {cell[1:] for cell in self.find_cells_like_trivial() if cell[0] == protocol}
            self.cache[key] = make_score_table(protocol, frame, right, trivial, self.list_method_ids)
        return self.cache[key]

    def find_cells_like_trivial(self) -> set[Cell]:
        """Find the cells with the same predictions as the paper's trivial method, bit for bit."""
        if "trivial" not in self.cache:
            trivial = self.paper.more.get("trivial")
            self.cache["trivial"] = {
                (row.protocol, row.dataset, method)
                for row in (self.frames["hit_curves"].itertuples() if trivial else ())
                for method, others in row.facts["identical"].items()
                if method != trivial and trivial in others
            }
        return self.cache["trivial"]

    def list_scored_sets(self, *protocol_roles: str, metric: str = "accuracy") -> pd.DataFrame:
        """List the data sets with scores of the paper's methods under one of the roles, in its order."""
        wanted = {m for name in self.paper.methods for m in self.paper.list_all_method_ids(name)}
        scored = {d for role in protocol_roles for d, m in self.read_scores(role, metric).rows if m in wanted}
        return self.data_sets[self.data_sets["dataset"].isin(scored)]

    def select_scores(
        self, *protocol_roles: str, metric: str = "accuracy", sets: Sequence[str] = (),
        all_data: bool = False, where: tuple[str, float, float] | None = None,
    ) -> Scores:  # fmt: skip
        """Select scores in one metric under the protocols of roles.

        There is one data set for each printed one (of `sets`). With `all_data`, there are all data sets with
        scores, even those that the paper does not have. `where`: A fact about data sets, its least
        value, and an upper limit that it does not reach.
        """
        tables = [self.read_scores(role, metric) for role in protocol_roles]
        protocols = dict.fromkeys(self.paper.protocols.get(role, role) for role in protocol_roles)
        if all_data:
            present, kinds = {d for table in tables for d, _ in table.rows}, self.copy_kinds
            names = sorted(d for d in present if self.use != OWN or kinds[d] == EXACT)
        else:
            copies = self.list_scored_sets(*protocol_roles, metric=metric).drop_duplicates("printed")
            names = list(copies["dataset"][copies["printed"].isin(sets) | (not sets)])
        if where:
            (fact, least, limit), facts = where, self.facts.datasets
            names = [d for d in names if least <= facts.loc[d, fact] < limit]
        return Scores(tables, names, self.facts.datasets, metric, f"protocol {join_names(protocols, 'or')}")
