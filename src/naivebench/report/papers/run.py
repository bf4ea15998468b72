"""A finished run from the point of view of a paper: its data sets, methods and protocols among the results.

Differences between two methods always use one protocol, one setting and the same cases.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from naivebench.benchmark.results.context import Results, families
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.summaries import Summary
from naivebench.evaluation.statistics import families as source_families
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers.paper import DataSet, Paper

if TYPE_CHECKING:
    import pandas as pd

DISCRETE = ("nominal", "ordinal")
EXACT = "exact"  # kind of data sets that are the paper's own


class Score(NamedTuple):
    """A score on one test part."""

    value: float
    tested: float  # number of test cases
    trained: float


Folds = dict[tuple[int, int], Score]  # (repeat, fold) -> score


class Run(NamedTuple):
    """A paper together with the results; `folds` is filled by `scores`."""

    paper: Paper
    results: Results
    summary: Summary
    folds: dict[tuple[str, str], dict[tuple[str, str], Folds]]
    answers: Mapping[tuple[str, str, str], np.ndarray] = MappingProxyType({})  # as `answers` returns them
    kept: frozenset[str] | None = None  # data sets that are used, None for all


class Paired(NamedTuple):
    """Two methods on a data set under one protocol, with their differences on the test parts that both
    have.
    """

    dataset: str
    protocol: str
    first: str  # ids of methods of this project
    second: str
    differences: tuple[float, ...]
    ratio: float | None  # test cases per training case, None if there are no training cases
    # for a single test part: cases that only the first method gets right, only the second, and all cases
    alone: tuple[int, int, int] | None = None

    @property
    def mean(self) -> float:
        """Mean over the test parts."""
        return math.fsum(self.differences) / len(self.differences)


class Votes(NamedTuple):
    """Values over data sets, with one vote for each source family."""

    values: list[float]
    things: str  # name of the voting units, in the singular
    more: str  # note for readers; "" if every data set is its own source


def votes(run: Run, by_set: Mapping[str, float]) -> Votes:
    """Mean over the members of each source family, or all values if there are too few families.

    See `evaluation.statistics.families`.
    """
    family, n = families(run.results), plural(len(by_set), "data set")
    values = source_families.votes(by_set, family)
    if source_families.within(list(by_set), family):
        sources = plural(len({family.get(d, d) for d in by_set}), "source")
        return Votes(
            values, "data set", f"the {n} come from {sources}, so the result does not apply to others"
        )
    if len(values) < len(by_set):
        return Votes(values, "source", f"every source of the {n} has one vote")
    return Votes(values, "data set", "")


def gather(paper: Paper, results: Results, summary: Summary) -> Run:
    """Combine a paper with the results."""
    return Run(paper, results, summary, {}, answers(results.answers))


def protocol(run: Run, role: str) -> str | None:
    """Id of the protocol with a role in the paper; None if nothing was scored under it."""
    name = run.paper.protocols.get(role)
    return name if name in run.results.protocols else None


def named(run: Run, *roles: str) -> str:
    """Name the protocols of roles as statements do: `protocol honest or grouped`."""
    return f"protocol {listing(dict.fromkeys(run.paper.protocols[r] for r in roles), 'or')}"


def scores(run: Run, role: str, metric: str) -> dict[tuple[str, str], Folds]:
    """Scores on every test part under the protocol of a role, by (data set, method); {} if there are none."""
    name = protocol(run, role)
    if name is None:
        return {}
    if (name, metric) not in run.folds:
        run.folds[name, metric] = _by_fold(run.results, name, metric)
    found = run.folds[name, metric]
    return found if run.kept is None else {k: v for k, v in found.items() if k[0] in run.kept}


def readings(run: Run) -> Iterator[Run]:
    """The run with each other reading of a method's illegible formula in place of the default one.

    The key `formulas` of a method in the paper.yaml names these methods of this project.
    """
    for name, method in run.paper.methods.items():
        for id_ in method.more.get("formulas", ()):
            methods = {**run.paper.methods, name: method._replace(ids=(id_,))}
            yield run._replace(paper=run.paper._replace(methods=methods))


def own_data(run: Run) -> Run:
    """The run restricted to the paper's own data."""
    sets = {p: tuple(d for d in several if d.kind == EXACT) for p, several in run.paper.data_sets.items()}
    kept = frozenset(d.id for several in sets.values() for d in several)
    return run._replace(paper=run.paper._replace(data_sets=sets), kept=kept)


