"""A made run that has some data of every paper: seeded scores, from which all tables of the papers can be
computed.

Nothing in it is a result. Every cell has scores of its own, so that a swapped method, data set or protocol
shows.
"""

from __future__ import annotations

import math
import zlib
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import summarize_cells
from naivebench.evaluation.metrics import METRICS
from naivebench.papers.paper import read_paper

NUMERIC, ANGLES, NOMINAL = ["linear"] * 4, ["angular"] * 3 + ["linear"], ["nominal"] * 4
ROBLES = ("breast", "chess", "cleveland", "cleve", "crx", "glass", "hepatitis", "iris", "pima", "satimage",
          "vote")  # fmt: skip
TOPICS = ("earn", "acq", "grain", "crude")
PROTEINS = tuple(f"multiloc-rh-{site}" for site in ("nuclear", "cytoplasmic", "mitochondrial"))
PROTEINS += ("psortb3-rh-periplasmic",)
DIRECTIONAL = ("magic", "termite-mounds", "protein-dihedrals", "protein-windows", "ewr-weather")
DRAWS = tuple(f"customs-draw-{i}" for i in range(1, 6))
SERIES = tuple(f"customs-{axis}-{n}" for axis, sizes in (("rows", (1000, 2000, 4000)), ("values", (50, 100,
200)),
               ("attributes", (3, 4, 5))) for n in sizes)  # fmt: skip
WEKA = ("weka-iris-classification", "weka-lymphography", "weka-echocardiogram")
OTHERS = ("adult", "mushroom", "nursery")
RIVALS = ("logistic_regression", "linear_svm", "cart", "knn", "random_forest", "hist_gradient_boosting")
FAMILY = dict.fromkeys(("glass", "iris"), "glass-family")
FAMILY |= dict.fromkeys(("protein-dihedrals", "protein-windows"), "proteins")
SIZES = {"breast": 699, "chess": 3196, "cleveland": 303, "cleve": 303, "crx": 690, "glass": 214,
"hepatitis": 155,
         "iris": 150, "pima": 768, "satimage": 6435, "vote": 435, "weka-iris-classification": 150,
         "weka-lymphography": 148, "weka-echocardiogram": 131}  # fmt: skip
AREAS = ("accuracy", "hit_area", "hit_area_10", "rmse", "log_loss", "log_loss_clipped", *(
         f"recall_{n}" for n in (1, 2, 5, 10, 20)))  # fmt: skip
SWEPT = ("f1", "break_even", "break_even_nearest", "mcc")
KEYS = ["protocol", "dataset", "method"]


def draw(*key: object) -> np.random.Generator:
    """A generator for this key; the same in every run."""
    return np.random.default_rng(zlib.crc32("/".join(map(str, key)).encode()))


def name_ids(paper: str) -> list[str]:
    """All ids of a paper's methods, with the other readings of formulas."""
    methods = read_paper(paper).methods.values()
    ids = (m for stanza in methods for key in ("ids", "discrete", "formulas") for m in stanza.get(key, ()))
    return list(dict.fromkeys(ids))


