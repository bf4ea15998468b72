"""What `workflow/rules/targets.smk` replaces in Snakemake's scheduler, and the settings that allow it."""

import inspect
from pathlib import Path
from types import SimpleNamespace

import yaml
from snakemake.scheduling import greedy
from snakemake.scheduling.job_scheduler import JobScheduler

PROFILE = Path(__file__).parents[2] / "profiles" / "default" / "config.yaml"
OMIT = "omit_prioritize_by_temp_and_input"


def test_a_choice_by_priority_needs_no_sizes_of_inputs():
    profile = yaml.safe_load(PROFILE.read_text())
    assert profile["scheduler"] == "greedy"
    assert profile[f"scheduler-greedy-{OMIT.replace('_', '-')}"] is True
    chooser = object.__new__(greedy.Scheduler)
    chooser.settings = greedy.SchedulerSettings(**{OMIT: True})
    job = SimpleNamespace(priority=3, input=["data/prepared/iris.npz"])
    assert chooser.job_reward(job, {}) == 3


def test_the_scheduler_has_what_the_workflow_replaces():
    assert inspect.iscoroutinefunction(JobScheduler.update_input_sizes)
    source = inspect.getsource(JobScheduler.__init__)
    assert "self._scheduler = scheduler\n" in source
    assert "self.job_rate_limiter = " in source
