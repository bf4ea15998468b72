"""Check statements of the documentation and of stanzas that only a finished run can confirm."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import comparisons
import numpy as np
import pandas as pd
import run as stored
import yaml
from compare import Outcome

ROOT = Path(__file__).resolve().parents[2]
STOPPED = "stopped at its iteration limit"
COUNTED = ("A1DE", "A2DE")  # docs/methods/bayesian-networks.md states how many of their counts agree


def converged(folder: Path, content: dict) -> Outcome:
    """Check that every rival of the primary comparison converged, according to its own summary."""
    config = content["config"]
    under = [
        e for e in comparisons.experiments(content).values() if e["protocol"] == config["primary"]["protocol"]
    ]
    main = max(under, key=lambda e: len(e["datasets"]) * len(e["methods"]))
    fits, short = 0, {}
    for protocol, dataset, file in stored.files(folder):
        if protocol != main["protocol"] or dataset not in main["datasets"]:
            continue
        predictions = np.load(file)
        told = json.loads(str(predictions["meta"])) if "meta" in predictions.files else {}
        for method in told.keys() & set(main["methods"]):
            for fold in told[method]["folds"]:
                if fold["status"] == "ok":
                    fits += 1
                    if any(STOPPED in note for note in fold["summary"].get("notes", [])):
                        short[method, dataset] = short.get((method, dataset), 0) + 1
    differing = [f"{m} on {d}: {n} fits {STOPPED}" for (m, d), n in sorted(short.items())]
    return Outcome("fits that converged", fits - sum(short.values()), {}, differing)


def weka_counts(scores: pd.DataFrame, content: dict, root: Path = ROOT) -> Outcome:
    """Compare how many printed counts of mande2023 A1DE and A2DE reproduce with
    docs/methods/bayesian-networks.md.

    A run without some of these counts is not checked.
    """
    section = "docs/methods/bayesian-networks.md: counts of mande2023"
    paper = yaml.safe_load(
        (root / "src/naivebench/report/papers/mande2023/paper.yaml").read_text(encoding="utf-8")
    )
    text = (root / "docs/methods/bayesian-networks.md").read_text(encoding="utf-8")
    sentence = re.search(r"Each meets (\d+)\s+of the (\d+) counts of \[mande2023\]", text)
    if sentence is None:
        return Outcome(section, 0, {}, [f"{section}: the sentence is not there"])
    printed = {}
    with open(root / "data/published/mande2023.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["metric"].startswith("correct_seed_"):
                key = row["dataset"], row["method"], int(row["metric"].rpartition("_")[2])
                printed[key] = int(row["value"])
    protocol = paper["protocols"]["paper"]
    seeds = content["config"]["protocols"].get(protocol, {}).get("folds", {}).get("seeds", [])
    under = scores[(scores.protocol == protocol) & (scores.metric == "accuracy")]
    ours = (under.value * under.n_test).round().groupby([under.dataset, under.method, under.repeat]).sum()
    said, same, missing, differing = tuple(map(int, sentence.groups())), 0, 0, []
    for name in COUNTED:
        (method,) = paper["methods"][name]
        wanted = {
            (sets[0]["id"], method, seeds.index(seed)): count
            for (dataset, of, seed), count in printed.items()
            for sets in [paper["data_sets"][dataset]]
            if of == name and seed in seeds
        }
        known = [key for key in wanted if key in ours.index]
        if len(known) < said[1]:
            missing += 2
            continue
        found = sum(ours[key] == wanted[key] for key in known), len(known)
        if found == said:
            same += 2
        else:
            differing.append(
                f"{section}: {method} meets {found[0]} of {found[1]}, stated {said[0]} of {said[1]}"
            )
    return Outcome(section, same, {"counts": missing}, differing)
