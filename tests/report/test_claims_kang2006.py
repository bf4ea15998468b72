"""The claims of Kang et al. 2006 and of the textbook chapter on synthetic scores.

They hold, are contradicted if methods change places, and are undecided if scores are noise. Their numbers are
recomputed here.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from naivebench.benchmark.results.comparisons import Bayesian
from naivebench.benchmark.results.summaries import Cost
from scipy import stats

from naivebench.report.papers.claims import judge
from naivebench.report.papers.paper import read
from naivebench.report.papers.run import Run, Score
from naivebench.report.papers.verdicts import CONTRADICTED, HOLDS, PART, UNDECIDED, UNTESTED

TOPICS = ("earn", "acq", "money-fx", "grain", "crude", "trade")
SITES = ("scl2205-rh-nuclear", "scl2205-rh-cytoplasmic", "psortb3-rh-periplasmic", "psortb3-rh-extracellular")
TABLES = ("vote", "chess", "car", "nursery", "zoo")
LEVELS = {
    "rnbl_mn": 0.90,
    "rnbl_mn_node": 0.91,
    "nb_mn_300": 0.84,
    "c45_300": 0.80,
    "linear_svm_counts_300": 0.902,
    "linear_svm_counts_300_tf_idf": 0.93,
    "nb_bernoulli_300": 0.70,
    "nb_mn": 0.86,
    "nb_bernoulli": 0.60,
}
PLAIN = {"nb": 0.80, "rbc": 0.802, "rnbl": 0.83, "rnbl_node_scale": 0.84, "tan": 0.83, "kdb": 0.84}
PLAIN |= dict.fromkeys(("logistic_regression", "linear_svm", "cart", "knn", "random_forest"), 0.80)
PLAIN |= {"hist_gradient_boosting": 0.80}
SECONDS = {"rnbl_mn": 0.5, "rnbl_mn_node": 0.8, "linear_svm_counts_300": 1.0}


def swapped(levels: dict, *pairs: tuple[str, str]) -> dict:
    names = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    return {m: levels[names.get(m, m)] for m in levels}


def made(key="kang2006", levels=LEVELS, plain=PLAIN, seconds=SECONDS, spread=0.004, kinds="nominal") -> Run:
    """Scores of topics with one test part, and of sites and tables with ten, easy or hard for all methods
    alike.
    """
    paper, rng = read(key), np.random.default_rng(4)
    ids, folds, cost = paper.protocols, {}, {}
    several = [
        ("paper", [f"reuters-{t}" for t in TOPICS], 1, m, levels) for m in ("f1", "break_even_nearest")
    ]
    several += [("paper", [f"reuters-{t}" for t in TOPICS], 1, "accuracy", levels)]
    several += [(role, SITES, 10, m, levels) for role in ("paper", "grouped") for m in ("accuracy", "mcc")]
    several += [("honest", TABLES, 10, "accuracy", plain)]
    for role, sets, parts, metric, of in several:
        scores = folds.setdefault((ids.get(role, role), metric), {})
        for d in sets:
            hard = rng.normal(0, 0.02, parts)
            for m, level in of.items():
                values = level + hard + rng.normal(0, spread) + rng.normal(0, 0.002, parts)
                scores[d, m] = {(0, f): Score(v, 100, 900) for f, v in enumerate(values)}
                spent = seconds.get(m, 1.0) * rng.uniform(0.95, 1.05)
                cost[ids.get(role, role), d, m] = Cost(spent, 0.0, 0.0)
    prepared = {d: {"rows": 1000, "attributes": [{"kind": kinds}]} for d in TABLES}
    results = SimpleNamespace(
        protocols=tuple({p for p, _ in folds}),
        prepared=prepared,
        metrics={},
        break_even={},
        bayes=Bayesian(),
        config={},
    )
    return Run(paper, results, SimpleNamespace(cost=cost), folds)


def verdicts(run: Run) -> dict[str, str]:
    """Verdicts of the claims; the suggested ones where the data are not the paper's."""
    return {c.id: c.suggested or c.verdict for c in judge(run)}


def renamed(run: Run, names: dict[str, str]) -> Run:
    """The run with some data sets replaced by others."""
    folds = {key: {(names.get(d, d), m): f for (d, m), f in of.items()} for key, of in run.folds.items()}
    return run._replace(folds=folds)


