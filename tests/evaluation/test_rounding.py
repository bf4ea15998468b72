"""Ties up to rounding noise."""

import numpy as np

from naivebench.evaluation.statistics.rounding import find_differences, remove_noise


def test_a_huge_score_makes_no_ties_of_the_others():
    scores = np.array([[0.0616, 0.0637, 1.9e9], [0.5, 0.5 + 1e-14, np.inf]])
    found = remove_noise(scores)
    assert found[0, 0] < found[0, 1]
    assert found[1, 0] == found[1, 1]
    assert (found[0] == scores[0]).all()


def test_noise_of_either_size_is_a_tie():
    for x, y, gaps in (
        ([0.1 + 0.2, 1e6 + 0.1], [0.3, 1e6 + 0.1 + 1e-9], [0.0, 0.0]),
        ([1e-17, np.inf, 1e9], [0.0, np.inf, 2.0], [0.0, 0.0, 1e9 - 2]),
        ([1e-17, 0.5], [0.0, 0.25], [0.0, 0.25]),
    ):
        assert find_differences(np.array(x), np.array(y)).tolist() == gaps
    # each row has its own noise
    assert (find_differences(np.array([[3e-14, 2e-14], [5.0, 1.0]]), np.zeros((2, 2)))[0] > 0).all()
    assert np.allclose(remove_noise(np.array([3e-20, 4e-20])), [3e-20, 4e-20], rtol=1e-11, atol=0)


def test_no_border_between_digits_separates_equal_scores():
    """The score has thirteen digits, the last of which is 5.

    If scores were rounded to twelve digits, noise would make equal scores different.
    """
    border = 0.1234567890125
    scores = np.array([border - 1e-16, border + 1e-16, border + 3e-12])
    assert len(set(np.round(scores[:2], 12))) == 2
    found = remove_noise(scores)
    assert found[0] == found[1] < found[2]


def test_both_signs_tie_in_the_same_way():
    noisy = np.array([1 / 7 + 2e-16, -1 / 7, 3 / 7 - 2 / 7, -1e-17, 0.5])
    found = find_differences(noisy, np.zeros(5))
    assert found[0] == -found[1] == found[2]
    assert found[3:].tolist() == [0, 0.5]
    assert not np.signbit(found[3])


def test_steps_within_noise_are_one_chain():
    """By brute force, a chain is a component of the graph of near pairs."""
    rng = np.random.default_rng(7)
    values = rng.choice([0.0, 1e-13, 0.2, 0.7, -0.2, 3.0, 1e9], 60)
    values *= 1 + rng.choice([0, 1, 2, 9], 60) * 4e-13
    sizes = np.maximum(np.abs(values), 1.0)
    amounts, reached = np.append(np.abs(values), 0), np.append(np.abs(values), 0)
    noise = 1e-12 * np.append(sizes, 0)
    for _ in amounts:
        near = np.abs(amounts[:, None] - amounts) <= np.maximum(noise[:, None], noise)
        reached = np.where(near, reached, np.inf).min(axis=1)
    assert (remove_noise(values) == np.sign(values) * reached[:-1] + 0.0).all()
    assert (remove_noise(values.reshape(6, 10)).ravel() == remove_noise(values)).all()
