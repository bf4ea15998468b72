"""The posterior of the hierarchical model of `hierarchical` by quadrature.

One data set: with v = sigma^2 (1 - rho), the mean m of n folds has variance w = v (1/n + n_test/n_train)
around delta, and the rest of the likelihood is that of the scatter S = sum (x - m)^2. With the flat prior of
sigma, the density of y = log v is

    exp(-(n - 2) y / 2 - S exp(-y) / 2)  up to the bound of sigma
        (without the bound, delta is Student t with n - 2 degrees of freedom).

Student t with scale s0 is a normal distribution with variance tau^2 = s0^2 / lambda, lambda ~ Gamma(nu/2,
rate nu/2). Hence delta_i integrates out in closed form, N(m - delta0; w + tau^2), and what is left is

    h_i(delta0, tau)     = sum over y (Gauss-Legendre) of N(m_i - delta0; w + tau^2), on an even grid of log
                         tau,
    g_i(delta0, s0, nu)  = sum over log tau of h_i times a kernel that depends on log tau - log s0 and nu
                         alone,

where the kernel is the exact integral over lambda of the polynomial that runs through eight neighbours on the
grid. The posterior is the product of the g_i and the priors, on an even grid of log s0, an even grid of
log(nu - 1) and Gauss-Legendre panels in delta0, which are halved until the polynomial through each is exact
to `PANEL`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

TAIL = 24.0  # nats below the maximum at which the density of log v is cut
NODES = 24  # of log v; twice as many if a data set has fewer than `FEW` folds, so that it is wide
FEW = 5
STEP = 0.14  # of log s0; less for many data sets, where its posterior is narrow
ORDER = 12  # nodes of a panel of delta0
PANEL = 1e-6  # of the whole mass: largest last coefficients of a panel
FAR = 1e-30  # of the whole mass: panels that cannot have more are left out
MAX_PANELS = 200
NU_STEP, NU_LOW, NU_HIGH = 0.6, -4.8, 6.6  # of log(nu - 1); the prior's mass below is at NU_LOW
SHAPE, RATE = (0.5, 5.0), (0.05, 0.15)  # bounds of the uniform priors of nu - 1 ~ Gamma(shape, rate)
# how far log tau reaches beyond log s0: lambda > exp(4.4) has probability 0; (s0/tau)^2 < 1e-6 beyond
BELOW, ABOVE = 2.2, 7.0
NEGLIGIBLE = 40.0  # nats below the maximum at which values of s0 are dropped
NEWTON = 6  # steps to a threshold; after five, no digit of the results changes
FINER = 4  # steps of s0 within one, where the masses of the regions, which are not smooth in it, are summed


class Data(NamedTuple):
    """Sufficient statistics of N data sets, all in one unit."""

    n: np.ndarray  # (N,) folds
    mean: np.ndarray  # (N,)
    scatter: np.ndarray  # (N,) sum of squares around the mean, above 0
    k: np.ndarray  # (N,) w / v = 1/n + n_test/n_train
    v_upper: np.ndarray  # (N,) bound of sqrt(v)
    bound: float  # of |delta0|
    s_upper: float  # of s0

    @property
    def w(self) -> np.ndarray:
        """Typical variance of the mean around delta, (N,)."""
        return self.k * self.scatter / np.maximum(self.n - 2, 1)

    def scaled(self, unit: float) -> Data:
        """The data in units of |unit|; mirrored if `unit` is negative."""
        size = abs(unit)
        return Data(
            self.n,
            self.mean / unit,
            self.scatter / unit**2,
            self.k,
            self.v_upper / size,
            self.bound / size,
            self.s_upper / size,
        )


class Posterior(NamedTuple):
    """Posterior results, in the unit of the data."""

    regions: tuple[float, float, float]  # mass for which above, inside, below the ROPE is the most probable
    predictive: tuple[float, float, float]
    delta0: float
    deltas: np.ndarray  # (N,)


class Grid(NamedTuple):
    """Even grids, and tables that are computed once for all delta0."""

    log_s: np.ndarray  # (S,)
    ends: tuple[bool, bool]  # whether the lower and the upper end of s0 are reached
    nu: np.ndarray  # (V,)
    nu_prior: np.ndarray  # (V,) log
    log_tau: np.ndarray  # (T,)
    kernel: np.ndarray  # (T, S V)
    height: np.ndarray  # (N, Y, T) weight / sqrt(w + tau^2)
    precision: np.ndarray  # (N, Y, T) 1 / (w + tau^2)
    share: np.ndarray  # (N, Y, T) height times tau^2 / (w + tau^2)


def posterior(data: Data, rope: float) -> Posterior:
    """Posterior of the next data set, for a region of +-rope."""
    step = STEP * min(1.0, 6.0 / np.sqrt(len(data.n)))
    log_s = _log_s(data, step)
    centre, s = _mode(data, np.exp(log_s))
    width = 1 / np.sqrt((1 / (data.w + s**2)).sum())
    near = np.clip(centre + width * np.array([-1.5, 0, 1.5]), -data.bound, data.bound)
    log_density = _evaluate(data, _grid(data, log_s, step, (True, True)), near)[0] + log_s[:, None]
    per_s = log_density.max(axis=(0, 2))
    used = np.flatnonzero(per_s > per_s.max() - NEGLIGIBLE)
    first, last = used[0], used[-1] + 1
    part = _grid(data, log_s[first:last], step, (first == 0, last == len(log_s)))
    return _summary(data, part, *_panels(data, part, _edges(data, centre, width)), rope)


def _log_s(data: Data, step: float) -> np.ndarray:
    """Even grid of log s0, from where no g_i depends on it any more up to its bound."""
    top, low = np.log(data.s_upper), np.log(0.01) + 0.5 * np.log(data.w.min())
    return top - step * np.arange(int(np.ceil(max(top - low, 1.0) / step)), -1, -1)


def _mode(data: Data, s: np.ndarray) -> tuple[float, float]:
    """Rough maximum in (delta0, s0), every delta_i integrated out as if its scale were sqrt(w + s0^2)."""
    m = np.unique(data.mean)
    precise = (data.mean / data.w).sum() / (1 / data.w).sum()
    candidates = np.unique(np.concatenate([m, (m[1:] + m[:-1]) / 2, [m.mean(), np.median(m), precise]]))
    variance = data.w[:, None] + s[::2] ** 2
    squares = np.square(data.mean[:, None] - candidates)[:, :, None] / variance[:, None, :]
    fits = [
        -0.5 * np.log(variance)[:, None, :] - (nu + 1) / 2 * np.log1p(squares / nu) for nu in (1.2, 4.0, 30.0)
    ]
    total = np.max([f.sum(axis=0) for f in fits], axis=0) + np.log(s[::2])
    c, at = np.unravel_index(np.argmax(total), total.shape)
    return float(candidates[c]), float(s[::2][at])


def _grid(data: Data, log_s: np.ndarray, step: float, ends: tuple[bool, bool]) -> Grid:
    """The grids and tables that do not depend on delta0."""
    below = int(np.ceil(BELOW / step)) + 4
    reach = max(log_s[-1], np.log(data.bound + np.sqrt(data.w.max()))) + ABOVE
    log_tau = log_s[0] - below * step + step * np.arange(below + int(np.ceil((reach - log_s[0]) / step)) + 5)
    y, log_density = _log_v(data)
    tau2, w = np.exp(2 * log_tau), data.k[:, None] * np.exp(y)
    precision = 1 / (w[:, :, None] + tau2)
    height = np.exp(log_density)[:, :, None] * np.sqrt(precision)
    kernel = _toeplitz(_kernel(step, below, len(log_tau)), len(log_s), len(log_tau))
    return Grid(log_s, ends, *nu_prior(), log_tau, kernel, height, precision, height * precision * tau2)


def _log_weight(log_s: np.ndarray, ends: tuple[bool, bool]) -> np.ndarray:
    """Logs of the weights of an integral over s0 by the trapezoidal rule in log s0, (S,)."""
    step = log_s[1] - log_s[0]
    weight = log_s + np.log(step)
    weight[0] -= np.log(-np.expm1(-step)) if ends[0] else 0.0  # all smaller s0
    weight[-1] -= np.log(2) if ends[1] else 0.0
    return weight


def _log_v(data: Data) -> tuple[np.ndarray, np.ndarray]:
    """Nodes of log v and logs of their weights, which sum to 1, (N, Y) each."""
    from scipy.special import lambertw

    a = np.maximum((data.n - 2) / 2, 1e-3)  # n = 2: no decrease up to the bound
    c = 1 + TAIL / a
    left, right = (c + lambertw(-np.exp(-np.minimum(c, 700)), branch).real for branch in (-1, 0))
    peak = np.log(data.scatter / 2 / a)
    low = peak + np.where(c < 700, left, -np.log(c))
    high = np.minimum(peak + right, 2 * np.log(data.v_upper))
    x, weight = np.polynomial.legendre.leggauss(NODES if (data.n >= FEW).all() else 2 * NODES)
    y = (high + low)[:, None] / 2 + (high - low)[:, None] / 2 * x
    log_density = -(data.n - 2)[:, None] / 2 * y - data.scatter[:, None] / 2 * np.exp(-y) + np.log(weight)
    log_density -= log_density.max(axis=1, keepdims=True)
    return y, log_density - np.log(np.exp(log_density).sum(axis=1, keepdims=True))


@lru_cache(maxsize=1)
def nu_prior() -> tuple[np.ndarray, np.ndarray]:
    """Values of nu and logs of their prior probabilities, (V,) each, with shape and rate of the Gamma
    distribution integrated out.
    """
    from scipy.special import gammaln

    y = NU_LOW + NU_STEP * np.arange(
        -round(20.4 / NU_STEP), round((NU_HIGH - NU_LOW) / NU_STEP) + 1
    )  # log(nu - 1); the smallest shape falls as exp(y / 2)
    x, weight = np.polynomial.legendre.leggauss(24)
    shape, rate = (np.mean(b) + (b[1] - b[0]) / 2 * x for b in (SHAPE, RATE))
    log_density = (
        shape[:, None] * np.log(rate)
        - gammaln(shape)[:, None]
        + shape[:, None] * y[:, None, None]
        - rate * np.exp(y)[:, None, None]
    )
    mass = np.einsum("yab,a,b->y", np.exp(log_density), weight, weight)
    first = int(np.argmin(np.abs(y - NU_LOW)))
    mass[first] = mass[: first + 1].sum()
    return 1 + np.exp(y[first:]), np.log(mass[first:] / mass[first:].sum())


@lru_cache(maxsize=8)
def _kernel(step: float, below: int, length: int) -> np.ndarray:
    """Weights of h at log tau = log s0 + (j - below) step, (V, length): integral over lambda of Lagrange's
    polynomials through 8 neighbours.
    """
    from scipy.special import gammaln

    nu = nu_prior()[0]
    fine = step / 16
    z = np.arange(-BELOW, (length - below - 4) * step, fine)  # log tau - log s0 = -log(lambda) / 2
    log_density = (
        np.log(2 * fine)
        + nu[:, None] / 2 * (np.log(nu[:, None] / 2) - 2 * z - np.exp(-2 * z))
        - gammaln(nu / 2)[:, None]
    )
    density = np.exp(log_density)
    cell = np.floor(z / step).astype(int)
    at, kernel = z / step - cell, np.zeros((len(nu), length))
    for j in range(-3, 5):
        others = [i for i in range(-3, 5) if i != j]
        basis = np.prod([(at - i) / (j - i) for i in others], axis=0)
        for v in range(len(nu)):
            kernel[v] += np.bincount(below + cell + j, density[v] * basis, minlength=length)[:length]
    return kernel


def _toeplitz(kernel: np.ndarray, n_s: int, n_tau: int) -> np.ndarray:
    """Matrix (T, S V) that applies the kernel at every s0."""
    result = np.zeros((n_tau, n_s, len(kernel)))
    for i in range(n_s):
        result[i:, i] = kernel[:, : n_tau - i].T
    return result.reshape(n_tau, -1)


def _evaluate(data: Data, grid: Grid, delta0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Log of likelihood times prior of nu, (D, S, V), and expected weight of a data set's own mean in its
    delta, (D, N, S, V).
    """
    g, own = _integrals(data, grid, delta0)
    return np.log(g).sum(axis=1) + grid.nu_prior, np.clip(np.divide(own, g, out=own), 0, 1, out=own)


