"""The claims of the papers: rules, claims that hold and the same results turned around, evidence recomputed,
and the section of the page.
"""

import csv
import io
import re
import statistics

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import lopezcruz_fixture
from support.claims_fixture import PLACES, PROTEINS, SETS, TOPICS, swapped, write

from naivebench.papers.before import claim_rules as claims_rules
from naivebench.papers.before import claims
from naivebench.papers.before.claim_rules import (
    FAILS,
    HOLDS,
    NOT_RUN,
    PART,
    UNTESTABLE,
    VERDICTS,
    Compared,
    FoldTest,
)
from naivebench.papers.lopezcruz2013 import claims as claims_lopezcruz2013
from naivebench.papers.robles2003.run import HONEST
from naivebench.reporting import page
from naivebench.results import formats
from naivebench.results.context import load
from naivebench.results.summaries import summarize
from naivebench.statistics import posthoc
from naivebench.statistics.bayes import signed_rank
from naivebench.statistics.corrected_t import corrected_t

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return write(tmp_path_factory.mktemp("claims"))


@pytest.fixture(scope="module")
def judged(made):
    return claims.judge(*made)


@pytest.fixture(scope="module")
def angles(tmp_path_factory):
    return lopezcruz_fixture.write(tmp_path_factory.mktemp("angles"), repeats=2, grouped=False)


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    root = tmp_path_factory.mktemp("empty")
    (root / "results").mkdir()
    (root / "prepared").mkdir()
    rows = [
        (HONEST, d, "knn", 0, f, 50, 100, "accuracy", 0.7 + f / 100)
        for d in ("iris", "crx")
        for f in range(3)
    ]
    columns = ["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"]
    pd.DataFrame(rows, columns=columns).to_parquet(root / "results" / "scores.parquet", index=False)
    loaded = load(root / "results", root / "prepared")
    return loaded, summarize(loaded)


def of(found, words):
    """The one claim whose sentence has the words."""
    (claim,) = (c for c in found if words in c.sentence)
    return claim


def verdict(found, words):
    return of(found, words).verdict


# rules


def compared(n=20, mean=0.02, better=0.0, rope=0.0, worse=0.0):
    return Compared(n, mean, 0, 0, better, rope, worse)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (compared(better=0.96), HOLDS),
        (compared(better=0.95), PART),
        (compared(better=0.5), PART),
        (compared(better=0.04), FAILS),
        (compared(mean=0.0, better=0.99), FAILS),
        (compared(mean=-0.01, better=0.3), FAILS),
        (compared(n=4, better=1.0), UNTESTABLE),
    ],
)
def test_better_in_general(found, expected):
    assert claims_rules.better(found) == expected


@pytest.mark.parametrize(
    ("worse", "n", "expected"),
    [(0.04, 9, HOLDS), (0.05, 9, PART), (0.95, 9, PART), (0.96, 9, FAILS), (0.0, 4, UNTESTABLE)],
)
def test_no_worse_in_general(worse, n, expected):
    assert claims_rules.parity(compared(n=n, worse=worse)) == expected


@pytest.mark.parametrize(
    ("true", "total", "share", "expected"),
    [
        (8, 8, 1.0, HOLDS),
        (7, 8, 1.0, PART),
        (4, 8, 1.0, PART),
        (3, 8, 1.0, FAILS),
        (4, 8, 0.5, HOLDS),
        (2, 8, 0.5, PART),
        (1, 8, 0.5, FAILS),
        (7, 8, 7 / 8, HOLDS),
        (0, 1, 0.5, FAILS),
        (0, 2, 0.0, FAILS),
        (15, 21, 15 / 21, HOLDS),
        (14, 21, 15 / 21, PART),
    ],
)
def test_share_of_comparisons(true, total, share, expected):
    assert claims_rules.graded(true, total, share) == expected


def test_share_of_all_is_a_count_even_where_floats_are_not():
    assert claims_rules.graded(9, 10, 1 - 1 / 10) == HOLDS
    assert all(claims_rules.graded(n - 1, n, 1 - 1 / n) == HOLDS for n in range(2, 60))


def test_signed_rank_is_that_of_the_statistics():
    d = [0.03, -0.002, 0.05, 0.01, 0.0, 0.04]
    found = claims_rules.over_sets(d)
    assert found[-3:] == signed_rank(np.array(d), 0.01)
    assert (found.n, found.above, found.below) == (6, 4, 1)
    assert found.mean == pytest.approx(np.mean(d))
    assert claims_rules.over_sets([]) is None