def in_place(run: Run) -> Run:
    """The run with other data in place of the paper's, where there are any."""
    sets = {
        printed: tuple(sorted(several, key=lambda d: d.kind == EXACT))
        for printed, several in run.paper.data_sets.items()
    }
    return run._replace(paper=run.paper._replace(data_sets=sets))


def kind_of(run: Run, dataset: str) -> str:
    """How a data set is related to the paper's; "other" if the paper.yaml does not name it."""
    several = (d for sets in run.paper.data_sets.values() for d in sets)
    return next((d.kind for d in several if d.id == dataset), "other")


def _by_fold(results: Results, name: str, metric: str) -> dict[tuple[str, str], Folds]:
    frame = results.scores
    part = frame[(frame["protocol"] == name) & (frame["metric"] == metric)].sort_values(["repeat", "fold"])
    columns = (part[c] for c in ("dataset", "method", "repeat", "fold", "value", "n_test", "n_train"))
    by_fold: dict[tuple[str, str], Folds] = {}
    for dataset, method, repeat, fold, value, tested, trained in zip(*columns, strict=True):
        score = Score(float(value), float(tested), float(trained))
        by_fold.setdefault((str(dataset), str(method)), {})[int(repeat), int(fold)] = score
    return by_fold


def stands(run: Run, *roles: str, metric: str = "accuracy", leading: bool = False) -> tuple[DataSet, ...]:
    """The paper's data sets with scores of its methods under one of the roles, in the paper's order.

    With `leading`, only the first one that represents each printed data set.
    """
    wanted = {m for method in run.paper.methods.values() for m in (*method.ids, *method.discrete)}
    scored = {d for role in roles for d, m in scores(run, role, metric) if m in wanted}
    several = ([d for d in sets if d.id in scored] for sets in run.paper.data_sets.values())
    return tuple(d for sets in several for d in (sets[:1] if leading else sets))


def method_of(run: Run, role: str, dataset: str, printed: str, metric: str = "accuracy") -> str | None:
    """Method of this project that represents a printed one, or has this id; None if it was not run."""
    method = run.paper.methods.get(printed)
    candidates: Sequence[str] = (printed,) if method is None else method.ids
    if method and method.discrete and discrete(run, dataset):
        candidates = (*method.discrete, *method.ids)
    scored = scores(run, role, metric)
    return next((m for m in candidates if (dataset, m) in scored), None)


def title(run: Run, printed: str) -> str:
    """Name of a method in sentences: as printed, or its title if a claim names it by its id."""
    stanza = (run.results.config.get("methods") or {}).get(printed)
    known = stanza.get("title", "") if stanza and printed not in run.paper.methods else ""
    known = known.partition(",")[0].partition(" (")[0]
    if not 0 < len(known.split()) <= 3:
        return printed
    return known[0].lower() + known[1:] if known[1:2].islower() else known


def kinds(run: Run, dataset: str) -> list[str]:
    """Kinds of the attributes of a data set."""
    return [a["kind"] for a in run.results.prepared.get(dataset, {}).get("attributes", [])]


def discrete(run: Run, dataset: str) -> bool:
    """Whether a data set has nominal or ordinal attributes."""
    return any(kind in DISCRETE for kind in kinds(run, dataset))


def is_trivial(run: Run, protocol: str, dataset: str, method: str) -> bool:
    """Whether a method's stored predictions equal those of the paper's trivial method on all test parts.

    They must be equal bit for bit. `more.trivial` of the paper.yaml names that method; the result is False
    for the trivial method itself.
    """
    trivial = run.paper.methods.get(run.paper.more.get("trivial", ""))
    if trivial is None or method in trivial.ids:
        return False
    facts = run.results.hit_curves.get((protocol, dataset), {})
    same, parts = facts.get("identical", {}).get(method, {}), facts.get("curves", {}).get(method, {})
    return any(same.get(m) == parts.get("folds") for m in trivial.ids if m in same)


