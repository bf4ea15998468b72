"""The summaries at the top of the papers' sections: what their placeholders need, and their text
for a run.
"""

import re

import pytest
from support import semi_naive_fixture
from support.semi_naive_fixture import exchanged, rows

from naivebench.core.checks import InputError
from naivebench.report.papers import claims, summary
from naivebench.report.papers import paper as papers
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import PARTS, NumberText, SummaryText
from naivebench.report.papers.robles2003 import gains
from naivebench.report.papers.run import gather, paired
from naivebench.report.papers.verdicts import HOLDS, UNTESTED

COMPUTED = ("obtained", "reproduced", "honestly", "remember")  # parts that state results


def loaded(root, made):
    return gather(papers.read("robles2003"), *semi_naive_fixture.write(root, made))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return loaded(tmp_path_factory.mktemp("robles"), rows())


@pytest.fixture(scope="module")
def judged(run):
    return claims.judge(run)


@pytest.fixture(params=papers.keys())
def paper(request):
    return papers.read(request.param)


def text_of(part: str, run, judged) -> str:
    return next((line.text for line in summary.lines(run, judged) if line.part == part), "")


def with_summary(run, **parts):
    return run._replace(paper=run.paper._replace(summary=SummaryText(**parts)))


def test_everything_that_a_summary_names_exists(paper):
    told = paper.summary
    names = {n for part in PARTS for s in getattr(told, part) for n in summary.PLACEHOLDER.findall(s)}
    assert names - summary.OF_ALL.keys() == told.numbers.keys()
    assert {n.claim for n in told.numbers.values() if n.claim} <= {c["id"] for c in paper.claims}
    assert not told.figure or told.figure in {d.id for d in paper.drawings}


def test_no_result_is_hard_coded(paper):
    for part in COMPUTED:
        for sentence in getattr(paper.summary, part):
            assert not re.search(r"\d", summary.PLACEHOLDER.sub("", sentence)), sentence


def test_a_summary_has_at_most_ten_lines(run, judged):
    """A line of the page has about 125 characters."""
    assert sum(-(-len(line.text) // 125) for line in summary.lines(run, judged)) <= 10


def test_parts_are_in_order_and_have_the_numbers_of_the_run(run, judged):
    lines = summary.lines(run, judged)
    assert [line.part for line in lines] == list(PARTS)
    assert not [line for line in lines if "{" in line.text]
    n = len(semi_naive_fixture.SETS)
    assert f"{n} of the paper's 21 data sets and lacks {21 - n} others" in text_of("obtained", run, judged)
    found = summary.checked(run)
    assert f" of {len(found)} printed numbers are " in text_of("reproduced", run, judged)
    holds = sum(c.verdict == "holds" for c in judged)
    assert f"Of {len(judged)} claims {holds} are supported, " in text_of("honestly", run, judged)
    partly = [c._replace(verdict="holds in part") for c in judged]
    assert (
        summary.honestly(run, tuple(partly)) == f"Of {len(judged)} claims {len(judged)} are partly supported."
    )
    assert summary.honestly(run, tuple(partly[:1])) == "The claim is partly supported."


def test_a_sentence_without_a_result_is_left_out(run, judged):
    numbers = {"none": NumberText("gains.change"), "share": NumberText("summary.share", {"methods": ["NB"]})}
    empty = run._replace(results=run.results._replace(protocols=()), folds={})
    changed = with_summary(empty, idea=("Always.", "Gain {none}."), numbers=numbers)
    assert text_of("idea", changed, judged) == "Always."
    assert text_of("idea", with_summary(run, idea=("{share}",), numbers=numbers), judged) == "0 of 8"


def test_an_unknown_placeholder_gives_one_sentence(run, judged):
    with pytest.raises(InputError, match="placeholder"):
        summary.lines(with_summary(run, idea=("{strange}",)), judged)


def test_the_message_follows_the_verdict(run, judged, tmp_path):
    assert "still beats the greedy search" in text_of("remember", run, judged)
    turned = loaded(tmp_path, exchanged(rows(), ("bsej", "pazzani_eda")))
    assert "has no clear advantage over the greedy search" in text_of(
        "remember", turned, claims.judge(turned)
    )


def test_texts_of_a_claim_are_those_of_its_statements(judged):
    claim = next(c for c in judged if c.id == "search-above-greedy")
    statement = next(s for s in claim.statements if s.decides)
    assert summary.effect(claim).startswith(f"{100 * statement.value:+.2f} points [")
    assert summary.effect(claim).endswith(f"over {statement.n} data sets")
    assert summary.of_claim(judged, NumberText(claim=claim.id, says="verdict")) == claim.verdict
    assert summary.of_claim(judged, NumberText(claim="none")) == ""


def test_data_sets_with_a_test_part_of_their_own_show_no_effect_of_an_outer_test(run):
    """Under the paper's protocol, the search does not see the cases of such a test part either."""
    folds = dict(run.folds)
    paper = dict(runs.scores(run, "paper", "accuracy"))
    for d, m in [key for key in paper if key[0] == "vote"]:
        paper[d, m] = {k: s._replace(trained=100.0) for k, s in paper[d, m].items()}
    folds["paper/robles2003", "accuracy"] = paper
    changed = run._replace(folds=folds)
    assert {g.dataset for g in gains.gains(run)} - {g.dataset for g in gains.gains(changed)} == {"vote"}
    assert gains.change(changed).endswith("on 7 data sets.")


def test_data_sets_of_one_source_have_one_vote_in_the_mean_gain(run):
    config = {"datasets": {d: {"family": "one"} for d in ("iris", "glass")}}
    changed = run._replace(results=run.results._replace(config=config))
    of = {g.dataset: g.honest for g in gains.gains(run) if g.method == "IENB"}
    together = (of.pop("iris") + of.pop("glass")) / 2
    expected = (together + sum(of.values())) / (1 + len(of))
    ienb = [g for g in gains.gains(changed) if g.method == "IENB"]
    assert gains.means(changed, ienb)[1] == pytest.approx(expected)


def test_gains_of_robles2003_are_differences_under_one_protocol(run):
    every = gains.gains(run)
    assert len(every) == 3 * len(semi_naive_fixture.SETS)
    for g in every:
        assert g.reproduced == paired(run, ["paper"], g.dataset, g.method, "NB").mean
        assert g.honest == paired(run, ["honest"], g.dataset, g.method, "NB").mean
    of_search = [g for g in every if g.method == "Pazzani-EDA"]
    before, after = gains.means(run, of_search)
    assert before > after
    assert f"{100 * before:.1f} to {100 * after:.1f} (Pazzani-EDA), on 8 data sets." in gains.change(run)
    assert gains.title(run, every) == "Gains shrink once the search cannot see the test cases"
    assert "shrink" not in gains.title(run, [g._replace(honest=g.reproduced) for g in every])


def test_words_follow_the_verdict_that_other_data_suggest(judged):
    """The words appear only if the paper's own data are not available."""
    claim = judged[0]._replace(verdict=UNTESTED, suggested=HOLDS)
    number = NumberText(claim=claim.id, words={"untested": "Open."}, suggested={"supported": "Probably."})
    assert summary.of_claim((claim,), number) == "Probably."
    assert summary.of_claim((claim._replace(suggested=""),), number) == "Open."
    assert summary.of_claim((claim._replace(verdict=HOLDS),), number) == ""