def test_fold_tests_are_the_corrected_ones_with_holm():
    rng = np.random.default_rng(1)
    folds = {
        ("a", m): {(0, f): (float(rng.normal(gain, 0.01)), 20) for f in range(10)}
        for m, gain in (("x", 0.9), ("y", 0.85), ("z", 0.895))
    }
    pairs = (("x", "y"), ("x", "z"))
    found = claims_rules.adjusted([*(claims_rules.on_folds(folds, 200, "a", *p) for p in pairs), None])
    raw = [
        corrected_t(np.array([folds["a", a][k][0] - folds["a", b][k][0] for k in folds["a", a]]), 20 / 180)
        for a, b in pairs
    ]
    assert [t.p for t in found] == [r.p for r in raw]
    assert [t.adjusted for t in found] == posthoc.holm([r.p for r in raw]).tolist()
    assert claims_rules.on_folds(folds, 200, "a", "x", "gone") is None
    assert claims_rules.adjusted([None]) == []


def test_shown_and_against_are_after_correction():
    worse = FoldTest("a", -0.1, 0.001, 1.0, 0.002)
    assert (worse.shown, worse.against, worse.level) == (False, True, False)
    assert not FoldTest("a", 0.1, 0.001, 0.0, 0.06).shown


@pytest.mark.parametrize(
    ("paper", "honest", "said"),
    [
        (HOLDS, FAILS, "agrees with the claim, the honest one does not"),
        (HOLDS, PART, "agrees with the claim, the honest one does so in part only"),
        (PART, FAILS, "agrees with the claim in part, the honest one does not"),
    ],
)
def test_protocols_that_disagree_are_named(paper, honest, said):
    assert claims_rules.protocols_apart(paper, honest) == f" The paper's own protocol {said}."
    assert claims_rules.protocols_apart(honest, paper) == ""
    assert claims_rules.protocols_apart(UNTESTABLE, honest) == ""


# all papers


def test_every_claim_has_a_known_verdict_evidence_and_rule(judged, angles, empty):
    for found in (judged, claims.judge(*angles), claims.judge(*empty)):
        assert {c.paper for c in found} == set(claims.PAPERS)
        assert all(
            c.verdict in VERDICTS
            and c.evidence.endswith(".")
            and c.rule
            and c.where
            and c.sentence.endswith(".")
            for c in found
        )
        assert all(bool(c.href) == (c.verdict != NOT_RUN) for c in found)
        assert len({c.sentence for c in found}) == len(found)


def test_without_any_experiment_nothing_was_run(empty):
    found = claims.judge(*empty)
    assert {c.verdict for c in found} == {NOT_RUN}
    assert claims.section(*empty).summary == f"{len(found)} claims, none of them tested by this run."


def test_an_experiment_alone_leaves_the_others_not_run(angles):
    run = {c.paper for c in claims.judge(*angles) if c.verdict != NOT_RUN}
    assert run == {"lopezcruz2013"}


def test_judging_twice_gives_the_same(made, judged):
    assert claims.judge(*made) == judged


# Robles et al. 2003

ROBLES = {
    "IENB improves naive": ("ienb", "nb"),
    "IENB is better than Iterative Bayes": ("ienb", "iterative_bayes"),
    "APNBC-EDA “clearly": ("apnbc_eda", "apnbc"),
    "BSEJ improves": ("bsej", "fssj"),
    "Heuristic search": ("pazzani_eda", "bsej"),
    "Pazzani-EDA differs": ("pazzani_eda", "bsej"),
    "Structures": ("pazzani_eda", "bsej"),
    "differ significantly from": ("ienb", "nb"),
}


@pytest.mark.parametrize("words", ROBLES)
def test_robles_claims_hold_and_turned_around_do_not(made, judged, words):
    assert verdict(judged, words) == HOLDS
    turned = claims.robles2003.claims(*swapped(made[0], ROBLES[words]))
    assert verdict(turned, words) == FAILS


def test_readings_of_iterative_bayes_that_differ_hold_in_part(made, judged):
    """A second reading with the scores of Pazzani-EDA, which are above those of IENB."""
    scores = made[0].scores
    other = scores[scores["method"] == "pazzani_eda"].assign(method="iterative_bayes_counts")
    results = made[0]._replace(scores=pd.concat([scores.astype({"method": str}), other], ignore_index=True))
    found = of(claims.robles2003.claims(results, summarize(results)), "IENB is better than Iterative Bayes")
    assert found.verdict == PART
    gap = np.mean(
        [
            v - accuracies(results, HONEST, "pazzani_eda")[d]
            for d, v in accuracies(results, HONEST, "ienb").items()
        ]
    )
    assert (
        f"on counts, as its author does: Honest protocol: mean gain {formats.text(gap, 'points')} points"
        in found.evidence
    )


