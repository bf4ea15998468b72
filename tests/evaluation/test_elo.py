"""Elo ratings: an independent logistic regression, the package bencheval if it is installed, and cases by
hand.
"""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from naivebench.evaluation.statistics import elo
from naivebench.evaluation.statistics.draws import resamples
from naivebench.evaluation.statistics.ranks import rank_rows

ELO = 0.02  # in points; the tolerance of the solver of a logistic regression


def scores(seed, n=18, k=9, step=0.02):
    """Accuracies rounded to steps, so that there are ties."""
    rng = np.random.default_rng(seed)
    return np.round((0.7 + 0.1 * rng.normal(size=k) + 0.1 * rng.normal(size=(n, k))) / step) * step


def regression(values):
    """Bradley and Terry's model as logistic regression on games, with each game from both sides and ties as
    halves.
    """
    from sklearn.linear_model import LogisticRegression

    x, y, weight = [], [], []
    for row in values:
        for i in range(len(row)):
            for j in range(i + 1, len(row)):
                line = np.zeros(len(row))
                line[i], line[j] = math.log(10), -math.log(10)
                won = 1.0 if row[i] > row[j] else 0.5 if row[i] == row[j] else 0.0
                x += [line, line]
                y += [1, 0]
                weight += [won, 1 - won]
    found = LogisticRegression(fit_intercept=False, C=1e6, tol=1e-12, max_iter=20_000)
    return 400 * found.fit(x, y, sample_weight=weight).coef_[0] + 1000


@pytest.mark.parametrize("seed", range(4))
def test_ratings_are_those_of_a_logistic_regression(seed):
    values = scores(seed)
    assert elo.ratings(rank_rows(values), draws=2).elo == pytest.approx(regression(values), abs=ELO)


def frame(values):
    n, k = values.shape
    return pd.DataFrame(
        {
            "task": np.repeat([f"d{i:02d}" for i in range(n)], k),
            "method": np.tile([f"m{j:02d}" for j in range(k)], n),
            "metric_error": 1 - values.ravel(),
        }
    )


@pytest.mark.parametrize("seed", range(4))
def test_ratings_intervals_and_win_rates_are_those_of_bencheval(seed):
    """TabArena's package has a fit of battles, a fit of ranks, both on bootstrap samples too, and the win
    rate.
    """
    utilities = pytest.importorskip("bencheval.elo_utils")
    rates = pytest.importorskip("bencheval.winrate_utils")
    values = scores(seed)
    ranks, table = rank_rows(values), frame(values)
    found, helper = elo.ratings(ranks, draws=40), utilities.EloHelper()
    names = sorted(table["method"].unique())
    battles = helper.compute_mle_elo(helper.convert_results_to_battles(table))[names].to_numpy()
    assert found.elo == pytest.approx(battles, abs=ELO)
    assert found.elo == pytest.approx(helper.compute_mle_elo_from_ranks(table)[names].to_numpy(), abs=ELO)
    wins = len(names) - ranks
    samples = [
        helper._bradley_terry_from_win_totals(count @ wins, len(values))
        for count in resamples(len(values), 40)
    ]
    low, high = np.quantile(samples, [0.025, 0.975], axis=0)
    assert (found.low, found.high) == (pytest.approx(low, abs=ELO), pytest.approx(high, abs=ELO))
    rate = rates.compute_winrate(table, error_col="metric_error")[names].to_numpy()
    assert elo.win_rates(ranks) == pytest.approx(rate, abs=1e-12)


def test_two_methods_by_hand():
    """With three of four games won, the ratings differ by 400 log10(3) points."""
    found = elo.ratings(np.array([[1.0, 2], [1, 2], [1, 2], [2, 1]]), draws=2).elo
    assert found[0] - found[1] == pytest.approx(400 * math.log10(3), abs=1e-3)
    assert found.mean() == pytest.approx(1000, abs=1e-9)


def test_a_method_that_always_wins_has_a_finite_rating():
    found = elo.ratings(np.tile([1.0, 2, 3], (5, 1)), draws=20)
    assert np.isfinite([found.elo, found.low, found.high]).all()
    assert found.elo[0] > found.elo[1] + 400


@given(st.lists(st.permutations([1.0, 2.0, 3.0, 4.0]), min_size=2, max_size=8))
def test_won_games_are_those_expected(rows):
    """At the maximum, every method has as many wins as the model expects, apart from the ridge."""
    wins = elo.games(np.array(rows)).sum(axis=0)
    t = elo.log_strengths(wins)
    expected = len(rows) * (1 / (1 + np.exp(t[None, :] - t[:, None])) - 0.5 * np.eye(4)).sum(axis=1)
    assert wins.sum(axis=1) == pytest.approx(expected, abs=1e-4)


def test_improvement_by_hand():
    values = np.array([[0.9, 0.8, 0.8], [0.5, 0.5, 0.75]])
    found = elo.improvement(values, values[:, 1], lower_is_better=False)
    assert found == pytest.approx([(0.5 + 0) / 2, 0, (0 + 0.5) / 2])
    mirrored = elo.improvement(values[:, [1]], values[:, 0], lower_is_better=False)
    assert mirrored == pytest.approx([-0.25])
    losses = np.array([[math.inf, 0.4], [0.0, 0.0]])
    assert elo.improvement(losses, losses[:, 1], lower_is_better=True).tolist() == [-0.5, 0]
