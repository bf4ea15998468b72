"""Estimated duration of a run on other numbers of cores, compared with schedules made by hand and with
bounds, and the table of jobs that it is computed from.
"""

import csv

import pandas as pd
import pytest

from naivebench.benchmark import finished_jobs
from naivebench.benchmark.makespan import Job, longest, recorded, seconds

JOBS = [
    Job("prepare", "iris", 5.0),
    Job("discretize", "honest/iris", 4.0),
    Job("fit", "honest/iris", 30.0),
    Job("discretize", "paper/a/iris", 1.0),
    Job("fit", "paper/a/iris", 20.0),
    Job("score", "honest", 5.0),
    Job("score", "paper/a", 2.0),
    Job("compare", "", 8.0),
    Job("figures", "", 6.0),
]
HEADER = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"


def test_on_one_core_the_time_is_the_sum_of_all_work():
    assert seconds(JOBS, 1) == sum(job.seconds for job in JOBS)
    assert seconds(JOBS, 1, main=9.0) == sum(job.seconds for job in JOBS) + 9.0


def test_on_many_cores_the_time_is_that_of_the_longest_chain_of_every_stage():
    assert longest(JOBS[:5]) == 4 + 30
    assert seconds(JOBS, 1000) == 34 + 5 + 8 + 6


def test_in_between_work_is_shared_unless_a_chain_is_longer():
    assert seconds(JOBS, 2) == pytest.approx(max(60 / 2, 4 + 30) + 5 + 8 + 6)


def test_more_cores_never_take_longer_and_never_less_than_their_share():
    found = [seconds(JOBS, cores) for cores in range(1, 20)]
    assert found == sorted(found, reverse=True)
    assert all(f >= found[0] / cores for cores, f in enumerate(found, start=1))


@pytest.fixture
def run(tmp_path):
    """A folder with the benchmarks of some jobs and the times of the fits."""
    for name, text in {
        "fit/paper/a/iris": "9.0\t0:00:09\t120.5\t1\t1\t1\t1\t1\t90\t7.5",
        "fit/honest/iris": "1.0\t0:00:01\t110\t1\t1\t1\t1\t1\t90\t0.9",
        "prepare/iris": "0.3\t0:00:00\tNA\tNA\tNA\tNA\tNA\tNA\tNA\tNA",
    }.items():
        path = tmp_path / "benchmarks" / f"{name}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{HEADER}{text}\n")
    rows = [("paper/a", "iris", 2.0, 0.5), ("honest", "iris", 20.0, 1.0), ("honest", "iris", 3.0, 1.0)]
    columns = ["protocol", "dataset", "fit_seconds", "predict_seconds"]
    pd.DataFrame(rows, columns=columns).to_parquet(tmp_path / "timings.parquet")
    return tmp_path


def test_jobs_have_their_seconds_from_scratch(run):
    """A fit that took over predictions has their seconds, and a job that is too short its wall time."""
    finished_jobs.write(run / "benchmarks", run / "timings.parquet", run / "jobs.csv")
    with open(run / "jobs.csv", newline="") as file:
        rows = {(row["rule"], row["job"]): row for row in csv.DictReader(file)}
    assert float(rows["fit", "paper/a/iris"]["fit_predict_seconds"]) == 2.5
    assert float(rows["prepare", "iris"]["max_rss_mb"]) == 0
    assert recorded(run / "jobs.csv") == [
        Job("fit", "honest/iris", 25.0),
        Job("fit", "paper/a/iris", 7.5),
        Job("prepare", "iris", 0.3),
    ]


@pytest.mark.parametrize("content", ["", HEADER, "s\tcpu_time\nx\ty\n", "\x00"])
def test_a_damaged_record_of_times_is_named_and_left_out(run, content, capsys):
    (run / "benchmarks" / "fit" / "honest" / "iris.tsv").write_text(content)
    finished_jobs.write(run / "benchmarks", run / "timings.parquet", run / "jobs.csv")
    assert [job.name for job in recorded(run / "jobs.csv")] == ["paper/a/iris", "iris"]
    assert "iris.tsv is damaged (" in capsys.readouterr().err
    (run / "jobs.csv").write_text("rule,job\nfit,iris\n")
    assert recorded(run / "jobs.csv") == []
    assert "jobs.csv is damaged (" in capsys.readouterr().err
    assert recorded(run / "no.csv") == []
