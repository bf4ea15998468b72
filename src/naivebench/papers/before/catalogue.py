"""The sections of the papers that have no paper.yaml yet."""

from naivebench.papers.jambeiro2007 import section as jambeiro2007
from naivebench.papers.lopezcruz2013 import section as lopezcruz2013

PAPERS = (
    (
        "jambeiro2007",
        "Jambeiro & Wainer 2007",
        "Experiment: Jambeiro Filho and Wainer 2007",
        jambeiro2007.section,
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