def test_all_claims_that_can_be_tested_hold_on_matching_results():
    found = verdicts(made())
    assert found.pop("significant-splits") == UNTESTED
    assert found.pop("svm-never-positive") == UNTESTED  # no counts by class
    assert set(found.values()) == {HOLDS}


@pytest.mark.parametrize(
    ("right", "wrong", "expected"), [(0, 0, HOLDS), (1, 1, CONTRADICTED), (0, 3, CONTRADICTED)]
)
def test_the_svm_never_answers_yes_only_if_it_assigns_no_protein(right, wrong, expected):
    site, cases = "scl2205-rh-mitochondrial", {"mitochondrial": 321, "other": 2106}
    rates = {"sensitivity": right / 321, "specificity": 1 - wrong / 2106, "f1": None, "mcc": None}
    precision = right / (right + wrong) if right + wrong else None
    of_class = {"n": 321, "accuracy": 0.86, "precision": precision, **rates}
    method = {"parts": 10, "accuracy": 0.86, "mcc": 0.0, "trees": [], "tree": None}
    method["classes"] = {"mitochondrial": of_class}
    told = {"scheme": "grouped", "folds": 10, "repeats": 1, "cases": cases, "train_cases": None}
    run = renamed(made(), {SITES[0]: site})
    told["methods"] = {"linear_svm_counts_300": method}
    results = SimpleNamespace(**{**vars(run.results), "break_even": {("grouped/kang2006", site): told}})
    (claim,) = (c for c in judge(run._replace(results=results)) if c.id == "svm-never-positive")
    assert (claim.verdict, claim.suggested) == (UNTESTED, expected)  # the proteins are substitutes
    (statement,) = (s for s in claim.statements if s.suggests)
    assert statement.value == right + wrong


@pytest.mark.parametrize(
    ("claim", "pair"),
    [
        ("texts-nb", ("rnbl_mn", "nb_mn_300")),
        ("texts-c45", ("rnbl_mn", "c45_300")),
        ("texts-svm", ("rnbl_mn", "c45_300")),
        ("proteins-nb", ("rnbl_mn", "nb_mn_300")),
        ("proteins-c45", ("rnbl_mn", "c45_300")),
        ("proteins-svm", ("rnbl_mn", "c45_300")),
    ],
)
def test_claims_are_contradicted_by_reversed_results(claim, pair):
    assert verdicts(made(levels=swapped(LEVELS, pair)))[claim] == CONTRADICTED


def test_the_other_reading_of_the_score_is_shown_but_does_not_decide():
    bad = swapped(LEVELS, ("rnbl_mn_node", "c45_300"))
    claim = next(c for c in judge(made(levels=bad)) if c.id == "texts-nb")
    assert claim.verdict == HOLDS
    beside = [s for s in claim.statements if s.first == "rnbl_mn_node"]
    assert [(s.decides, s.verdict) for s in beside] == [(False, CONTRADICTED)] * 2
    assert "For comparison: RNBL-MN, factor |D| minus NB-MN" in claim.evidence


def test_substitutes_only_suggest_a_verdict():
    """The proteins are substitutes; the topics are the paper's own documents, or documents of R8."""
    claims = {c.id: c for c in judge(made())}
    proteins, texts = claims["proteins-nb"], claims["texts-nb"]
    assert (proteins.verdict, proteins.suggested, proteins.reproduced) == (
        UNTESTED,
        HOLDS,
        "cannot be tested",
    )
    assert proteins.evidence.startswith("The paper's own data are missing.")
    assert "scl2205-rh-nuclear" in proteins.other_evidence
    assert "For comparison: On data other than the paper's: RNBL-MN minus NB-MN" in proteins.evidence
    assert "(a substitute for the paper's)" in proteins.other_evidence
    assert (texts.verdict, texts.suggested, texts.reproduced) == (HOLDS, "", "yes")
    assert "reuters-grain, reuters-crude and reuters-trade (the paper's own)." in texts.evidence
    r8 = renamed(made(), {f"reuters-{t}": f"reuters-r8-{t}" for t in TOPICS})
    texts = next(c for c in judge(r8) if c.id == "texts-nb")
    assert (texts.verdict, texts.suggested, texts.reproduced) == (UNTESTED, HOLDS, "cannot be tested")
    assert not any(s.decides for s in texts.statements)
    turned = {c.id: c for c in judge(made(levels=swapped(LEVELS, ("rnbl_mn", "nb_mn_300"))))}
    assert (turned["proteins-nb"].verdict, turned["proteins-nb"].suggested) == (UNTESTED, CONTRADICTED)


