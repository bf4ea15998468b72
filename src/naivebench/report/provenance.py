"""Provenance of the results: environment, packages and configuration of the run as text."""

from __future__ import annotations

from typing import NamedTuple

from naivebench.benchmark.results.context import Results


class Provenance(NamedTuple):
    """Provenance as pairs of labels and texts."""

    facts: list[tuple[str, str]]
    packages: list[tuple[str, str]]
    config: str  # YAML


def provenance(results: Results) -> Provenance:
    """The environment and the resolved configuration as text."""
    import yaml

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # libyaml if PyYAML has it: four times as fast
    env = results.environment
    run = env.get("run") or {}
    facts = [
        ("Commit", env.get("commit") or "not a git checkout"),
        ("State", "with uncommitted changes" if env.get("dirty") else "as committed"),
        ("Date", env.get("date") or "unknown"),
        ("Seed", env.get("seed")),
        ("Python", env.get("python")),
        ("Platform", env.get("platform")),
        ("CPU", env.get("cpu")),
        ("Cores", env.get("cores")),
        *(
            (k.replace("_", " ").capitalize(), v)
            for k, v in sorted(run.items())
            if v is not None and k != "cpu_seconds_main"
        ),
    ]
    return Provenance(
        [(k, str(v)) for k, v in facts if v is not None],
        sorted((k, v) for k, v in (env.get("packages") or {}).items() if v),
        yaml.dump(results.config, Dumper=dumper, sort_keys=False, allow_unicode=True, width=140)
        if results.config
        else "",
    )
