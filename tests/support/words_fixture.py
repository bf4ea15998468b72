"""The report's synthetic results with a whole configuration, so that what was requested, run and not run is
known.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
from naivebench.benchmark.results.comparisons import Comparison, comparison_of
from naivebench.benchmark.results.context import Results, load

from naivebench.benchmark.configuration import schemas
from support import report_fixture

PROTOCOLS = ("honest", "paper/robles2003", "permuted/robles2003")
SIDE = "side-experiment"


def whole_configuration(content: dict, methods: list[str], names: list[str]) -> dict:
    """The fixture's configuration with everything that was to be run.

    The last method has its own honest experiment.
    """
    protocol = {
        "cuts": "training",
        "own_holdout": False,
        "params": {},
        "chosen_on_test": {},
        "reshuffled": [],
    }
    config = content["config"]
    config["protocols"] = {
        name: {
            **protocol,
            "title": f"About {name}",
            "folds": {"scheme": "stratified", "folds": 10, "repeats": 1},
        }
        for name in (*PROTOCOLS, report_fixture.LEARNING)
    }
    config["protocols"]["permuted/robles2003"]["permute_labels"] = True
    config["protocols"][report_fixture.LEARNING]["folds"]["train_cases"] = list(report_fixture.SIZES)
    experiment = {"exclude_datasets": [], "exclude_methods": [], "datasets": [*names, "archive-only"]}
    config["experiments"] = {
        f"of-{p}": {**experiment, "protocol": p, "methods": methods, "title": p} for p in PROTOCOLS
    }
    config["experiments"]["of-honest"] |= {"methods": methods[:-1]}
    config["experiments"][SIDE] = {
        **experiment,
        "protocol": "honest",
        "datasets": names[:4],
        "methods": ["nb", methods[-1]],
        "title": "Another question",
    }
    content["config"] = {"metrics": [], **schemas.fill(config, schemas.schema("config"))}
    for stanza in (*content["datasets"].values(), *content["methods"].values()):
        stanza["tags"] = []
    content["datasets"]["glass2"] |= {"source": {"derive": "glass"}, "family": "glass"}
    return content


def means(results: Results, protocol: str = "honest", metric: str = "accuracy") -> pd.DataFrame:
    """Means of data sets x methods, computed with plain pandas."""
    part = results.scores.query("protocol == @protocol and metric == @metric")
    part = part.astype({"dataset": str, "method": str})
    return part.groupby(["dataset", "method"])["value"].mean().unstack()


def loaded(folder: Path) -> Results:
    """Results of three protocols and a side experiment, in which alone the last method has honest scores."""
    root = report_fixture.write(folder, n_datasets=9, n_methods=9, protocols=PROTOCOLS)
    found = load(root / "results", root / "prepared")
    methods, names = report_fixture.method_names(9), report_fixture.dataset_names(9)
    config = whole_configuration(found.config, methods, names)
    # the last method has only the honest scores of its own experiment
    dropped = (found.scores["protocol"] == "honest") & (found.scores["method"] == methods[-1])
    kept = found.scores[~(dropped & ~found.scores["dataset"].isin(names[:4]))]
    stored = json.loads((root / "results" / "statistics" / "ranks.json").read_text())["comparisons"]
    main: tuple[Comparison, ...] = ()
    for entry in stored:
        entry |= {"experiment": f"of-{entry['protocol']}", "main": True}
        if entry["protocol"] == "honest":
            wide = means(found._replace(scores=kept), "honest", entry["metric"])
            wide = wide.reindex(index=names)[methods[:-1]].dropna()
            entry |= report_fixture.comparison(
                wide.to_numpy(), methods[:-1], entry["better"], entry["metric"]
            )
            entry["datasets"] = list(wide.index)
        main += (comparison_of(entry),)
    side = replace(main[0], experiment=SIDE, main=False, primary=False, experiment_title="Another question")
    dependence = {d: 0.01 * i for i, d in enumerate(names)}
    return found._replace(
        config=config,
        comparisons=tuple(main),
        by_experiment=(*main, side),
        dependence=dependence,
        scores=kept,
    )
