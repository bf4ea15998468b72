"""The sections of the papers that have no paper.yaml yet."""

from naivebench.papers.kang2006 import section as kang2006
from naivebench.papers.lopezcruz2013 import section as lopezcruz2013
from naivebench.papers.robles2003 import section as robles2003

PAPERS = (
    (
        "robles2003",
        "Robles et al. 2003",
        "Experiment: Robles et al. 2003",
        robles2003.section,
        "experiment.html.j2",
    ),
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
