"""The frames of a run from the point of view of a paper: its data sets, methods and protocols by their
printed names.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.tables import Frames
from naivebench.evaluation.statistics.intervals import FEWEST
from naivebench.papers.paper import EXACT, Paper
from naivebench.papers.words import join_names

DISCRETE = ("nominal", "ordinal")
ALL, OWN, OTHER = "all", "own", "other"  # which data sets stand for the paper's
CELL = ["protocol", "dataset", "method"]


class Run(NamedTuple):
    """A paper with the frames of a run (`benchmark.tables.read_run`); `cache`: what was computed once."""

    paper: Paper
    frames: Frames
    cache: dict[Hashable, Any]
    use: str = ALL  # OWN: only the paper's own data; OTHER: other data first
    reading: str = ""  # id that stands for the method with an illegible formula, in place of the default one

    @property
    def sets(self) -> pd.DataFrame:
        """Our data sets for each printed one, best first: printed, dataset, kind, about."""
        sets = self.paper.data_sets
        if self.use == OWN:
            return sets[sets["kind"] == EXACT]
        if self.use == OTHER:
            place = {p: i for i, p in enumerate(sets["printed"].unique())}
            order = sets["printed"].map(place) * 2 + (sets["kind"] == EXACT)
            return sets.loc[order.sort_values(kind="stable").index]
        return sets

    @property
    def kinds(self) -> dict[str, str]:
        """Data set -> how it is related to the paper's; "other" if the paper does not name it."""
        known = dict(zip(self.paper.data_sets["dataset"], self.paper.data_sets["kind"], strict=True))
        return {d: known.get(d, "other") for d in {*self.frames["datasets"]["dataset"], *known}}

    @property
    def family(self) -> dict[str, str]:
        """Data set -> its source family."""
        frame = self.frames["datasets"]
        return dict(zip(frame["dataset"], frame["family"], strict=True))

    def protocol(self, role: str) -> str:
        """The protocol with a role in the paper, "" if the paper or the run does not have it."""
        name = self.paper.protocols.get(role, "")
        return name if name in self.remember(("protocols",), self._read_protocols) else ""

    def _read_protocols(self) -> set[str]:
        return set(self.frames["scores"]["protocol"].unique())

    def remember(self, key: Hashable, make: Any) -> Any:
        """The value of `make()`, computed once for all views of the run."""
        if key not in self.cache:
            self.cache[key] = make()
        return self.cache[key]

    def ids(self, name: str) -> list[str]:
        """Our methods for a printed one, the first that ran counts."""
        of = self.paper.methods.get(name, {})
        return [self.reading] if self.reading in of.get("formulas", ()) else list(of.get("ids", [name]))

    def readings(self, named: Collection[str]) -> list[str]:
        """Other readings of the illegible formulas of methods that are named by their default id."""
        methods = self.paper.methods.values()
        return [m for of in methods if of["ids"][0] in named for m in of.get("formulas", ())]

    def under(
        self,
        *roles: str,
        metric: str = "accuracy",
        sets: Sequence[str] = (),
        every: bool = False,
        exact: bool = False,
        only: tuple[str, float, float] | None = None,
    ) -> pd.DataFrame:
        """Scores in one metric under the protocols of roles, as `verdicts` describes them.

        There is one data set for each printed one (of `sets`); with `every`, all data sets with scores, also
        those that the paper does not have; with `exact`, only the paper's own. `only`: fact, at least, below.
        """
        key = ("under", roles, metric, tuple(sets), every, exact, only, self.use, self.reading)
        return self.remember(key, lambda: self._choose(roles, metric, sets, every, exact, only))

    def _choose(
        self, roles: Sequence[str], metric: str, sets: Sequence[str], every: bool, exact: bool, only: Any
    ) -> pd.DataFrame:
        frames = [self.read_scores(self.protocol(role), metric) for role in roles]
        scores = pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]
        kinds, present = self.kinds, set(scores["dataset"].unique())
        if every:
            names = sorted(d for d in present if self.use != OWN or kinds[d] == EXACT)
        else:
            stands = self.list_stands(*roles, metric=metric).drop_duplicates("printed")
            names = [
                d for p, d in zip(stands["printed"], stands["dataset"], strict=True) if not sets or p in sets
            ]
        names = [d for d in names if not exact or kinds[d] == EXACT]
        if only:
            facts = self.describe_datasets()[only[0]]
            names = [d for d in names if only[1] <= facts[d] < only[2]]
        place = {d: i for i, d in enumerate(names)}
        scores = scores[scores["dataset"].isin(place)]
        scores = scores.iloc[np.argsort(scores["dataset"].map(place).to_numpy(), kind="stable")]
        known = self.frames["metrics"].set_index("metric")["label"]
        scores.attrs = {
            "metric": metric,
            "order": list(filter(None, map(self.protocol, roles))),
            "label": known[metric].lower() if metric in known else metric.replace("_", " "),
            "protocols": name_roles(self.paper, roles),
            "present": name_roles(self.paper, [role for role in roles if self.protocol(role)]),
            "data": join_names(sets)
            if 0 < len(sets) < FEWEST
            else "the paper's own data"
            if exact
            else "common data",
            "trivial": self.paper.more.get("trivial", ""),
        }
        return scores

    def list_stands(self, *roles: str, metric: str = "accuracy") -> pd.DataFrame:
        """The data sets with scores of the paper's methods under one of the roles, in the paper's order."""
        wanted = {m for name in self.paper.methods for m in self.paper.ids(name)}
        scored: set[str] = set()
        for role in roles:
            frame = self.read_scores(self.protocol(role), metric)
            scored |= set(frame.loc[frame["method"].isin(wanted), "dataset"].unique())
        return self.sets[self.sets["dataset"].isin(scored)]

    def read_scores(self, protocol: str, metric: str) -> pd.DataFrame:
        key = ("scores", protocol, metric, self.reading)
        return self.remember(key, lambda: self._name_scores(protocol, metric))

    def _name_scores(self, protocol: str, metric: str) -> pd.DataFrame:
        """All scores of a protocol and metric: once under the id of the method, once under its printed
        name.
        """
        scores = self.frames["scores"]
        scores = scores[(scores["protocol"] == protocol) & (scores["metric"] == metric)]
        scores = scores.drop(columns="metric").astype(
            {"protocol": object, "dataset": object, "method": object}
        )
        scores = scores.sort_values(["repeat", "fold"], kind="stable").assign(name=lambda f: f["method"])
        scores = scores.merge(self.describe_datasets(), left_on="dataset", right_index=True, how="left")
        scores["title"] = scores["method"].map(self.name_titles())
        scores["right"] = self._list_answers(scores) if metric == "accuracy" else None
        trivial = self.find_trivial()
        scores["trivial"] = [
            k in trivial for k in zip(scores["protocol"], scores["dataset"], scores["method"], strict=True)
        ]

        pairs = set(zip(scores["dataset"], scores["method"], strict=True))
        copies = [scores]
        for name, of in self.paper.methods.items():
            chosen = []
            for dataset in scores["dataset"].unique():
                ids = self.ids(name)
                if of.get("discrete") and self.describe_datasets().loc[dataset, "discrete"]:
                    ids = [*of["discrete"], *ids]
                chosen += [(dataset, m) for m in ids if (dataset, m) in pairs][:1]
            rows = pd.MultiIndex.from_frame(scores[["dataset", "method"]]).isin(chosen)
            copies.append(scores[rows].assign(name=name, title=name))
        return pd.concat(copies, ignore_index=True)

    def _list_answers(self, scores: pd.DataFrame) -> list[np.ndarray | None]:
        """Whether each case of a data set's only test part is labelled correctly, in the first repeat."""
        stored = self.remember(("answers",), self._unpack_answers)
        return [
            stored.get(k) for k in zip(scores["protocol"], scores["dataset"], scores["method"], strict=True)
        ]

    def _unpack_answers(self) -> dict[tuple[str, str, str], np.ndarray]:
        first = self.frames["answers"].sort_values("repeat").drop_duplicates(CELL)
        bits = [
            np.unpackbits(np.frombuffer(bytes.fromhex(right), np.uint8), count=int(cases)).astype(bool)
            for right, cases in zip(first["right"], first["cases"], strict=True)
        ]
        return dict(zip(first[CELL].itertuples(index=False, name=None), bits, strict=True))

    def describe_datasets(self) -> pd.DataFrame:
        """Facts that claims use, by data set: family, rows, angular_share, nominal_share, discrete (has
        labels).
        """
        return self.remember(("datasets",), self._describe_datasets)

    def _describe_datasets(self) -> pd.DataFrame:
        frame, rows = self.frames["datasets"], []
        for dataset, family, record in zip(frame["dataset"], frame["family"], frame["record"], strict=True):
            kinds = [a["kind"] for a in (record or {}).get("attributes", [])]
            angular, discrete = (sum(k in of for k in kinds) for of in (("angular", "direction"), DISCRETE))
            n = max(len(kinds), 1)
            row = {"dataset": dataset, "family": family, "rows": (record or {}).get("rows") or 0}
            rows.append(
                row | {"angular_share": angular / n, "nominal_share": discrete / n, "discrete": discrete > 0}
            )
        columns = ["dataset", "family", "rows", "angular_share", "nominal_share", "discrete"]
        return pd.DataFrame(rows, columns=columns).set_index("dataset")

    def record(self, dataset: str) -> dict[str, Any]:
        """The record of a prepared data set; {} if it is not available."""
        frame = self.frames["datasets"]
        records = self.remember(
            ("records",), lambda: dict(zip(frame["dataset"], frame["record"], strict=True))
        )
        return records.get(dataset) or {}

    def name_titles(self) -> dict[str, str]:
        """Method -> its name in sentences: a short title, or its id if the title is long or has none."""
        titles = {}
        for method, title in zip(
            self.frames["methods"]["method"], self.frames["methods"]["title"], strict=True
        ):
            short = title.partition(",")[0].partition(" (")[0]
            known = short if 0 < len(short.split()) <= 3 else ""
            titles[method] = known[0].lower() + known[1:] if known[1:2].islower() else known or method
        return titles

    def read_facts(self, kind: str, role: str = "", dataset: str = "") -> dict[str, Any]:
        """Facts of a data set (hit_curves, break_even, angles) under the protocol of a role; {} if there are
        none.
        """
        frame = self.frames[kind]
        keys = zip(frame["protocol"], frame["dataset"], strict=True)
        stored = self.remember(("facts", kind), lambda: dict(zip(keys, frame["facts"], strict=True)))
        return stored.get((self.paper.protocols.get(role, "") if role else "", dataset), {})

    def find_trivial(self) -> set[tuple[str, str, str]]:
        """Cells whose predictions equal those of the paper's trivial method, bit for bit, on all test
        parts.
        """
        return self.remember(("trivial", self.paper.id), self._find_trivial)

    def _find_trivial(self) -> set[tuple[str, str, str]]:
        name = self.paper.more.get("trivial")
        if name is None:
            return set()
        trivial, found, frame = self.paper.methods[name]["ids"], set(), self.frames["hit_curves"]
        for protocol, dataset, facts in zip(frame["protocol"], frame["dataset"], frame["facts"], strict=True):
            for method, same in facts.get("identical", {}).items():
                parts = facts["curves"].get(method, {}).get("folds")
                if method not in trivial and any(same.get(m) == parts for m in trivial if m in same):
                    found.add((protocol, dataset, method))
        return found

    def costs(self, role: str, **choice: Any) -> pd.DataFrame:
        """CPU seconds of learning of every method on the data sets that `under` chooses."""
        scores = self.under(role, **choice)
        columns = ["dataset", "protocol", "name", "method", "title", "family"]
        costs = scores[columns].drop_duplicates(["dataset", "protocol", "name"])
        costs = costs.merge(self.frames["costs"][[*CELL, "fit_seconds"]], on=CELL)
        costs.attrs = scores.attrs
        return costs

    def means(self, role: str, metric: str) -> dict[tuple[str, str], float]:
        """(data set, method) -> mean over the test parts."""
        frame = self.frames["means"]
        chosen = frame[(frame["protocol"] == self.protocol(role)) & (frame["metric"] == metric)]
        return dict(zip(zip(chosen["dataset"], chosen["method"], strict=True), chosen["value"], strict=True))


def name_roles(paper: Paper, roles: Sequence[str]) -> str:
    """Name the protocols of roles as statements do: `protocol honest or grouped`."""
    return f"protocol {join_names(dict.fromkeys(paper.protocols.get(role, role) for role in roles), 'or')}"


def make_run(paper: Paper, frames: Frames) -> Run:
    """Combine a paper with the frames of a run."""
    return Run(paper, frames, {})