def test_the_papers_own_data_decide_and_others_are_shown():
    """The paper's documents contradict the verdict that documents of one topic suggest."""
    run = made(levels=swapped(LEVELS, ("rnbl_mn", "nb_mn_300")))
    other = renamed(made(), {f"reuters-{t}": f"reuters-r8-{t}" for t in TOPICS})
    folds = {key: {**of, **other.folds[key]} for key, of in run.folds.items()}
    (texts,) = (c for c in judge(run._replace(folds=folds)) if c.id == "texts-nb")
    assert (texts.verdict, texts.suggested, texts.reproduced) == (CONTRADICTED, HOLDS, "no")
    own, others = (next(s for s in texts.statements if getattr(s, use)) for use in ("decides", "suggests"))
    assert own.data == tuple(f"reuters-{t}" for t in TOPICS)
    assert others.data == tuple(f"reuters-r8-{t}" for t in TOPICS)


@pytest.mark.parametrize(
    ("own", "verdict", "suggested"), [(2, UNTESTED, HOLDS), (3, HOLDS, HOLDS), (4, HOLDS, "")]
)
def test_fewer_than_three_of_the_papers_data_sets_decide_nothing(own, verdict, suggested):
    """The first of six topics are the paper's; other data sets are named if they are half of the data."""
    run = renamed(made(), {f"reuters-{t}": f"reuters-r8-{t}" for t in TOPICS[own:]})
    (texts,) = (c for c in judge(run) if c.id == "texts-nb")
    assert (texts.verdict, texts.suggested) == (verdict, suggested)
    if own == 2:
        assert "This run has 2 of the 10 data sets of the paper (Reuters-21578 earn and" in texts.evidence


def test_claims_about_no_particular_data_are_decided_by_all():
    (claim,) = (c for c in judge(made()) if c.id == "langley")
    assert (claim.verdict, claim.suggested) == (HOLDS, "")
    assert "The data are 5 data sets of this run, because the claim does not name any data." in claim.evidence


def test_the_papers_own_scores_reproduce_the_claims_on_texts():
    """The paper reports break-even points, as in its Table 1; our honest score uses the predicted class."""
    run = made()
    scores = run.folds[run.paper.protocols["paper"], "f1"]
    for d in (f"reuters-{t}" for t in TOPICS):
        scores[d, "rnbl_mn"], scores[d, "nb_mn_300"] = scores[d, "nb_mn_300"], scores[d, "rnbl_mn"]
    (claim,) = (c for c in judge(run) if c.id == "texts-nb")
    assert (claim.verdict, claim.reproduced) == (CONTRADICTED, "yes")


def test_noise_leaves_the_claims_undecided():
    found = verdicts(made(levels=dict.fromkeys(LEVELS, 0.8), spread=0.1))
    assert {found[c] for c in ("texts-c45", "proteins-nb", "proteins-svm", "multinomial")} == {UNDECIDED}


def test_the_event_models_are_judged_on_the_same_words():
    half = swapped(LEVELS, ("nb_mn", "nb_bernoulli"))
    assert verdicts(made(levels=half))["multinomial"] == PART
    both = swapped(LEVELS, ("nb_mn", "nb_bernoulli"), ("nb_mn_300", "nb_bernoulli_300"))
    assert verdicts(made(levels=both))["multinomial"] == CONTRADICTED