def test_gains_that_grow_with_fewer_cases(made, judged):
    assert verdict(judged, "fewer cases") == HOLDS
    turned = claims.robles2003.claims(*swapped(made[0], ("ienb", "nb")))
    assert verdict(turned, "fewer cases") == FAILS


def accuracies(results, protocol, method):
    """Data set -> share of correct cases over all folds, from the scores."""
    frame = results.scores.query("protocol == @protocol and method == @method and metric == 'accuracy'")
    groups = frame.groupby("dataset", observed=True)
    return {d: float((f["value"] * f["n_test"]).round().sum() / f["n_test"].sum()) for d, f in groups}


def test_evidence_of_a_gain_is_recomputed_from_the_scores(made, judged):
    one, other = (accuracies(made[0], HONEST, m) for m in ("pazzani_eda", "bsej"))
    d = [one[name] - other[name] for name in one]
    p = signed_rank(np.array(d), 0.01)
    text = of(judged, "Heuristic search").evidence
    assert (
        f"Honest protocol: mean gain {100 * np.mean(d):+.2f} points, better on {sum(v > 0 for v in d)} "
        f"and worse on 0 of {len(SETS)} " in text
    )
    assert f"P(better) {p.better:.2f}, P(rope) {p.rope:.2f}, P(worse) {p.worse:.2f}" in text
    assert "10.0 times as many structures" in text


def test_evidence_on_the_number_of_cases_is_recomputed(made, judged):
    one, other = (accuracies(made[0], HONEST, m) for m in ("ienb", "nb"))
    rho, p = stats.spearmanr([SETS[d] for d in one], [one[d] - other[d] for d in one])
    assert (
        f"ρ = {rho:+.3f}, p = {p:.4f} on {len(SETS)} data sets".replace("-", "−")
        in of(judged, "fewer cases").evidence
    )


def test_a_gain_under_the_papers_protocol_alone_is_said_to_be_one(made):
    results = made[0]
    scores = results.scores.copy()
    own = (scores["protocol"] == HONEST) & (scores["metric"] == "accuracy")
    plain = scores[own & (scores["method"] == "nb")].set_index(["dataset", "fold"])["value"]
    found = scores[own & (scores["method"] == "ienb")]
    scores.loc[found.index, "value"] = [
        plain[d, f] for d, f in zip(found["dataset"], found["fold"], strict=True)
    ]
    changed = results._replace(scores=scores)
    claim = of(claims.robles2003.claims(changed, summarize(changed)), "IENB improves naive Bayes")
    assert claim.verdict == FAILS
    assert claim.evidence.endswith("The paper's own protocol agrees with the claim, the honest one does not.")


def test_one_run_is_too_few_for_the_papers_own_test(tmp_path):
    found = claims.robles2003.claims(*write(tmp_path, runs=1, texts=False))
    assert "this run has one" in of(found, "differ significantly from").evidence


# Lopez-Cruz et al. 2013


def test_angular_claims_hold_or_do_not(angles):
    found = claims.lopezcruz2013.claims(*angles)
    assert verdict(found, "frequently outperforms") == HOLDS
    assert verdict(found, "linear classifier") == HOLDS
    assert verdict(found, "ignore the period") == HOLDS
    assert verdict(found, "best average rank") == HOLDS


def test_angular_claims_turned_around(angles):
    results = angles[0]
    before = claims.lopezcruz2013.claims(*angles)
    turned = claims.lopezcruz2013.claims(*swapped(results, ("vmnb", "gnb"), ("sel_vmnb", "sel_gnb")))
    for words in (
        "frequently outperforms",
        "significantly outperforms",
        "perform similarly",
        "best average rank",
    ):
        assert VERDICTS.index(verdict(turned, words)) > VERDICTS.index(verdict(before, words)), words


def test_without_rotated_data_nothing_is_said_of_the_cut(angles):
    plain = angles[0]._replace(angles={d: {**a, "rotation": []} for d, a in angles[0].angles.items()})
    assert verdict(claims.lopezcruz2013.claims(plain, angles[1]), "ignore the period") == NOT_RUN


def rotated(results, vmnb, gnb):
    changed = {("vmnb", 45.0): vmnb, ("gnb", 45.0): gnb, ("vmnb", 0.0): 0.0, ("gnb", 0.0): 0.0}
    rows = [
        {"method": m, "offset_degrees": o, "accuracy": 0.5, "changed": c} for (m, o), c in changed.items()
    ]
    return results._replace(angles={d: {**a, "rotation": rows} for d, a in results.angles.items()})


