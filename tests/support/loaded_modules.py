"""List the modules of the package that some work loads: `python -m support.loaded_modules WORK FOLDER`.

WORK is a pickled list of (name, function, pickled arguments), with names of functions of this module. Each
function is called in its own fork of a process that has loaded libraries but no module of the package. The
modules that are loaded then are written to FOLDER/<name>.json as {module: file}.
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import runpy
import sys
import traceback
from pathlib import Path

LIBRARIES = (
    "numba.typed",
    "pandas",
    "pyarrow.parquet",
    "scipy.optimize",
    "scipy.special",
    "scipy.stats",
    "sklearn.calibration",
    "sklearn.ensemble",
    "sklearn.linear_model",
    "sklearn.neighbors",
    "sklearn.preprocessing",
    "sklearn.svm",
    "sklearn.tree",
)
PACKAGE = "naivebench"


def start_compiler() -> None:
    """Do once what every process would do before its first loop runs."""
    import numba
    import numpy as np

    @numba.njit(nogil=True)
    def example(x):
        return x.sum() + np.log(x[0])

    example(np.ones(2))


def method(module: str, params: dict, train, test) -> None:
    """Call everything that the benchmark calls in a method."""
    import numpy as np

    registry = importlib.import_module(f"{PACKAGE}.models.registry")  # every job loads methods with it
    loaded, rng = registry.load(module), np.random.default_rng(0)
    model = loaded.fit(train, rng=rng, **params)
    loaded.predict_log_proba(model, test)
    loaded.summarize(model)
    if hasattr(loaded, "leave_one_out"):
        loaded.leave_one_out(model, train)


def script(path: str, folder: str, job) -> None:
    """Run a script of the workflow as a job does, but in this process, where its modules are visible."""
    isolate = importlib.import_module(f"{PACKAGE}.models.isolate")  # every script loads it
    isolate.run_isolated = lambda run, items, _: ((i, isolate.Outcome("ok", "", run(i))) for i in items)
    os.chdir(folder)
    runpy.run_path(path, init_globals={"snakemake": job}, run_name="__main__")


def imported(path: str) -> None:
    """Import a script without running its `main`."""
    runpy.run_path(path)


def main(work: str, folder: str) -> None:
    for library in LIBRARIES:
        importlib.import_module(library)
    start_compiler()
    # the byte code of the package is kept here, so that a module is compiled once and not in every fork
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(Path(folder, "byte_code"))
    assert not [m for m in sys.modules if m.split(".")[0] == PACKAGE]
    for name, function, arguments in pickle.loads(Path(work).read_bytes()):
        pid = os.fork()
        if pid:
            os.waitpid(pid, 0)
            continue
        status = 1
        try:
            globals()[function](*pickle.loads(arguments))
            modules = {m: sys.modules[m].__file__ for m in sys.modules if m.split(".")[0] == PACKAGE}
            Path(folder, f"{name}.json").write_text(json.dumps(modules))
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)


if __name__ == "__main__":
    main(*sys.argv[1:])