def test_cost_is_a_ratio_of_times():
    slow = made(seconds={"rnbl_mn": 3.0, "linear_svm_counts_300": 1.0})
    assert verdicts(slow)["cheaper"] == CONTRADICTED
    claim = next(c for c in judge(slow) if c.id == "cheaper")
    assert claim.timed
    cost, role = slow.summary.cost, slow.paper.protocols["paper"]
    sets = [f"reuters-{t}" for t in TOPICS]  # the paper's own topics
    ratios = [
        np.log(cost[role, d, "rnbl_mn"].fit_seconds / cost[role, d, "linear_svm_counts_300"].fit_seconds)
        for d in sets
    ]
    interval = stats.ttest_1samp(ratios, 0).confidence_interval(0.95)
    statement = claim.statements[0]
    assert statement.n == len(sets)
    assert (statement.value, statement.low, statement.high) == pytest.approx(
        np.exp([np.mean(ratios), *interval]).tolist(), rel=1e-9
    )


def test_recursive_classifiers_are_judged_on_nominal_attributes_only():
    assert verdicts(made(plain=PLAIN | {"rbc": 0.85}))["langley"] == CONTRADICTED
    assert verdicts(made(kinds="linear"))["langley"] == UNTESTED


def test_a_classifier_might_outperform_naive_bayes_if_it_does_so_on_one_data_set():
    worse = made(plain=PLAIN | {"rbc": 0.75})
    assert verdicts(worse)["with-criterion"] == CONTRADICTED
    scores = worse.folds["honest", "accuracy"]
    scores[TABLES[0], "rbc"] = {
        k: s._replace(value=s.value + 0.1) for k, s in scores[TABLES[0], "rbc"].items()
    }
    found = next(c for c in judge(worse) if c.id == "with-criterion")
    assert (found.verdict, found.statements[0].value) == (HOLDS, 1)
    assert found.about.subjects == ("rbc",)


def test_numbers_of_topics_and_sites_are_recomputed():
    run = made()
    claims = {c.id: c for c in judge(run)}
    topics = [f"reuters-{t}" for t in TOPICS]
    for claim, role, metric, sets, second in (
        ("texts-nb", "paper", "f1", topics, "nb_mn_300"),
        ("texts-svm", "paper", "f1", topics, "linear_svm_counts_300"),
        ("proteins-c45", "grouped", "accuracy", SITES, "c45_300"),
    ):
        scores = run.folds[run.paper.protocols[role], metric]
        d = [
            np.mean([scores[s, "rnbl_mn"][k].value - scores[s, second][k].value for k in scores[s, second]])
            for s in sets
        ]
        test, statement = stats.ttest_1samp(d, 0), claims[claim].statements[0]
        assert (statement.decides, statement.suggests) == (sets == topics, sets != topics)
        assert (statement.protocol, statement.n) == (f"protocol {run.paper.protocols[role]}", len(sets))
        assert (statement.value, statement.low, statement.high) == pytest.approx(
            (np.mean(d), *test.confidence_interval(0.95)), rel=1e-9
        )
        assert statement.p == pytest.approx(test.pvalue, rel=1e-9)


def test_splits_cannot_be_tested_for_a_stated_reason():
    claim = next(c for c in judge(made()) if c.id == "significant-splits")
    assert "names no test and no level" in claim.evidence


def test_a_paper_without_results_is_not_tested():
    empty = made()._replace(folds={})
    empty = empty._replace(results=SimpleNamespace(**{**vars(empty.results), "protocols": ()}))
    assert set(verdicts(empty).values()) == {UNTESTED}


# the textbook chapter


def test_the_claim_of_the_chapter_holds_and_is_contradicted_by_reversed_results():
    assert verdicts(made("textbook18", levels={})) == {"middle-path": HOLDS}
    worse = PLAIN | {"tan": 0.60, "kdb": 0.60}
    assert verdicts(made("textbook18", levels={}, plain=worse)) == {"middle-path": CONTRADICTED}


@pytest.mark.parametrize(
    ("changed", "verdict"), [({}, HOLDS), ({"nb": 0.70}, CONTRADICTED), ({"random_forest": 0.9}, PART)]
)
def test_competitive_is_judged_on_the_data_of_its_sentence(changed, verdict):
    """The abstract of Robles et al. says "competitive": if one rival is better, the claim holds in part."""
    run = made("robles2003", levels={}, plain=PLAIN | changed)
    chosen = tuple(c for c in run.paper.claims if c["id"] == "competitive")
    (found,) = judge(run._replace(paper=run.paper._replace(claims=chosen)))
    assert (found.verdict, found.where) == (verdict, "abstract")