def _integrals(data: Data, grid: Grid, delta0: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The g_i, at least 1e-290, and their parts that are due to the data set's own mean, (D, N, S, V)."""
    shape = len(delta0), len(data.n), len(grid.log_s), len(grid.nu)
    sums = np.empty((2, len(delta0), len(data.n), len(grid.kernel)))
    for i, each in enumerate(delta0):
        e = np.exp(-0.5 * np.square(data.mean - each)[:, None, None] * grid.precision)
        for part, of_part in zip((grid.height, grid.share), sums, strict=True):
            np.einsum("nyt,nyt->nt", e, part, out=of_part[i])
    # one product of matrices for all delta0 reads the kernel once
    g, own = (sums.reshape(-1, len(grid.kernel)) @ grid.kernel).reshape(2, *shape)
    return np.maximum(g, 1e-290, out=g), own


def _edges(data: Data, centre: float, width: float) -> np.ndarray:
    """Ends of the panels of delta0: narrow around the mode, within the bounds."""
    away = width * np.concatenate([[0.0], 2.0 * 2.3 ** np.arange(200)])
    away = away[away < 2 * data.bound]
    edges = np.concatenate([centre - away, centre + away, [-data.bound, data.bound]])
    return np.unique(np.clip(edges, -data.bound, data.bound))


class Panel(NamedTuple):
    """One interval of delta0."""

    low: float
    high: float
    log_density: np.ndarray  # (ORDER, S, V)
    mass: float
    moments: np.ndarray  # (N,) mass times delta_i
    rough: float  # size of the last coefficients of the polynomial

    @property
    def delta0(self) -> np.ndarray:
        """Nodes of the panel, (ORDER,)."""
        return (self.low + self.high) / 2 + (self.high - self.low) / 2 * NODE


NODE, WEIGHT = np.polynomial.legendre.leggauss(ORDER)
TO_COEFFICIENTS = (
    np.polynomial.legendre.legvander(NODE, ORDER - 1).T * WEIGHT * (2 * np.arange(ORDER)[:, None] + 1) / 2
)


def _panels(data: Data, grid: Grid, edges: np.ndarray) -> tuple[list[Panel], float]:
    """Panels from low to high, and the log of the density that their masses are relative to."""
    weight = _log_weight(grid.log_s, grid.ends)[:, None]
    log_g = np.log(_integrals(data, grid, edges)[0])
    top = float((log_g.sum(axis=1) + grid.nu_prior + weight).max())
    done: list[Panel] = []
    tried: list[Panel] = []
    for most, low, high in sorted(_most(data, grid, edges, log_g, weight - top), reverse=True):
        if most < FAR * sum(p.mass for p in tried):
            break
        tried.append(_panel(data, grid, low, high, weight - top))
    tried.sort(key=lambda p: p.low)
    while tried:
        limit = PANEL * sum(p.mass for p in (*done, *tried))
        room = len(done) + len(tried) < MAX_PANELS
        done += [p for p in tried if p.rough <= limit or not room]
        rough = [p for p in tried if p.rough > limit and room]
        halves = [
            half for p in rough for half in ((p.low, (p.low + p.high) / 2), ((p.low + p.high) / 2, p.high))
        ]
        tried = [_panel(data, grid, low, high, weight - top) for low, high in halves]
    return sorted(done, key=lambda p: p.low), top


def _most(
    data: Data, grid: Grid, edges: np.ndarray, log_g: np.ndarray, offset: np.ndarray
) -> list[tuple[float, float, float]]:
    """Upper bound of the mass of each panel, and its ends; `log_g` at the edges, (E, N, S, V).

    Every g_i falls on both sides of its mean, so it is largest in a panel at the mean or at the end next to
    it.
    """
    at_mean = np.log(np.maximum(grid.height.sum(axis=1) @ grid.kernel, 1e-290)).reshape(log_g.shape[1:])
    found = []
    for i, (low, high) in enumerate(pairwise(edges)):
        below, above = data.mean <= low, data.mean >= high
        largest = (log_g[i][below], log_g[i + 1][above], at_mean[~below & ~above])
        log_density = sum(part.sum(axis=0) for part in largest) + grid.nu_prior
        found.append((float((high - low) * np.exp(log_density + offset).sum()), low, high))
    return found


def _panel(data: Data, grid: Grid, low: float, high: float, offset: np.ndarray) -> Panel:
    delta0, half = (low + high) / 2 + (high - low) / 2 * NODE, (high - low) / 2
    log_density, own = _evaluate(data, grid, delta0)
    mass = np.exp(log_density + offset)
    marginal, pulled = mass.sum(axis=(1, 2)), np.einsum("dsv,dnsv->dn", mass, own)
    moments = half * WEIGHT @ (delta0[:, None] * marginal[:, None] + (data.mean - delta0[:, None]) * pulled)
    rough = float(np.abs(TO_COEFFICIENTS[-2:] @ marginal).max() * half)
    return Panel(low, high, log_density, float(half * WEIGHT @ marginal), moments, rough)


def _summary(data: Data, grid: Grid, panels: list[Panel], top: float, rope: float) -> Posterior:
    from scipy.special import ndtr

    whole = sum(p.mass for p in panels)
    weight, tau = _log_weight(grid.log_s, grid.ends)[:, None] - top, np.exp(grid.log_tau)
    # the difference of the next data set is normal around delta0, with every tau weighted as by the kernel
    better = worse = 0.5
    centre = 0.0
    for p in panels:
        mass = np.exp(p.log_density + weight) * (WEIGHT * (p.high - p.low) / 2 / whole)[:, None, None]
        of_tau = mass.reshape(ORDER, -1) @ grid.kernel.T
        better, worse = (
            t + float((of_tau * (ndtr((sign * p.delta0[:, None] - rope) / tau) - 0.5)).sum())
            for t, sign in ((better, 1), (worse, -1))
        )
        centre += float(mass.sum(axis=(1, 2)) @ p.delta0)
    predictive = (better, max(0.0, 1 - better - worse), worse)
    return Posterior(
        _regions(grid, panels, top, rope),
        predictive,
        centre,
        np.sum([p.moments for p in panels], axis=0) / whole,
    )


def _regions(grid: Grid, panels: list[Panel], top: float, rope: float) -> tuple[float, float, float]:
    """Mass of all (delta0, s0, nu) for which above, inside, below the ROPE is the most probable, on a finer
    grid of s0.
    """
    from scipy.interpolate import Akima1DInterpolator

    log_s = np.interp(
        np.arange((len(grid.log_s) - 1) * FINER + 1) / FINER, np.arange(len(grid.log_s)), grid.log_s
    )
    weight, limit = _log_weight(log_s, grid.ends)[:, None] - top, _threshold(np.exp(log_s), grid.nu, rope)
    whole = above = below = 0.0
    for p in (p for p in panels if p.mass > 0):
        # not even the sign of the smallest is certain
        log_density = np.maximum(p.log_density, p.log_density.max() - 2 * NEGLIGIBLE)
        mass = np.exp(Akima1DInterpolator(grid.log_s, log_density, axis=1, method="makima")(log_s) + weight)
        half = (p.high - p.low) / 2
        whole += float(half * WEIGHT @ mass.sum(axis=(1, 2)))
        above += half * _beyond(mass, (limit - (p.low + p.high) / 2) / half)
        below += half * _beyond(mass[::-1], (limit + (p.low + p.high) / 2) / half)
    above, below = above / whole, below / whole
    return (
        (above, max(0.0, 1 - above - below), below)
        if rope > 0
        else (above / (above + below), 0.0, below / (above + below))
    )


def _threshold(s: np.ndarray, nu: np.ndarray, rope: float) -> np.ndarray:
    """Value of delta0 from which a difference above the ROPE is the most probable one, (S, V); it is in [0,
    rope].

    In x = delta0 / s0 and r = rope / s0, with Student's distribution function F, that is where
    2 F(x - r) + F(-x - r) = 1. The left side increases and is convex, so that Newton's steps from x = r come
    down to the solution, or to 0.
    """
    from scipy.special import gammaln, stdtr

    r = (rope / s)[:, None]
    log_constant = gammaln((nu + 1) / 2) - gammaln(nu / 2) - np.log(nu * np.pi) / 2

    def density(t: np.ndarray) -> np.ndarray:
        return np.exp(log_constant - (nu + 1) / 2 * np.log1p(np.square(t) / nu))

    x = r + np.zeros((len(s), len(nu)))
    for _ in range(NEWTON):
        excess = 2 * stdtr(nu, x - r) + stdtr(nu, -x - r) - 1
        x = np.clip(x - excess / (2 * density(x - r) - density(x + r)), 0, r)
    return x * s[:, None]


def _beyond(mass: np.ndarray, limit: np.ndarray) -> float:
    """Integral over limit (S, V) < x < 1 of the polynomials through the masses (ORDER, S, V) at the nodes."""
    from numpy.polynomial import legendre

    antiderivative = legendre.legint(np.tensordot(TO_COEFFICIENTS, mass, axes=1), axis=0)
    at = np.clip(limit, -1, 1)
    return float(
        (legendre.legval(1.0, antiderivative) - legendre.legval(at, antiderivative, tensor=False)).sum()
    )