def left_out(run: Run, by_method: dict[str, tuple[int, int]], things: str = "data set") -> str:
    """Text on the comparisons that are excluded as evidence, and why; "" if all count.

    `by_method`: printed name -> (number excluded, number of all).
    """
    groups: dict[tuple[int, int], list[str]] = {}
    for name, numbers in by_method.items():
        if numbers[0]:
            groups.setdefault(numbers, []).append(name)
    if not groups:
        return ""
    texts = [f"{n} of {plural(of, things)} for {listing(names)}" for (n, of), names in groups.items()]
    return f"excluded, because the predictions equal those of {run.paper.more['trivial']}: {listing(texts)}"


def paired(
    run: Run, roles: Iterable[str], dataset: str, first: str, second: str, metric: str = "accuracy"
) -> Paired | None:
    """Compare two methods, by printed name or id, on one data set.

    The first of the roles whose protocol has both is used; None if no protocol has both.

    If one is repeated and the other, which uses no randomness, is not, each test part counts with its mean
    over the repeats. Test parts of different sizes are not compared.
    """
    for role in roles:
        methods = [method_of(run, role, dataset, m, metric) for m in (first, second)]
        if None in methods:
            continue
        one, other = (scores(run, role, metric)[dataset, m or ""] for m in methods)
        if one.keys() != other.keys() and len({r for r, _ in one}) != len({r for r, _ in other}):
            one, other = _over_repeats(one), _over_repeats(other)
        common = [k for k in one if k in other and one[k].tested == other[k].tested]
        pairs = [(one[k], other[k]) for k in common if math.isfinite(one[k].value - other[k].value)]
        if pairs:
            tested, trained = (
                math.fsum(getattr(a, side) for a, _ in pairs) for side in ("tested", "trained")
            )
            differences = tuple(a.value - b.value for a, b in pairs)
            ratio = tested / trained if trained > 0 else None
            name, ids = run.paper.protocols[role], (methods[0] or "", methods[1] or "")
            alone = _alone(run, name, dataset, *ids) if metric == "accuracy" else None
            return Paired(dataset, name, *ids, differences, ratio, alone)
    return None


def _alone(run: Run, name: str, dataset: str, first: str, second: str) -> tuple[int, int, int] | None:
    """Numbers of cases of the only test part: right by the first method alone, by the second alone, and all.

    If there are several runs, the first counts. None if the answers are not stored.
    """
    one, other = (run.answers.get((name, dataset, m)) for m in (first, second))
    if one is None or other is None or len(one) != len(other):
        return None
    return int((one & ~other).sum()), int((other & ~one).sum()), len(one)


def answers(frame: pd.DataFrame) -> dict[tuple[str, str, str], np.ndarray]:
    """Whether the first run labelled each case of the only test part correctly, by (protocol, data set,
    method).
    """
    found: dict[tuple[str, str, str], np.ndarray] = {}
    for row in frame.sort_values("repeat").itertuples():
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(row.right), np.uint8), count=int(row.cases))
        found.setdefault((str(row.protocol), str(row.dataset), str(row.method)), bits.astype(bool))
    return found


def difference(p: Paired, sign: int = 1) -> Interval:
    """The mean difference of two methods on one data set, multiplied by `sign` (1 or -1), with its interval.

    With several test parts, the interval is that of the corrected resampled t test; with a single one,
    McNemar's test and the interval of the difference of paired shares.
    """
    if p.alone:
        first, second, cases = p.alone
        return intervals.paired_shares(*((first, second) if sign > 0 else (second, first)), cases)
    return intervals.mean([sign * d for d in p.differences], p.ratio or 0.0)


def _over_repeats(folds: Folds) -> Folds:
    by_fold: dict[int, list[Score]] = {}
    for (_, fold), score in folds.items():
        by_fold.setdefault(fold, []).append(score)
    return {
        (0, fold): Score(math.fsum(s.value for s in several) / len(several), *several[0][1:])
        for fold, several in by_fold.items()
    }
