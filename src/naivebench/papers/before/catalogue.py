"""The sections of the papers that have no paper.yaml yet."""

from naivebench.papers.jambeiro2007 import section as jambeiro2007

PAPERS = (
    (
        "jambeiro2007",
        "Jambeiro & Wainer 2007",
        "Experiment: Jambeiro Filho and Wainer 2007",
        jambeiro2007.section,
        "experiment.html.j2",
    ),
)
