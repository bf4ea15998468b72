"""Fit some methods on the folds of one data set; keep what an earlier run of the same code on the same data
left.
"""

import contextlib
import json
import os
from pathlib import Path

import numpy as np

from naivebench.core import absence, files
from naivebench.core.checks import InputError
from naivebench.evaluation import folds as folding
from naivebench.pipeline import arguments, chosen_on_test, external, plan, predictions, provenance, run
from naivebench.pipeline.permuted import load_for

LIBRARIES = ("numpy", "scipy", "scikit-learn", "numba")


def main(
    table,
    folds,
    out,
    times,
    protocol,
    dataset,
    methods,
    seed,
    timeout_seconds,
    cuts_see="training",
    part="all",
    cuts=(),
    external_file="",
    permute="null",
    threads="1",
    on_error="report",
):
    """`methods`: JSON {id: stanza}; `part`: all or FIRST:LAST folds; `cuts`: discretizer=file, one for each
    discretizer.
    """
    gone = absence.read(table) or absence.read(folds)
    if gone:
        with files.replace(out) as temporary:
            absence.write(temporary, gone)
        Path(times).write_text("{}")
        return None
    earlier = _earlier(out, times)
    whole, some = load_for(table, json.loads(permute)), _part(folding.load(folds), part)
    cut_files = dict(c.split("=", 1) for c in ([cuts] if isinstance(cuts, str) else cuts))
    done = {}
    for method, stanza in json.loads(methods).items():
        cut_file = cut_files.get(stanza.get("discretize"))
        inputs = [table, folds, *filter(None, [cut_file, external_file])]
        tried = [stanza["chosen_on_test"]] if "chosen_on_test" in stanza else []
        mark = _fingerprint(
            stanza, inputs, [method, part, protocol, dataset, int(seed), cuts_see, permute, *tried]
        )
        if "module" in stanza:
            entropy = plan.entropy(int(seed), protocol, dataset)
            read_cuts = _read_cuts(cut_file, part)
            setting = run.Setting(
                method,
                stanza,
                whole,
                some,
                read_cuts,
                cuts_see,
                entropy,
                float(timeout_seconds),
                int(threads),
            )
            known = (mark, earlier.get(method), not os.environ.get("NAIVEBENCH_RERUN_FAILED"))
            done[method] = (
                chosen_on_test.evaluate(setting, *tried, *known) if tried else run.evaluate(setting, *known)
            )
        else:
            done[method] = _external(
                external_file or stanza["predictions"].format(protocol=protocol, dataset=dataset),
                whole,
                some,
                mark,
            )
        _write(
            predictions.Predictions(some.repeat, some.fold, some.offsets, some.test, done),
            *_partial(out, times),
        )
    for unfinished, finished in zip(_partial(out, times), (out, times), strict=True):
        os.replace(unfinished, finished)
    if on_error == "stop":
        _stop_at_failures(done, dataset, protocol)
    return {"fit_predict_seconds": round(_seconds(done, earlier), 3)}


def _stop_at_failures(done, dataset, protocol):
    """Raise InputError for the first failed fold."""
    for method, p in done.items():
        for fold in p.folds:
            if fold.status in ("failed", "timeout"):
                raise InputError(f"{method} on {dataset} under {protocol}: {fold.reason} (on_error: stop)")


def _seconds(done, earlier):
    """CPU seconds inside fit and predict of the folds that were run now, not taken over."""
    kept = {id(fold) for p in earlier.values() for fold in p.folds}
    folds = [fold for p in done.values() for fold in p.folds if fold.status == "ok" and id(fold) not in kept]
    return sum(
        fold.fit_seconds + fold.predict_seconds for fold in folds if fold.fit_seconds == fold.fit_seconds
    )


def _partial(out, times) -> tuple[str, str]:
    """Where the methods done so far stand: names that Snakemake does not know, so that it keeps them when the
    job is killed.
    """
    return f"{out}.partial", f"{times}.partial"


def _earlier(out, times) -> dict:
    """Methods of the predictions files that stand there from earlier runs, as far as they can be used."""
    found = {}
    for files_there in ((out, times), _partial(out, times)):
        with contextlib.suppress(OSError, KeyError, ValueError, TypeError, EOFError):
            found |= predictions.load(*files_there).methods
    return found


def _part(folds, part):
    """The folds FIRST:LAST (past the end: none)."""
    return folds if part == "all" else folding.part(folds, *map(int, part.split(":")))


def _read_cuts(path, part):
    if path is None:
        return None
    found = json.loads(Path(path).read_text())
    cuts = [[np.array(c) for c in fold] for fold in found["cuts"]]
    if part == "all" or found["per"] != "fold":
        return cuts
    first, last = map(int, part.split(":"))
    return cuts[first:last]


def _fingerprint(stanza, inputs, setting):
    module = f"naivebench.{stanza['module']}" if "module" in stanza else "naivebench.pipeline.external"
    return provenance.fingerprint(
        code=provenance.code_hash(module, "naivebench.pipeline.run"),
        stanza={k: stanza.get(k) for k in ("module", "params", "kinds", "discretize")},
        inputs=[files.sha256(p) if os.path.exists(p) else None for p in inputs],
        setting=setting,
        versions=provenance.package_versions(LIBRARIES),
    )


def _external(path, table, folds, mark):
    try:
        return external.read(path, table, folds, mark)
    except InputError as error:
        failed = predictions.FoldResult("failed", str(error), {}, *[float("nan")] * 3)
        empty = np.full((len(folds.test), len(table.classes)), np.nan, np.float32)
        return predictions.MethodPredictions(
            mark, 0.0, empty, np.full(len(empty), -1, np.int32), (failed,) * len(folds.fold)
        )


def _write(result, out, times):
    with files.replace(out) as temporary, files.replace(times) as temporary_times:
        predictions.save(result, temporary, temporary_times)


if __name__ == "__main__":
    arguments.call(main)
