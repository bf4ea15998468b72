"""The sections of the papers that have no paper.yaml yet."""

from naivebench.papers.jambeiro2007 import section as jambeiro2007
from naivebench.papers.kang2006 import section as kang2006

PAPERS = (
    (
        "kang2006",
        "Kang et al. 2006",
        "Experiment: Kang, Silvescu and Honavar 2006",
        kang2006.section,
        "experiment.html.j2",
    ),
    (
        "jambeiro2007",
        "Jambeiro & Wainer 2007",
        "Experiment: Jambeiro Filho and Wainer 2007",
        jambeiro2007.section,
        "experiment.html.j2",
    ),
)
