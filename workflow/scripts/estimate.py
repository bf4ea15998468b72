"""Rule estimate: the models of all methods and folds, from what all shards counted."""

from naivebench.core import absence
from naivebench.pipeline.jobs import arguments
from naivebench.streaming import modelling, stored
from naivebench.streaming.counting import Split


def main(counts: str, out: str, *, split: dict, methods: dict) -> None:
    """`methods`: their stanzas."""
    if gone := absence.read(counts):
        return stored.absent(gone, out)
    models = modelling.estimate(stored.load(counts, methods), methods, Split(**split))
    stored.save(models, methods, out)


if __name__ == "__main__":
    arguments.call(main, stored.absent)
