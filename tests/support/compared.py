"""Comparisons as they are read from JSON."""

from naivebench.core.plain import plain
from naivebench.evaluation.statistics import compare as compared
from naivebench.evaluation.statistics import within


def compare(*arguments, **options):
    return plain(compared.compare(*arguments, **options))


def complete(*arguments, **options):
    return compared.as_json(compared.complete(*arguments, **options))


def on_folds(*arguments, **options):
    return plain(within.compare(*arguments, **options))
