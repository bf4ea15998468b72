"""Estimated duration of a run on other numbers of cores, compared with schedules made by hand and with
bounds.
"""

import json

import pytest

from naivebench.benchmark.makespan import Job, longest, recorded, seconds

JOBS = [
    Job("prepare", "iris", 5.0),
    Job("folds", "honest/iris", 1.0),
    Job("discretize", "honest/iris/mdl", 4.0),
    Job("evaluate", "honest/iris/_bundle/all", 30.0),
    Job("evaluate", "honest/iris/tan/all", 20.0),
    Job("score", "honest/iris", 5.0),
    Job("folds", "paper/a/iris", 1.0),
    Job("evaluate", "paper/a/iris/_bundle/all", 10.0),
    Job("score", "paper/a/iris", 2.0),
    Job("collect", "", 3.0),
    Job("compare", "ranks", 8.0),
    Job("compare", "bayes", 4.0),
    Job("figures", "", 6.0),
    Job("report", "", 7.0),
]


def test_on_one_core_the_time_is_the_sum_of_all_work():
    assert seconds(JOBS, 1) == sum(job.seconds for job in JOBS)
    assert seconds(JOBS, 1, main=9.0) == sum(job.seconds for job in JOBS) + 9.0


def test_on_many_cores_the_time_is_that_of_the_longest_chain_of_every_stage():
    # folds, discretize, the longer evaluate and score of honest/iris; collect; the longer compare; the rest
    assert longest(JOBS[:9]) == 1 + 4 + 30 + 5
    assert seconds(JOBS, 1000) == 40 + 3 + 8 + 6 + 7


def test_in_between_work_is_shared_unless_a_chain_is_longer():
    assert seconds(JOBS, 2) == pytest.approx(max(78 / 2, 1 + 4 + 30 + 5) + 3 + max(12 / 2, 8) + 6 + 7)


def test_more_cores_never_take_longer_and_never_less_than_their_share():
    found = [seconds(JOBS, cores) for cores in range(1, 20)]
    assert found == sorted(found, reverse=True)
    assert all(f >= found[0] / cores for cores, f in enumerate(found, start=1))


def test_records_are_read_by_rule_and_wildcards(tmp_path):
    for name, spent in (("evaluate/paper/a/iris/_bundle/all", 3.5), ("collect", 1.5)):
        path = tmp_path / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"cpu_seconds": spent, "wall_seconds": 9.0}))
    assert recorded(tmp_path) == [Job("collect", "", 1.5), Job("evaluate", "paper/a/iris/_bundle/all", 3.5)]