@pytest.mark.parametrize(
    ("vmnb", "gnb", "expected"), [(0.0, 0.2, HOLDS), (0.2, 0.0, FAILS), (0.0, 0.0, FAILS), (0.1, 0.2, FAILS)]
)
def test_what_the_cut_of_the_circle_changes(angles, vmnb, gnb, expected):
    claim = of(claims.lopezcruz2013.claims(rotated(angles[0], vmnb, gnb), angles[1]), "ignore the period")
    assert claim.verdict == expected
    assert ("20.00 %" in claim.evidence) == (gnb > 0)


def test_share_of_fits_is_recomputed(angles):
    fits = [
        f for a in angles[0].angles.values() for attribute in a["attributes"] for f in attribute["fits"] if f
    ]
    above = sum(f["von_mises"] > f["gaussian"] for f in fits)
    claim = of(claims.lopezcruz2013.claims(*angles), "log-likelihood")
    assert f"Higher in {above:,} of {len(fits):,} fits" in claim.evidence
    assert (claim.verdict == HOLDS) == (above == len(fits))


def test_grouped_folds_decide_where_there_are_some(tmp_path):
    run = claims_lopezcruz2013.gather(
        *lopezcruz_fixture.write(tmp_path, repeats=2, datasets=("protein-windows", "magic"), angles=False)
    )
    assert claims_lopezcruz2013.fair_protocol(run, "protein-windows", ("vmnb", "gnb")) == "grouped"
    assert claims_lopezcruz2013.fair_protocol(run, "magic", ("vmnb", "gnb")) == "paper/lopezcruz2013"
    assert len(claims_lopezcruz2013.pair(run, "protein-windows", "vMNB", "GNB")) == 10
    assert len(claims_lopezcruz2013.pair(run, "protein-windows", "vMNB", "GNB", "paper/lopezcruz2013")) == 20


def test_a_wrong_closed_form_is_noticed(monkeypatch, angles):
    from naivebench.directional.analysis import surfaces

    right = surfaces.circle_line
    monkeypatch.setattr(surfaces, "circle_line", lambda s: right(s) + 1e-6)
    claim = of(claims.lopezcruz2013.claims(*angles), "linear classifier")
    assert claim.verdict == PART
    assert claim.evidence.endswith("not equal for one angle.")


# Kang et al. 2006


@pytest.mark.parametrize(
    ("words", "pair", "expected"),
    [
        # the other reading is practically level with what is now naive Bayes
        ("naive Bayes on Reuters", ("rnbl_mn", "nb_mn_300"), FAILS),
        ("C4.5 on Reuters", ("rnbl_mn", "c45_300"), FAILS),
        ("linear SVM on Reuters", ("rnbl_mn", "c45_300"), PART),
        ("localisation of proteins", ("rnbl_mn_node", "nb_mn_300"), FAILS),
        ("compares favourably", ("rnbl_mn_node", "c45_300"), PART),
        ("modest computation", ("rnbl_mn", "linear_svm_counts_300"), FAILS),
    ],
)
def test_kang_claims_hold_and_turned_around_do_not(made, judged, words, pair, expected):
    assert verdict(judged, words) == HOLDS
    assert verdict(claims.kang2006.claims(*swapped(made[0], pair)), words) == expected


def test_readings_of_the_score_that_differ_hold_in_part():
    assert claims.kang2006.agreed([HOLDS, FAILS]) == PART
    assert claims.kang2006.agreed([FAILS, FAILS]) == FAILS


def test_both_readings_worse_do_not_hold(made):
    results = made[0]
    worse = {}
    for key, facts in results.break_even.items():
        methods = dict(facts["methods"])
        methods |= {
            m: facts["methods"]["c45_300"] | {"trees": facts["methods"][m]["trees"]}
            for m in ("rnbl_mn", "rnbl_mn_node")
        }
        worse[key] = facts | {"methods": methods}
    found = claims.kang2006.claims(results._replace(break_even=worse), made[1])
    assert [
        verdict(found, w) for w in ("naive Bayes on Reuters", "C4.5 on Reuters", "linear SVM on Reuters")
    ] == [FAILS] * 3


def test_evidence_on_topics_is_recomputed(made, judged):
    told = {t: made[0].break_even[PLACES["texts"], f"reuters-{t}"]["methods"] for t in TOPICS}
    one, other = (
        [told[t][m]["classes"][t]["fixed"]["break_even"] for t in TOPICS] for m in ("rnbl_mn", "nb_mn_300")
    )
    d = [a - b for a, b in zip(one, other, strict=True)]
    text = of(judged, "naive Bayes on Reuters").evidence
    assert (
        f"RNBL-MN, threshold fixed on training documents: mean gain {100 * statistics.fmean(d):+.2f} "
        f"points, better on {len(TOPICS)}" in text
    )


