import numpy as np
from support.tables import made

from naivebench.core.table import Attribute, make_table
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb


def mixed_table(seed=0, n=60, missing=0.0):
    """A table with kinds in turn: nominal, linear, ordinal, angular."""
    discrete = made(seed, n, (3, 4), 3, missing)
    rng = np.random.default_rng(seed + 100)
    reals = np.column_stack([rng.normal(size=n) + discrete.y, rng.uniform(-np.pi, np.pi, n)])
    reals[rng.random(reals.shape) < missing] = np.nan
    ordinal = discrete.attributes[1]._replace(kind="ordinal")
    attributes = [
        discrete.attributes[0],
        Attribute("w", "linear"),
        ordinal,
        Attribute("a", "angular", period=360.0),
    ]
    return make_table(attributes, discrete.classes, discrete.y, discrete.codes, reals)


def test_the_joint_is_the_prior_and_the_densities_of_both_parts():
    table = mixed_table(0, 60, 0.3)
    discrete, real = mixed_nb.parts(table)
    a, b = nb.fit(discrete, prior_alpha=0), gnb.fit(real)
    found = mixed_nb.log_joint(mixed_nb.fit(table), table)
    both = nb.log_joint(a, discrete) + gnb.log_joint(b, real) - b.log_prior
    np.testing.assert_allclose(found, both, rtol=0, atol=1e-12)


def test_numbers_of_parameters_printed_in_lopezcruz2013():
    """Arrhythmia has 168 continuous and 6 two-valued attributes and two classes: 685 parameters (table 2 of
    the paper).
    """
    rng = np.random.default_rng(0)
    attributes = [Attribute(f"x{j}", "linear") for j in range(168)] + [
        Attribute(f"b{j}", "nominal", ("0", "1")) for j in range(6)
    ]
    table = make_table(
        attributes, ["a", "b"], np.arange(20) % 2, rng.integers(0, 2, (20, 6)), rng.normal(size=(20, 168))
    )
    assert mixed_nb.summarize(mixed_nb.fit(table)) == {"n_parameters": 685, "attributes_used": 174}