def list_experiments() -> list[tuple[str, tuple[str, ...], list[str], int, int, tuple[str, ...]]]:
    """(protocol, data sets, methods, repeats, folds, metrics)."""
    robles, kang, jambeiro, lopez = map(name_ids, ("robles2003", "kang2006", "jambeiro2007", "lopezcruz2013"))
    forms = ["iterative_bayes_counts", "iterative_bayes_printed", "nb_resubstitution"]
    sizes = ("attributes_used", "groups", "evaluations", "evaluations_to_solution", "log_loss")
    honest = ["majority", *robles, *RIVALS, "tan", "kdb", "rbc", "rnbl", "rnbl_node_scale", *forms[:2]]
    more = ["random_structure", "bsej_restarts", *forms]
    topics = tuple(f"reuters-{t}" for t in TOPICS)
    texts = (*topics, "reuters-r8-earn")
    words = [*kang, "nb_mn", "nb_bernoulli", "nb_bernoulli_300", "linear_svm_counts_300_tf_idf", "majority"]
    angular = [*lopez, "gnb_sincos", "hybrid_nb", "majority"]
    networks = ["bn_dg_cm", "bn_dg_cbm", "bn_hc_dt", "bn_hc_df"]
    return [
        ("honest", (*ROBLES, *OTHERS), honest, 1, 5, ("accuracy", *sizes)),
        ("paper/robles2003", ROBLES, ["majority", *robles, *more], 10, 1, ("accuracy", *sizes)),
        ("paper/robles2003-printed", ROBLES[:4], robles, 1, 1, ("accuracy", *sizes)),
        ("permuted/robles2003", ROBLES[:6], ["majority", *robles], 1, 1, ("accuracy",)),
        ("paper/kang2006", texts, words, 1, 1, ("accuracy", *SWEPT)),
        ("paper/kang2006", (*PROTEINS, "promoters-dna"), [*kang, "class_hmm", "majority"], 1, 5, ("accuracy",
        "mcc", "macro_f1")),
        ("grouped/kang2006", PROTEINS, [*kang, "majority"], 1, 5, ("accuracy", "mcc")),
        ("paper/lopezcruz2013", DIRECTIONAL, angular, 10, 5, ("accuracy", "n_parameters", "attributes_used")),
        ("grouped", DIRECTIONAL[2:], angular, 1, 6, ("accuracy",)),
        ("samples-300/lopezcruz2013", ("magic",), ["sel_vmnb", "sel_gnb"], 10, 5, ("accuracy",)),
        ("made/jambeiro2007", DRAWS, [*jambeiro, *networks], 1, 3, AREAS),
        ("reshuffled/jambeiro2007", DRAWS, ["hpb", *jambeiro[-3:]], 1, 3, AREAS),
        ("reported/jambeiro2007", DRAWS, ["hpb"], 1, 3, AREAS),
        ("jambeiro2007", ("customs-small", "mushroom"), [*jambeiro, *networks], 1, 3, AREAS),
        ("paper/jambeiro2007", ("customs-small",), jambeiro, 1, 3, AREAS),
        ("permuted/jambeiro2007", ("customs-small",), ["hpb"], 1, 3, AREAS),
        ("time/jambeiro2007", ("customs-small",), jambeiro[:6], 1, 3, AREAS),
        ("curves/jambeiro2007", SERIES, ["hpb", "tan_tuned", "aibn_tan", "dg_cb"], 1, 3, ("hit_area_10",
        "n_parameters")),
        ("weka/mande2023", WEKA, name_ids("mande2023"), 3, 3, ("accuracy",)),
    ]  # fmt: skip


def repeats_of(protocol: str, method: str, repeats: int) -> int:
    """Only searches are repeated under the protocol of robles2003."""
    once = protocol == "paper/robles2003" and method not in ("ienb", "apnbc_eda", "pazzani_eda")
    return 1 if once else repeats


def draw_scores() -> pd.DataFrame:
    """Scores of all cells; accuracies are whole numbers of cases."""
    rows = []
    for protocol, datasets, methods, repeats, folds, metrics in list_experiments():
        for dataset in datasets:
            n, alone = SIZES.get(dataset, 400), dataset == "satimage" and protocol == "honest"
            level = 0.6 + 0.25 * draw(dataset).random()
            for method in methods:
                better = 0.05 * draw(method).standard_normal()
                better += 0.01 * draw(dataset, method).standard_normal()
                for repeat in range(repeats_of(protocol, method, repeats)):
                    for fold in range(1 if alone else folds):
                        rng = draw(protocol, dataset, method, repeat, fold)
                        tested = n if folds == 1 and "robles" in protocol else n // folds + (fold < n % folds)
                        trained = tested - 1 if folds == 1 and "robles" in protocol else n - tested or 2 * n
                        for metric in metrics:
                            value = min(max(level + better + 0.02 * rng.standard_normal(), 0.01), 0.999)
                            value = round(value * tested) / tested if metric == "accuracy" else value
                            if metric in ("attributes_used", "groups", "n_parameters") or "eval" in metric:
                                value = float(1 + round(20 * value))
                            key = (protocol, dataset, method, repeat, fold)
                            rows.append((*key, tested, trained, metric, value))
    return pd.DataFrame(rows, columns=[*KEYS, "repeat", "fold", "n_test", "n_train", "metric", "value"])


