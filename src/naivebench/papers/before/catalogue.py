"""The sections of the papers that have no paper.yaml yet."""

from naivebench.papers.kang2006 import section as kang2006
from naivebench.papers.lopezcruz2013 import section as lopezcruz2013

PAPERS = (
    (
        "kang2006",
        "Kang et al. 2006",
        "Experiment: Kang, Silvescu and Honavar 2006",
        kang2006.section,
        "experiment.html.j2",
    ),
    (
        "lopezcruz2013",
        "López-Cruz et al. 2013",
        "Experiment: López-Cruz, Bielza and Larrañaga 2013",
        lopezcruz2013.section,
        "experiment.html.j2",
    ),
)
