"""Speed of exact inference on one core: `python tests/bench/bench_inference.py [result.json]`.

The first number is CPU milliseconds of the posterior of one node in the networks of the bnlearn repository.
It is an average over random queries with one to five pieces of evidence, and every query makes a new plan.
Further numbers are those of the same queries with stored plans, and of the posteriors of all variables in one
pass. tests/support/example_networks.py names the package of the networks. The last number is microseconds per
case of TAN and KDB with missing attributes skipped and summed out (10,000 cases, 30 attributes of 4 values, a
tenth of the cells missing).
"""

from __future__ import annotations

import os

os.environ.update(
    {
        name: "1"
        for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    }
)

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from bench import made_table  # noqa: E402
from support.example_networks import fetched, read  # noqa: E402

from naivebench.core.table import subset  # noqa: E402
from naivebench.methods.bn_classifiers import kdb, tan  # noqa: E402
from naivebench.methods.inference import elimination, junction_tree  # noqa: E402

NETWORKS = ("asia", "child", "insurance", "alarm", "hailfinder", "win95pts", "hepar2")
LIMITS = {"alarm": 2.0}  # milliseconds on average
QUERIES = 600


def questions(engine, n: int = QUERIES, seed: int = 0) -> list[tuple[str, dict[str, str]]]:
    """Random queries with one to five pieces of evidence, all of them possible."""
    rng, net, found = np.random.default_rng(seed), engine.network, []
    while len(found) < n:
        chosen = rng.permutation(len(net.names))[: 2 + rng.integers(0, min(5, len(net.names) - 2))]
        evidence = {net.names[i]: str(rng.choice(net.states[i])) for i in chosen[1:]}
        if elimination.log_evidence(engine, evidence) > -np.inf:
            found.append((net.names[chosen[0]], evidence))
    return found


def milliseconds(engine, asked) -> float:
    """CPU milliseconds of one posterior on average."""
    started = time.process_time()
    for query, evidence in asked:
        elimination.posterior(engine, query, evidence)
    return (time.process_time() - started) / len(asked) * 1e3


def network_row(name: str, package: Path) -> dict:
    net = read(package, name)
    started = time.process_time()
    engine = elimination.prepare(net)
    prepared = (time.process_time() - started) * 1e3
    asked = questions(engine)
    fresh = []
    for _ in range(3):
        engine.plans.clear()
        fresh.append(milliseconds(engine, asked))
    kept = asked[:200]
    milliseconds(engine, kept)
    row = {
        "network": name,
        "variables": len(net.names),
        "prepare_ms": prepared,
        "posterior_ms": min(fresh),
        "kept_plan_ms": milliseconds(engine, kept),
        "one_pass_ms": min(one_pass(engine, asked[:20]) for _ in range(3)),
    }
    limit = LIMITS.get(name)
    row |= {"what": f"posterior in {name}"}
    row |= {"target": ""} if limit is None else targets.at_most(row["posterior_ms"], limit, " ms")
    print(
        f"{name:12s} {len(net.names):4d} variables: {row['posterior_ms']:7.3f} ms, plan kept"
        f" {row['kept_plan_ms']:7.3f} ms, all variables in one pass {row['one_pass_ms']:7.3f} ms "
        f" {row['target']}"
    )
    return row


def one_pass(engine, asked) -> float:
    """CPU milliseconds of the posteriors of all variables with the junction tree, on average."""
    started = time.process_time()
    for _, evidence in asked:
        junction_tree.posteriors(engine, None, evidence)
    return (time.process_time() - started) / len(asked) * 1e3


def missing_row(method, params: dict) -> dict:
    """Microseconds per case of predict_log_proba, for each treatment of missing attributes."""
    table = made_table(10_000, 30, 4, 5)
    holes = np.random.default_rng(0).random(table.codes.shape) < 0.1
    test = table._replace(codes=np.asfortranarray(np.where(holes, -1, table.codes)))
    name = " ".join([method.__name__.rpartition(".")[2], *(f"{k} = {v}" for k, v in params.items())])
    times = {}
    for missing in ("skip", "marginalise"):
        model = method.fit(table, missing=missing, **params)
        method.predict_log_proba(model, subset(test, np.arange(100)))
        started = time.process_time()
        method.predict_log_proba(model, test)
        times[missing] = (time.process_time() - started) / len(test.y) * 1e6
    said = f"{times['skip']:.1f} microseconds skipped, {times['marginalise']:.1f} summed out"
    print(f"{name}: {said}")
    return {"what": f"missing attributes of a case, {name}", "target": "", "achieved": said}


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        package, reason = fetched(Path(folder))
        if package is None:
            print(f"no networks: {reason}")
        result = [network_row(name, package) for name in NETWORKS] if package else []
    result += [missing_row(tan, {}), missing_row(kdb, {"k": 2})]
    targets.finish(result, *sys.argv[1:2])


if __name__ == "__main__":
    main()
