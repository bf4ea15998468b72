"""What a protocol asks of a data set and of a method: folds, parameters, seeds and limits."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, cast

from naivebench.core.plain import plain
from naivebench.data.stanza import DatasetStanza
from naivebench.models.stanzas import MethodStanza

if TYPE_CHECKING:
    from naivebench.benchmark.configuration.shapes import Drawn, Protocol

WEIGHT = {"light": 0, "normal": 1, "heavy": 60}  # of a method's cost, to start long jobs first


class StanzaUnder(MethodStanza, total=False):
    """The stanza of a method under a protocol, which may add keys."""

    chosen_on_test: list[str]  # names of the parameters
    reshuffled: Drawn
    installed: str | None  # version of its `package`


def keeps_holdout(protocol: Protocol, dataset: str) -> bool:
    """Whether the protocol uses the data set's own hold-out: always, never, or for the data sets that it
    lists.
    """
    kept = protocol.own_holdout
    return dataset in kept if isinstance(kept, list) else kept


def entropy(seed: int, protocol: str, dataset: str) -> tuple[int, ...]:
    """Seed words of a protocol and data set, independent of the order of jobs.

    Method, repeat and fold are added for every fit.
    """
    return (seed, zlib.crc32(protocol.encode()), zlib.crc32(dataset.encode()))


def stanza_under(protocol: Protocol, method: str, stanza: MethodStanza) -> StanzaUnder:
    """The stanza of a method, completed by the protocol.

    The protocol adds parameters, the names of the parameters to choose on the test parts, and how other folds
    for that choice are drawn.
    """
    under: StanzaUnder = {**stanza}
    if params := protocol.params.get(method):
        under["params"] = {**stanza.get("params", {}), **params}
    if chosen := protocol.chosen_on_test.get(method):
        under["chosen_on_test"] = chosen
    if method in protocol.reshuffled:
        under["reshuffled"] = _drawn(protocol)
    return under


def fixed_parts(protocol: Protocol, dataset: str, stanza: DatasetStanza) -> bool:
    """Whether the training and test parts are the same in every repeat.

    Repeats are then repeated runs of the methods that draw random numbers.
    """
    return protocol.folds.scheme in ("leave_one_out", "holdout") or (
        keeps_holdout(protocol, dataset) and bool(stanza.get("holdout"))
    )


def repeats(protocol: Protocol, dataset: str) -> int:
    """How often the protocol draws the folds of a data set."""
    folds = protocol.folds
    return len(folds.seeds or ()) or folds.repeats_of.get(dataset, folds.repeats)


def split(protocol: Protocol, dataset: str) -> Drawn:
    """The arguments of `evaluation.folds.make` that a protocol gives for a data set."""
    plain = _drawn(protocol)
    return plain if plain.get("seeds") else {**plain, "repeats": repeats(protocol, dataset)}


def _drawn(protocol: Protocol) -> Drawn:
    given = plain(protocol.folds, brief=True)
    return cast("Drawn", {key: value for key, value in given.items() if key != "repeats_of"})


def n_folds(protocol: Protocol, dataset: str, stanza: DatasetStanza, stochastic: bool = False) -> int:
    """Number of folds that a method runs on the data set under the protocol (a small data set may have
    fewer).
    """
    drawn = len(protocol.folds.train_cases or ()) or repeats(protocol, dataset)
    if fixed_parts(protocol, dataset, stanza):
        return drawn if stochastic else 1
    return protocol.folds.folds * drawn


def timeout(stanza: MethodStanza, usual: float) -> float:
    """Time limit of one fit of a method, in seconds: the larger of the limits in the configuration and in its
    stanza.
    """
    return max(usual, stanza.get("timeout_seconds", 0))
