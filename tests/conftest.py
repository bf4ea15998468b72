import gc
import os

import pytest
from hypothesis import settings
from support import run_folder

# Tests run in parallel, one per core. More threads for products of small matrices only wait for each other:
# on two busy cores they take up to nine times the CPU time. This is set before anything imports NumPy, and
# processes that a test starts inherit it.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

# Cells of large tables and pytest's own items are millions of objects that stay. Searching them for garbage
# as often as usual takes a tenth of the time of all tests.
gc.set_threshold(100_000, 50, 100)

# a busy machine is no failure: speed is measured by benchmarks
settings.register_profile("naivebench", deadline=None)
settings.load_profile("naivebench")


@pytest.fixture(scope="session", autouse=True)
def load_compiled_functions():
    """Otherwise every process that a test forks loads them again, which takes a third of a second."""
    from support import answers, tables

    from naivebench.methods.naive_bayes import nb

    answers.predict(nb, tables.made())


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Folder where `support.real_data` keeps archives and prepared data sets."""
    return run_folder.shared(tmp_path_factory, "data")


def pytest_collection_modifyitems(items):
    """Order files so that expensive tests come first.

    If one of them began last, the other cores would wait for it.
    """
    marks = ("workflow", "browser", "data", "slow")

    def place(item):
        return next((i for i, mark in enumerate(marks) if item.get_closest_marker(mark)), len(marks))

    first = {}
    for item in items:
        first[item.path] = min(first.get(item.path, len(marks)), place(item))
    items.sort(key=lambda item: first[item.path])
