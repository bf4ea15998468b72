"""Study which floor the variances of Gaussian naive Bayes should have.

Run `python tests/bench/study_variance_floor.py data/prepared [docs/variance-floor.md]`. It reads the prepared
data sets of a run that only have numbers, and prints the tables of docs/variance-floor.md, or writes them
there. That page explains the rules, the halves and the criterion.
"""

from __future__ import annotations

import bench  # imported first because it limits threads to one  # isort: skip

import hashlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits

from naivebench.benchmark import configuration
from naivebench.core import absence, additive, exact
from naivebench.core.decide import decide
from naivebench.core.table import Attribute, Table, class_counts, load, make_table, n_cases, subset
from naivebench.evaluation import folds as folding
from naivebench.methods.naive_bayes import gnb, weka_nb

assert bench
ROOT = Path(__file__).resolve().parents[2]
LARGEST = 25_000  # maximum number of cases
NAMED = ("optdigits", "wdbc")  # families of the data sets on which the former floor was worse
MARKS = "<!-- study -->\n", "<!-- end -->"


class Moments(NamedTuple):
    """The quantities that a rule may use: those of a training part, by attribute and class."""

    n_jc: np.ndarray  # (d, K) numbers of cases in which the attribute is observed
    variance: np.ndarray  # (d, K) maximum likelihood
    overall: np.ndarray  # (d, 1) variance over all cases
    pooled: np.ndarray  # (d, 1) mean variance within classes
    gap: np.ndarray  # (d, 1) mean distance of neighbouring distinct numbers if there are few, and 0 otherwise


Rule = Callable[[Moments], np.ndarray]
FORMER = "at least 1e-9 of the overall variance (former default)"
RULES: dict[str, Rule] = {
    FORMER: lambda m: np.maximum(m.variance, 1e-9 * m.overall),
    **{
        f"at least {f:g} of the overall variance": lambda m, f=f: np.maximum(m.variance, f * m.overall)
        for f in (1e-6, 1e-4, 1e-3, 1e-2, 3e-2, 1e-1)
    },
    **{
        f"plus {f:g} of the overall variance": lambda m, f=f: m.variance + f * m.overall
        for f in (1e-4, 1e-3, 1e-2, 3e-2, 1e-1)
    },
    "plus 1e-9 of the largest overall variance (scikit-learn)": lambda m: m.variance + 1e-9 * m.overall.max(),
    **{
        f"{n:g} cases of the pooled variance": lambda m, n=n: (
            (m.n_jc * m.variance + n * m.pooled) / (m.n_jc + n)
        )
        for n in (0.5, 1, 2, 5, 10)
    },
    **{
        f"{n:g} cases of the overall variance": lambda m, n=n: (
            (m.n_jc * m.variance + n * m.overall) / (m.n_jc + n)
        )
        for n in (0.5, 1, 2, 5)
    },
    **{
        f"deviation of at least {q:g} mean gaps": lambda m, q=q: np.maximum(m.variance, (q * m.gap) ** 2)
        for q in (0.167, 0.3, 0.5, 1.0)
    },
    "plus 1/12 of the squared mean gap": lambda m: m.variance + m.gap**2 / 12,
}
WEKA = "Weka's naive Bayes, for comparison"


class Score(NamedTuple):
    """Means over the test cases of one data set."""

    accuracy: float
    log_loss: float  # in nats, of probabilities clipped at 1 / (n + 2)


def moments_of(train: Table) -> tuple[gnb.Model, Moments]:
    """The model without a floor, whose variances a rule replaces, and the quantities that rules use."""
    model, statistics = gnb.fit(train, var_floor=0.0), gnb.count(train)
    n_jc = np.array([exact.floats(sums[0]) for sums, _ in additive.attribute_sums(statistics)])
    unit = np.square(model.scale)[:, None]
    numbers = np.array(gnb.columns_of(train))
    overall = np.where(model.varies, np.nanvar(numbers, axis=1, where=~np.isnan(numbers)), 1.0)[:, None]
    pooled = (n_jc * model.variance * unit).sum(axis=1, keepdims=True) / np.maximum(n_jc.sum(axis=1), 1)[
        :, None
    ]
    gaps = additive.mean_gaps(statistics)[:, None]
    return model, Moments(n_jc, model.variance * unit, overall, pooled, gaps)


def with_rule(model: gnb.Model, moments: Moments, rule: Rule) -> gnb.Model:
    """The model with the variances of a rule; those of classes without an observed attribute do not
    change.
    """
    floored = np.maximum(rule(moments), np.finfo(float).eps * moments.overall)
    variance = np.where(moments.n_jc > 0, floored, moments.variance)
    return model._replace(variance=variance / np.square(model.scale)[:, None])


