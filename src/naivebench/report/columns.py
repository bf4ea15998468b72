"""Columns that several tables share."""

from __future__ import annotations

from naivebench.benchmark.results.tables import Column

METHOD = Column("method", "Method", "id")
GROUP = Column("group", "Group")
DATASET = Column("dataset", "Data set", "id")
PROTOCOL = Column("protocol", "Protocol")
TIES = Column("ties", "Ties", "integer", hidden=True)
LOSSES = Column("losses", "Losses", "integer", hidden=True)

WIN_RATE = Column(
    "win_rate",
    "Win rate %",
    "percent",
    "Share of games won; every data set is one game against each other method",
)
IMPROVEMENT = Column(
    "improvement",
    "Less error %",
    "percent",
    "Mean over the data sets of (e0 - e) / max(e0, e), where e is the error of the method and e0 that of the "
    "reference",
)