def test_proteins_are_judged_with_relatives_together(made, judged):
    folds = (
        made[0]
        .scores.query("protocol == @PLACES['together'] and dataset == @PROTEINS")
        .pivot(index="fold", columns="method", values="value")
    )
    d = (folds["rnbl_mn"] - folds["nb_mn_300"]).to_numpy()
    p = corrected_t(d, 200 / 1800).p
    text = of(judged, "localisation of proteins").evidence
    assert f"smallest p = {p:.1e}): {100 * d.mean():+.2f} points against NB-MN on {PROTEINS}" in text
    assert "Similar proteins in one fold on 1 of 1 data set" in text


def test_significance_of_splits_cannot_be_tested(judged):
    claim = of(judged, "statistically significant improvement")
    assert claim.verdict == UNTESTABLE
    assert (
        f"RNBL-MN splits on {len(TOPICS)} of {len(TOPICS)} data sets (3.00 nodes on average)"
        in claim.evidence
    )


def test_recursive_classifiers_on_tables(made, judged):
    assert verdict(judged, "little improvement") == HOLDS
    assert verdict(judged, "With a CMDL criterion") == HOLDS
    turned = claims.kang2006.claims(*swapped(made[0], ("rbc", "rnbl")))
    assert verdict(turned, "little improvement") == FAILS
    assert verdict(turned, "With a CMDL criterion") == FAILS


# textbook


def test_textbook_claims_turned_around(made, judged):
    assert [verdict(judged, w) for w in ("very powerful", "middle path")] == [HOLDS, HOLDS]
    turned = claims.textbook18.claims(*swapped(made[0], ("logistic_regression", "ienb"), ("tan", "fssj")))
    assert [verdict(turned, w) for w in ("very powerful", "middle path")] == [FAILS, FAILS]


def test_evidence_of_the_middle_path_is_recomputed(made, judged):
    one, other = (accuracies(made[0], HONEST, m) for m in ("tan", "nb"))
    gain = statistics.fmean(one[d] - other[d] for d in SETS)
    assert (
        f"tan over naive Bayes, honest protocol: mean gain {100 * gain:+.2f} points"
        in of(judged, "middle path").evidence
    )


# the page


@pytest.fixture(scope="module")
def files(made):
    return page.build(*made, page.pictures(None))


def test_page_shows_every_claim_with_its_verdict_in_words(files, judged):
    text = files["index.html"]
    section = text[text.index('<section id="claims">') : text.index('<section id="scores">')]
    assert text.index('<section id="ranking"') < text.index('<section id="claims">')
    assert section.count("<li class=") == len(judged)
    shown = re.findall(r'<p class="verdict"><b aria-hidden="true">(.)</b> ([^<]*)</p>', section)
    assert [v for _, v in shown] == [c.verdict for c in judged]
    assert all(claims.SYMBOLS[v] == symbol for symbol, v in shown)
    assert section.count("<details><summary>Rule</summary>") == len(judged)


def test_links_of_claims_lead_somewhere(files):
    text = files["index.html"]
    section = text[text.index('<section id="claims">') : text.index('<section id="scores">')]
    ids = set(re.findall(r' id="([^"]*)"', text))
    links = re.findall(r'href="#([^"]*)"', section)
    assert len(links) > 10
    assert set(links) <= ids


def test_csv_has_every_claim_and_times_stand_apart(files, judged):
    plain, timed = (
        list(csv.DictReader(io.StringIO(files[f"tables/{name}.csv"]))) for name in ("claims", "time_claims")
    )
    assert [(r["claim"], r["verdict"], r["evidence"]) for r in plain] == [
        (c.sentence, c.verdict, c.evidence) for c in judged if not c.timed
    ]
    assert [(r["claim"], r["verdict"]) for r in timed] == [(c.sentence, c.verdict) for c in judged if c.timed]
    counts = list(csv.DictReader(io.StringIO(files["tables/time_claims_counts.csv"])))
    assert sum(int(r["holds"]) for r in counts) == sum(c.verdict == HOLDS for c in judged)
    assert sum(int(r["claims"]) for r in counts) == len(judged)


def test_summary_counts_the_verdicts(judged):
    text, n = claims.counted(judged), {v: sum(c.verdict == v for c in judged) for v in VERDICTS}
    assert text.startswith(f"Of {len(judged)} claims {n[HOLDS]} hold, ")
    assert f"{n[NOT_RUN]} were not run." in text
    assert claims.counted(judged[:1]) == "Of 1 claim 1 holds."