def scores(table: Table) -> dict[str, Score]:
    """Scores of every rule in 10 stratified folds, and of Weka's naive Bayes if it accepts the kinds."""
    folds = folding.make(table, folds=10, seed=[1])
    weka = all(a.kind != "angular" for a in table.attributes)
    hits, loss = (dict.fromkeys([*RULES, *([WEKA] if weka else [])], 0.0) for _ in range(2))
    for f in range(10):
        test = folds.test[slice(*folds.offsets[f : f + 2])]
        train, part = subset(table, folding.train_rows(folds, f, n_cases(table))), subset(table, test)
        model, moments = moments_of(train)
        least, n_c = np.log(1 / (n_cases(train) + 2)), class_counts(train)
        for name in hits:
            if name == WEKA:
                log_proba = weka_nb.predict_log_proba(weka_nb.fit(train), part)
            else:
                log_proba = gnb.predict_log_proba(with_rule(model, moments, RULES[name]), part)
            hits[name] += np.count_nonzero(decide(log_proba, n_c) == part.y)
            loss[name] -= np.maximum(log_proba[np.arange(len(test)), part.y], least).sum()
    return {name: Score(hits[name] / n_cases(table), loss[name] / n_cases(table)) for name in hits}


def usable(path: Path) -> Table | None:
    """A prepared table of numbers; None for others and for large ones."""
    if absence.read(path) is not None:
        return None
    table = load(path)
    kinds = {a.kind for a in table.attributes if a.kind != "nominal" or a.values}
    numbers = kinds <= set(gnb.KINDS) and "linear" in kinds
    return table if numbers and n_cases(table) <= LARGEST and (table.y >= 0).all() else None


def chooses(family: str) -> bool:
    """Whether a family of data sets belongs to the half on which the rule is chosen."""
    return family not in NAMED and hashlib.sha256(family.encode()).digest()[0] % 2 == 0


def rows(found: dict[str, dict[str, list[Score]]], names: list[str]) -> list[list[str]]:
    """Family means of accuracy and log loss, and wins and losses against the former floor, by rule."""
    table = []
    for name in names:
        means = [np.mean(of[name], axis=0) for of in found.values() if name in of]
        former = [np.mean(of[FORMER], axis=0) for of in found.values() if name in of]
        more = np.array([m[0] - f[0] for m, f in zip(means, former, strict=True)])
        accuracy, loss = np.mean(means, axis=0)
        won, lost = np.count_nonzero(more > 1e-9), np.count_nonzero(more < -1e-9)
        table.append([f"{accuracy:.4f}", f"{loss:.4f}", f"{won}:{lost}"])
    return table


def chosen_rule(found: dict[str, dict[str, list[Score]]]) -> str:
    """The smallest setting of the best kind of rule within one standard error of the best rule."""
    names = list(RULES)
    accuracy = np.array([[np.mean(of[name], axis=0)[0] for name in names] for of in found.values()])
    best = int(accuracy.mean(axis=0).argmax())
    for j, name in enumerate(names):  # settings of the same kind are in ascending order
        behind = accuracy[:, best] - accuracy[:, j]
        error = behind.std(ddof=1) / np.sqrt(len(behind)) if len(behind) > 1 else 0.0
        if _kind(name) == _kind(names[best]) and behind.mean() <= error:
            return name
    return names[best]


def _kind(rule: str) -> str:
    return re.sub(r"[\d.e-]*\d", "", rule)


def markdown(head: list[str], body: list[list[str]]) -> str:
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def of_scikit_learn() -> dict[str, Table]:
    """The two data sets of scikit-learn on which the former floor was worse."""
    made = {}
    for name, bunch in (("digits", load_digits()), ("breast cancer", load_breast_cancer())):
        attributes = [Attribute(f"x{j}", "linear") for j in range(bunch.data.shape[1])]
        classes = [str(c) for c in range(len(bunch.target_names))]
        made[name] = make_table(attributes, classes, bunch.target, reals=bunch.data.astype(float))
    return made


def main(prepared: str, page: str | None = None) -> None:
    stanzas = configuration.read(ROOT).datasets
    found: dict[str, dict[str, list[Score]]] = {}
    for path in sorted(Path(prepared).glob("*.npz")):
        table = usable(path) if path.stem in stanzas else None
        if table is None:
            continue
        family = found.setdefault(str(stanzas[path.stem].get("family", path.stem)), {})
        for name, score in scores(table).items():
            family.setdefault(name, []).append(score)
        print(path.stem, file=sys.stderr, flush=True)
    halves = [{f: of for f, of in found.items() if chooses(f) is half} for half in (True, False)]
    names = list(RULES)
    chosen, reported = (rows(half, [*names, WEKA]) for half in halves)
    best = chosen_rule(halves[0])
    body = [
        [f"**{name}**" if name == best else name, *a, *b]
        for name, a, b in zip([*names, WEKA], chosen, reported, strict=True)
    ]
    head = [
        "Rule",
        "Accuracy, choosing",
        "Log loss",
        "Won:lost",
        "Accuracy, reporting",
        "Log loss",
        "Won:lost",
    ]
    text = [f"\n{markdown(head, body)}\n"]
    for title, half in zip(("choose", "report"), halves, strict=True):
        families = ", ".join(f"`{f}`" for f in sorted(half))
        text.append(f"The {len(half)} families that {title}: {families}.\n\n")
    named = {name: scores(table) for name, table in of_scikit_learn().items()}
    shown = [FORMER, "plus 1e-9 of the largest overall variance (scikit-learn)", WEKA, best]
    body = [[n, *(f"{s[n].accuracy:.4f}" for s in named.values())] for n in shown]
    text.append(f"{markdown(['Rule', *named], body)}\n")
    if page is None:
        print("".join(text))
        return
    before, rest = Path(page).read_text(encoding="utf-8").split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    Path(page).write_text("".join([before, MARKS[0], *text, MARKS[1], after]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