def draw_timings(scores: pd.DataFrame) -> pd.DataFrame:
    """CPU times of the cells; those of the series grow with the size."""
    parts = scores[[*KEYS, "repeat", "fold"]].drop_duplicates().reset_index(drop=True)
    seconds = []
    for protocol, dataset, method, repeat, fold in parts.itertuples(index=False, name=None):
        size = float(dataset.rsplit("-", 1)[1]) / 100 if dataset in SERIES and method != "hpb" else 1.0
        noise = math.exp(0.2 * draw("time", protocol, dataset, method, repeat, fold).standard_normal())
        seconds.append(size * noise * (0.2 + draw("time", method).random()))
    cells = parts[KEYS].itertuples(index=False, name=None)
    memory = [50.0 + 100 * draw("memory", *key).random() for key in cells]
    return parts.assign(fit_seconds=seconds, predict_seconds=0.01, peak_memory_mb=memory)


def draw_answers(scores: pd.DataFrame) -> pd.DataFrame:
    """Which cases of the only test fold of satimage each method labels correctly."""
    alone = scores.query("protocol == 'honest' and dataset == 'satimage' and metric == 'accuracy'")
    rows = []
    for cell in alone.itertuples():
        right = np.zeros(cell.n_test, bool)
        right[draw("answers", cell.method).permutation(cell.n_test)[: round(cell.value * cell.n_test)]] = True
        content = np.packbits(right).tobytes().hex()
        rows.append((cell.protocol, cell.dataset, cell.method, 0, cell.n_test, content))
    return pd.DataFrame(rows, columns=[*KEYS, "repeat", "cases", "right"])


def draw_class(*key: object) -> dict[str, float]:
    """Scores of one class against the rest."""
    names = ("sensitivity", "precision", "specificity", "f1", "mcc", "accuracy", "break_even", "f1_swept")
    names += ("average_precision",)
    return {"n": 60.0} | {name: float(draw("class", name, *key).uniform(0.5, 1)) for name in names}


