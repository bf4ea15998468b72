"""The claim of the textbook chapter."""

from __future__ import annotations

from naivebench.papers import rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.run import Run
from naivebench.papers.verdicts import all_of, better


@claim(
    "A network with some dependencies is a middle path between naive Bayes and too many parameters.",
    where="18.2",
    rule=rules.BETTER,
    general=True,
)
def middle_path(run: Run) -> Answer:
    scores = run.under("honest", every=True)
    return Answer(all_of(better(scores, "tan", "nb"), better(scores, "kdb", "nb")))