def draw_break_even(scores: pd.DataFrame) -> pd.DataFrame:
    """Facts of kang2006: scores by class, and sizes of trees."""
    rows = []
    cells = scores[scores["protocol"].isin(["paper/kang2006", "grouped/kang2006"])][KEYS].drop_duplicates()
    for (protocol, dataset), group in cells.groupby(["protocol", "dataset"]):
        label, methods = dataset.rsplit("-", 1)[1], {}
        for method in group["method"]:
            size, rng = 1 + 2 * (method != "rnbl_mn" or "grain" in dataset), draw("tree", dataset, method)
            sizes = {"leaves": (size + 1) // 2, "depth": size // 2, "words": 300}
            trees = [{"repeat": 0, "fold": f, "nodes": size + f} | sizes for f in range(2)]
            rng.integers(90)  # the files in expected/ were computed after this draw
            methods[method] = {
                "accuracy": float(rng.uniform(0.6, 1)),
                "mcc": float(rng.uniform(0.2, 1)),
                "classes": {label: draw_class(protocol, dataset, method)},
                "trees": trees if method.startswith("rnbl") else [],
            }
        cases = {"cases": {label: 100, "rest": 900}, "train_cases": {label: 40, "rest": 400}}
        facts = {"protocol": protocol, "dataset": dataset, "methods": methods} | cases
        rows.append({"protocol": protocol, "dataset": dataset, "facts": facts})
    return pd.DataFrame(rows)


def draw_hit_facts(protocol: str, dataset: str, methods: list[str]) -> dict[str, Any]:
    """Facts of jambeiro2007: curves, tests, sizes, planted patterns."""
    rates = [0.01, 0.02, 0.05, 0.1, 0.2]

    def values(n: int, *key: object, shift: float = 0.0) -> list[float]:
        return (draw(protocol, dataset, *key).random(n) + shift).round(6).tolist()

    tests = {}
    for m in methods:
        if m != "hpb":
            metrics = {
                k: {"difference": values(1, m, k, shift=-0.4)[0], "p": values(1, m, k, "p")[0] / 5}
                for k in ("hit_area", "hit_area_10", "rmse", "log_loss_clipped")
            }
            recall = {"difference": values(5, m, "recall", shift=draw(m).uniform(-0.6, 0.5))}
            tests[m] = metrics | {"recall": recall}
    same = {m: ["prior"] for m in ("dg_c", "hc_dt") if m in methods}
    planted = [
        {"values": {"a": f"a{i}"}, "order": 2 + i % 3, "cases": 5 + i, "true": 0.2 + i / 20} for i in range(6)
    ]
    bins = [
        {"cases": 10 * (i + 1), "predicted": i / 10, "observed": i / 12, "true": i / 11} for i in range(5)
    ]
    found = {m: {"found": [v > 0.4 for v in values(6, m, "found")], "predicted": values(6, m, "predicted"),
                 "first": values(6, m, "first")} for m in methods}  # fmt: skip
    curve = {m: {"recall": values(5, m, "curve")} for m in methods}
    patterns = {"patterns": {"planted": planted, "methods": found}} if "customs" in dataset else {}
    return patterns | {
        "protocol": protocol, "dataset": dataset, "positive": "yes", "cases": 400, "positive_rate": 0.05,
        "folds": 3, "recurring": 0.3, "unseen": 0.1, "reference": "hpb", "rates": rates, "test_rates": rates,
        "curves": curve, "tests": tests, "constants": {m: {"b": [1, 2, 2]} for m in ("hpb", "tan_tuned")},
        "sizes": {m: {"rows": [3, 4, 5], "splits": [9, 14, 4]} for m in methods}, "identical": same,
        "calibration": {
            m: {"gap": values(1, m, "gap")[0], "rmse_true": values(1, m)[0], "divergence": 0.2, "bins": bins}
            for m in methods
        },
    }  # fmt: skip


def draw_hit_curves(scores: pd.DataFrame) -> pd.DataFrame:
    """Facts about hit curves of all protocols of jambeiro2007 but the series."""
    cells = scores[scores["protocol"].str.contains("jambeiro") & ~scores["protocol"].str.startswith("curves")]
    groups = cells[KEYS].drop_duplicates().groupby(["protocol", "dataset"])["method"]
    rows = [{"protocol": p, "dataset": d, "facts": draw_hit_facts(p, d, list(ids))} for (p, d), ids in groups]
    return pd.DataFrame(rows)


def draw_angles() -> pd.DataFrame:
    """Facts of lopezcruz2013: fits of angles, and rotations."""
    rows = []
    for dataset in DIRECTIONAL:
        attributes = []
        for i in range(12 if dataset == "protein-windows" else 1):
            rng = draw("angle", dataset, i)
            fits = [{"n": 50, "mu": float(rng.uniform(-3, 3)), "kappa": float(rng.uniform(0.5, 5)),
                     "mean": 0.1, "sd": 1.0, "von_mises": float(-80 + rng.uniform(0, 9)), "gaussian": -76.0}
                    for _ in range(2)]  # fmt: skip
            angle = {"name": f"angle{i}", "period": 6.28, "counts": [[3, 4, 5], [6, 7, 8]], "fits": fits}
            attributes.append(angle)
        turned = []
        for method in ("vmnb", "gnb", "gnb_likeliest_cut"):
            for offset in (0.0,) if "cut" in method else (0.0, 90.0, 180.0):
                rng = draw("turn", dataset, method, offset)
                accuracy = 0.8 if method == "vmnb" else round(400 * rng.uniform(0.6, 0.8)) / 400
                changed = 0.0 if method == "vmnb" else float(rng.random()) * (offset > 0)
                turn = {"method": method, "offset_degrees": offset, "accuracy": accuracy, "changed": changed}
                turned.append(turn)
        facts = {"dataset": dataset, "classes": ["a", "b"], "attributes": attributes, "rotation": turned}
        rows.append({"protocol": "", "dataset": dataset, "facts": facts})
    return pd.DataFrame(rows)


def describe_datasets(scores: pd.DataFrame) -> pd.DataFrame:
    """Records of the data sets, and of one that is not available."""
    rows = []
    for dataset in sorted({*scores["dataset"].unique(), "reuters-corn"}):
        kinds = ANGLES if dataset in ("termite-mounds", "protein-dihedrals", "protein-windows") else NUMERIC
        kinds = ["angular", *NUMERIC] if dataset == "ewr-weather" else kinds
        if dataset in ("chess", "vote", "mushroom", "nursery") or "customs" in dataset:
            kinds = NOMINAL
        axis = dataset.rsplit("-", 2)
        if axis[-2:-1] == ["attributes"]:
            kinds = ["nominal"] * int(axis[-1])
        values = int(axis[-1]) // 4 if axis[-2:-1] == ["values"] else 10
        attributes = [{"name": f"x{i}", "kind": k, "values": values} for i, k in enumerate(kinds)]
        n = int(axis[-1]) if axis[-2:-1] == ["rows"] else SIZES.get(dataset, 400)
        record = {"status": "ok", "rows": n, "attributes": attributes, "majority_rate": 0.55,
                  "classes": {"a": n // 2, "b": n - n // 2}, "missing_cells": 0}  # fmt: skip
        if dataset == "reuters-corn":
            record = {"status": "unavailable"}
        rows.append({"dataset": dataset, "family": FAMILY.get(dataset, dataset), "record": record})
    return pd.DataFrame(rows)


@cache
def make_run() -> dict[str, pd.DataFrame]:
    """The frames of the run, as `benchmark.tables.complete_frames` returns them."""
    scores = draw_scores()
    methods = sorted(scores["method"].unique())
    title = {"nb": "Naive Bayes"}
    title["logistic_regression"] = "Logistic regression, with a very long title of many words"
    samples = {m: {"samples": 10000} if m.startswith("sel_") else {} for m in methods}
    structures = scores.query("method in ('pazzani_eda', 'fssj', 'sel_vmnb') and metric == 'accuracy'")
    structures = structures[[*KEYS, "repeat", "fold"]].assign(
        structure=lambda f: "{x0 x x2} {x" + (f["fold"] % 4).astype(str) + "}"
    )
    confusions = scores.query(
        "protocol == 'weka/mande2023' and method == 'weka_nb' and dataset == 'weka-lymphography'"
    )
    confusions = [("weka/mande2023", r.dataset, r.method, r.repeat, c, d,
    n) for r in confusions.itertuples() if r.fold == 0
                  for c, d, n in ((0, 0, 60), (0, 1, 14), (1, 0, 20), (1, 1, 54))]  # fmt: skip
    protocols = sorted(scores["protocol"].unique())
    metrics = {m: METRICS[m].label for m in scores["metric"].unique() if m in METRICS}
    frames = {
        "scores": scores,
        "timings": draw_timings(scores),
        "answers": draw_answers(scores),
        "structures": structures.reset_index(drop=True),
        "confusions": pd.DataFrame(confusions, columns=[*KEYS, "repeat", "class", "decided", "cases"]),
        "break_even": draw_break_even(scores),
        "hit_curves": draw_hit_curves(scores),
        "angles": draw_angles(),
        "datasets": describe_datasets(scores),
        "methods": pd.DataFrame({"method": methods, "title": [title.get(m, m) for m in methods],
                                 "params": [samples[m] for m in methods]}),
        "protocols": pd.DataFrame({"protocol": protocols, "learning": False,
                                   "params": [{m: {"samples": 300} for m in ("sel_vmnb",
                                   "sel_gnb")} if "300" in p else {}
                                              for p in protocols],
                                   "seeds": [(1, 2, 3) if "weka" in p else () for p in protocols]}),
        "metrics": pd.DataFrame({"metric": list(metrics), "label": list(metrics.values())}),
    }  # fmt: skip
    return frames | summarize_cells(frames)


def select_datasets(run: dict[str, pd.DataFrame], datasets: tuple[str, ...]) -> dict[str, pd.DataFrame]:
    """The frames of a run of these data sets alone."""
    return {name: df[df["dataset"].isin(datasets)] if "dataset" in df else df for name, df in run.items()}


OF_JOBS = ("scores", "timings", "structures", "confusions", "break_even", "hit_curves", "angles")
UNDEFINED = {"sensitivity", "precision", "specificity", "break_even", "f1", "found", "predicted", "first",
             "fits", "difference", "divergence", "train_cases", "recurring"}  # facts  # fmt: skip


def lose_numbers(facts: Any, rng: np.random.Generator, key: str = "") -> Any:
    """Facts in which three tenths of the numbers that may be undefined are None."""
    if isinstance(facts, list):
        return [lose_numbers(fact, rng, key) for fact in facts]
    if key in UNDEFINED and rng.random() < 0.3:
        return None
    return {k: lose_numbers(fact, rng, k) for k, fact in facts.items()} if isinstance(facts, dict) else facts


@cache
def make_part_of_run() -> dict[str, pd.DataFrame]:
    """The run without two fifths of its cells, some test folds and numbers, and all answers to cases."""
    frames = dict(make_run())
    for name in OF_JOBS:
        rows, columns = frames[name], [key for key in KEYS if key in frames[name]]
        keys = list(rows[columns].itertuples(index=False, name=None))
        place = {key: draw("lost", *key).random() for key in dict.fromkeys(keys)}
        left = pd.Series(map(place.get, keys), rows.index)
        frames[name] = rows[(left > 0.4) & ~((left > 0.9) & (rows.get("fold", 0) == 1))]
        if "facts" in rows:
            facts = [lose_numbers(f, draw("undefined", *k)) for f, k in zip(rows["facts"], keys, strict=True)]
            frames[name] = rows.assign(facts=facts).loc[frames[name].index]
    frames["answers"] = frames["answers"].iloc[:0]
    frames["methods"] = frames["methods"].replace({"title": {"knn": "Vote of the k nearest neighbours"}})
    return frames | summarize_cells(frames)


# --- a run with what is rare


def change_hit_facts(dataset: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts of jambeiro2007 without a test, a method, patterns or a large bin, or with another reference."""
    number, methods = (
        dataset.removeprefix("customs-draw-"),
        dict(facts.get("patterns", {}).get("methods", {})),
    )
    for m, key in (("nb_tuned", "found"), ("ade", "predicted"), ("tan_tuned", "first")):
        methods |= {m: methods[m] | {key: [None] * 6}} if m in methods else {}
    methods.pop("de", None)
    bins = {}
    for m, curve in facts["calibration"].items():  # the first bin has enough cases, or none has
        sizes = [20, 19, 19, 19, 19] if m > "hpb" else [9] * 5
        bins[m] = curve | {"bins": [b | {"cases": n} for b, n in zip(curve["bins"], sizes, strict=True)]}
    changed = {key: fact for key, fact in facts.items() if key != "patterns"}
    changed |= {"constants": {}, "calibration": bins, "reference": "nb" if number == "2" else "hpb"}
    changed["tests"] = {
        m: t for m, t in facts["tests"].items() if number != "1" and (m, number) != ("de", "3")
    }
    changed["identical"] = {"prior": ["prior"], "noisy_or": ["other"]}
    patterns = {"patterns": facts.get("patterns", {}) | {"methods": methods}}
    return changed | (patterns if methods and number != "4" else {})


def change_class_facts(dataset: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts of kang2006 about a topic or site of which no case is found, or without classes."""
    lost = dict.fromkeys(("sensitivity", "specificity") if dataset[-3:] in ("acq", "ial") else ())
    classes = {
        m: {c: v | lost for c, v in fact["classes"].items() if dataset not in ("reuters-crude", "psortb3-rh")}
        for m, fact in facts["methods"].items()
    }
    train = None if dataset == "reuters-grain" else facts["train_cases"]
    methods = {m: fact | {"classes": classes[m]} for m, fact in facts["methods"].items()}
    return facts | {"methods": methods, "train_cases": train}


def change_angle_facts(dataset: str, facts: dict[str, Any]) -> dict[str, Any]:
    """Facts of lopezcruz2013 with few angles, without rotations, and with large, negative and no losses."""
    levels = {"magic": (0.5, 0.9), "ewr-weather": (0.9, 0.5), "termite-mounds": (1.0, 1.0)}
    turned = list(facts["rotation"]) if dataset != "protein-windows" else []
    for i, turn in enumerate(turned):
        if dataset in levels and turn["method"] != "vmnb":
            turned[i] = turn | {"accuracy": levels[dataset]["cut" in turn["method"]]}
    turned = turned[3:] if dataset == "protein-dihedrals" else turned  # without vmnb
    return facts | {"attributes": facts["attributes"][:10], "rotation": turned}


def change_record(dataset: str, record: dict[str, Any]) -> dict[str, Any] | None:
    """Records without numbers of values, with a nominal attribute beside angles, or of another size."""
    attributes = [
        a | ({"values": None} if dataset == "mushroom" else {}) for a in record.get("attributes", ())
    ]
    if dataset == "ewr-weather":
        attributes[-1]["kind"] = "nominal"
    size = {"rows": 683} if dataset == "breast" else {}
    return None if dataset == "reuters-corn" else record | {"attributes": attributes} | size


COPIES = (  # protocol, data set, name of its copy, factor of the scores
    ("curves/jambeiro2007", "customs-rows-1000", "customs-rows-8000", 1.0),  # a data set without a record
    ("curves/jambeiro2007", "customs-rows-1000", "customs-other", 1.1),  # of no series
    ("jambeiro2007", "mushroom", "adult", 1.0),  # not in the paper
    ("time/jambeiro2007", "customs-small", "adult", 1.0),
    *((p, "pima", "waveform-21-published", 1.0) for p in ("honest", "paper/robles2003")),  # with a test set
    ("paper/kang2006", "psortb3-rh-periplasmic", "psortb3-rh", 1.0),  # all classes
    *(("permuted/jambeiro2007", "customs-small", name, 0.1 + i / 20) for i, name in enumerate(OTHERS)),
)


@cache
def make_odd_run() -> dict[str, pd.DataFrame]:
    """The run with data sets, facts and scores that few runs have, such as all counts as they are printed."""
    frames = dict(make_run())
    for name in ("scores", "timings", "hit_curves", "break_even"):
        rows, copies = frames[name], []
        for protocol, dataset, other, factor in COPIES:
            chosen = rows[(rows["protocol"] == protocol) & (rows["dataset"] == dataset)].assign(dataset=other)
            copies.append(chosen.assign(value=chosen["value"] * factor) if "value" in rows else chosen)
        frames[name] = pd.concat([rows, *copies], ignore_index=True)
    changes = {"hit_curves": change_hit_facts, "break_even": change_class_facts, "angles": change_angle_facts}
    for name, change in changes.items():
        rows = frames[name]
        frames[name] = rows.assign(facts=list(map(change, rows["dataset"], rows["facts"])))
    sets = frames["datasets"]
    sets = sets.assign(record=list(map(change_record, sets["dataset"], sets["record"])))
    sets["family"] = sets["family"].mask(sets["dataset"].str.startswith("reuters"), "reuters")
    new = pd.DataFrame({"dataset": sorted({copy[2] for copy in COPIES} - {*sets["dataset"]})})
    new["record"] = [{"rows": 768, "holdout": 468} if "wave" in d else None for d in new["dataset"]]
    frames["datasets"] = pd.concat([sets, new.assign(family=new["dataset"])], ignore_index=True)

    # scores without training cases, of other test cases, that are undefined, as printed, or missing
    scores, paper = frames["scores"], read_paper("mande2023")
    d, m = scores["dataset"], scores["method"]
    scores["n_train"] = scores["n_train"].mask(d.isin(["hepatitis", "ewr-weather"]), 0)
    scores["n_test"] += (d == "vote") & (m == "nb")
    scores["n_test"] -= (d == "breast") & (m == "bsej")
    scores["value"] = scores["value"].mask((d == "magic") & (m == "gnb") & (scores["repeat"] == 1))
    for name, stanza in paper.methods.items():
        for repeat in range(3):
            count = paper.look_up("Iris_Classification", name, f"correct_seed_{repeat + 1}")
            here = (d == WEKA[0]) & m.isin(stanza["ids"]) & (scores["repeat"] == repeat)
            scores["value"] = scores["value"].mask(here & (count is not None), (count or 0) / 150)
    lost = (d == "customs-draw-5") & m.isin(["nb", "nb_tuned"]) | (m == "nb_resubstitution")
    lost |= (d == "magic") & (m == "gnb") & (scores["metric"] == "attributes_used")
    lost |= (d == "reuters-r8-earn") & (scores["metric"] == "accuracy")
    frames["scores"] = scores[~lost]

    answers, times = frames["answers"], frames["timings"]
    shorter = answers.assign(cases=answers["cases"] - 8 * (answers["method"] == "bsej"))
    frames["answers"] = shorter[shorter["method"] != "fssj"]
    frames["confusions"] = frames["confusions"].assign(cases=lambda f: f["cases"] + (f["repeat"] == 1))
    power = np.where(times["dataset"].str.contains("values"), 0.01, 1.0)  # no time depends on the values
    frames["timings"] = times.assign(fit_seconds=times["fit_seconds"] ** power)
    return frames | summarize_cells(frames)
