"""Sums of weights, numbers and squares without rounding, so that the order of cases and blocks never matters.

A sum is a long whole number in digits of 32 bits in int64, so that 2^31 terms can be added before a digit
overflows (a superaccumulator, Neal 2015). Many terms are added at once: all are cut into whole multiples of
the same few powers of two, whose sums have less than 63 bits (Demmel and Nguyen 2015) and are added to the
digits. Two sums are merged by adding their digits. Only the digits that the numbers reach are kept.
docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core.checks import InputError

BIAS = 1075  # a float is a whole number times 2^(exponent field - BIAS)
DIGIT = 32  # bits
MASK = (1 << DIGIT) - 1
LARGEST = 1e150  # squares of larger numbers would be infinite
GRID = 2.0**52  # cosines and sines are rounded to multiples of 1 / GRID, which adds half of their own error
CUT, CASES = 50, 1024  # the sum of CASES whole numbers of CUT bits has less than 63 bits
WINDOW = 256  # products of three numbers whose exponents differ by less have no part below the smallest float
UNITS = np.ldexp(1.5, 52 - CUT * np.arange(1, 22))  # x + UNITS[i] is a multiple of 2^(-CUT (i + 1))
HALVES = 2.0**27 + 1  # x HALVES - (x HALVES - x) are the upper 26 bits of x (Veltkamp)


class Sum(NamedTuple):
    """A sum per attribute and class: digits[i, j, c] counts 2^(32 (first + i))."""

    first: int
    digits: np.ndarray  # (D, d, K) int64


class Moments(NamedTuple):
    """Sums over the cases where an attribute is observed."""

    weights: Sum
    numbers: Sum  # of weight times number, or cosine
    squares: Sum  # of weight times number squared, or weight times sine


def check_magnitudes(reals: np.ndarray, highest: np.ndarray, names: Iterable[str]) -> None:
    """Raise InputError for infinite or too large numbers (d, n). highest: (d,) see `find_exponents`."""
    for j in np.flatnonzero(highest + 53 > math.log2(LARGEST)):
        if np.fmax.reduce(np.abs(reals[j])) > LARGEST:
            what = f"an infinite number or one beyond {LARGEST:g}: leave the case out, or divide the column"
            raise InputError(f"attribute {list(names)[j]!r} has {what}")


def compute_angle_moments(angles: np.ndarray, y: np.ndarray, weights: np.ndarray, n_classes: int) -> Moments:
    """Sum weights, cosines and sines of angles (d, n) in radians per class, NaN = missing."""
    angles = np.ascontiguousarray(angles)  # NumPy may compute the last bit of strided arrays in another way
    cosines, sines = (np.rint(f(angles) * GRID) / GRID for f in (np.cos, np.sin))
    of_cosines, of_sines = (compute_moments(part, y, weights, n_classes) for part in (cosines, sines))
    return Moments(of_cosines.weights, of_cosines.numbers, of_sines.numbers)


def compute_moments(
    reals: np.ndarray,
    y: np.ndarray,
    weights: np.ndarray,
    n_classes: int,
    exponents: tuple[np.ndarray, np.ndarray] | None = None,
) -> Moments:
    """Sum finite numbers (d, n) per class, NaN = missing. y: (n,) in 0..K-1, weights: (n,) above 0."""
    if not reals.size:
        return Moments(*[Sum(0, np.zeros((0, len(reals), n_classes), np.int64))] * 3)
    weights, is_weighted = weights.astype(np.float64), bool((weights != 1).any())
    (low,), (high,) = find_exponents(weights[None, :])
    lows, highs = find_exponents(reals) if exponents is None else exponents

    def make_zero_sum(times: int) -> Sum:
        """Return zeros with the digits that sums of products of a weight and `times` numbers need."""
        first = (times * int(lows.min()) + int(low) - 2 * CUT) // DIGIT
        last = (times * (int(highs.max()) + 53) + int(high) + 53) // DIGIT + 3
        return Sum(first, np.zeros((last - first, len(reals), n_classes), np.int64))

    sums = Moments(*(make_zero_sum(times) for times in range(3)))
    order = np.argsort(y.astype(np.min_scalar_type(n_classes)), kind="stable")  # short integers: in O(n)
    starts = np.searchsorted(y[order], np.arange(n_classes + 1))
    add_moments_of_cases(reals, weights, is_weighted, order, starts, lows, highs, low, high, sums)
    return Moments(*map(carry_digits, sums))


def merge_moments(a: Moments, b: Moments, of_a: np.ndarray, of_b: np.ndarray, n_classes: int) -> Moments:
    """Merge the sums of two sets of cases. of_a, of_b: place of every class of a and b in the result."""
    sums = []
    for pair in zip(a, b, strict=True):
        first, (one, other) = align_digits(pair)
        digits = np.zeros((*one.shape[:2], n_classes), np.int64)
        digits[:, :, of_a] += one
        digits[:, :, of_b] += other
        sums.append(carry_digits(Sum(first, digits)))
    return Moments(*sums)


def align_digits(sums: Sequence[Sum]) -> tuple[int, list[np.ndarray]]:
    """Find the position of the lowest digit of all sums, and the digits of each up to the highest one."""
    first = min(s.first for s in sums)
    last = max(s.first + len(s.digits) for s in sums)
    before_after = [(s.first - first, last - s.first - len(s.digits)) for s in sums]
    return first, [np.pad(s.digits, [p, (0, 0), (0, 0)]) for s, p in zip(sums, before_after, strict=True)]


def carry_digits(s: Sum) -> Sum:
    """Convert a sum to its unique form: digits but the last from 0 to 2^32 - 1, without redundant ones."""
    digits = np.concatenate([s.digits, np.zeros((1, *s.digits.shape[1:]), np.int64)])
    for i in range(len(digits) - 1):
        digits[i + 1] += digits[i] >> DIGIT
        digits[i] &= MASK
    # the last digits of a sum that repeat its sign go into the digit below them
    size, sign = len(digits), digits[-1]
    if ((sign == 0) | (sign == -1)).all():
        differs = [i for i in range(size - 1) if (digits[i] != (sign & MASK)).any()]
        size = differs[-1] + 1 if differs else 1
        digits[size - 1] += sign << DIGIT
    used = [i for i in range(size) if digits[i].any()]
    return Sum(s.first + used[0], digits[used[0] : size].copy()) if used else Sum(0, digits[:0].copy())


def select_attributes(moments: Moments, used: np.ndarray) -> Moments:
    """Return the sums of some attributes. used: (d,) bool, or their indices."""
    return Moments(*(s._replace(digits=s.digits[:, used]) for s in moments))


def stack_moments(parts: list[Moments]) -> Moments:
    """Return the sums of the attributes of all parts."""
    aligned = [align_digits(sums) for sums in zip(*parts, strict=True)]
    return Moments(*(Sum(first, np.concatenate(digits, axis=1)) for first, digits in aligned))


def sum_over_classes(moments: Moments) -> Moments:
    """Add up the sums of all classes, and return them as the sums of a single class."""
    digits = [np.einsum("ijc->ij", s.digits)[:, :, None] for s in moments]
    return Moments(*(carry_digits(Sum(s.first, d)) for s, d in zip(moments, digits, strict=True)))


def round_moments(moments: Moments) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the three sums as floats, (d, K) each, rounded once."""
    w, x, q = map(round_sum, moments)
    return w, x, q


def round_sum(s: Sum) -> np.ndarray:
    """Return the sum as floats, (d, K), each rounded once."""
    return divide_sums(s, Sum(0, np.ones((1, *s.digits.shape[1:]), np.int64)))


def mean_and_variance(moments: Moments) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the sum of weights, the mean and the variance, (d, K) each, rounded once; 0 without cases."""
    w, x, q = moments
    first, (one, other) = align_digits([multiply_sums(w, q), multiply_sums(x, x)])
    above, below = carry_digits(Sum(first, one - other)), carry_digits(multiply_sums(w, w))
    return round_sum(w), divide_sums(x, w), divide_sums(above, below)


def multiply_sums(a: Sum, b: Sum) -> Sum:
    """Multiply two sums, and return products whose digits are not carried yet."""
    digits = np.zeros((len(a.digits) + len(b.digits), *a.digits.shape[1:]), np.int64)
    multiply_digits(a.digits, b.digits, digits)
    return Sum(a.first + b.first, digits)


def divide_sums(above: Sum, below: Sum) -> np.ndarray:
    """Return above / below, (d, K), rounded once; 0 for the denominator 0."""
    first = above.first - below.first
    ratio, is_sure = divide_digits(above.digits, below.digits, DIGIT * first)
    # Python rounds the ratio of two whole numbers once, however long they are
    for j, c in np.argwhere(~is_sure):
        a, b = (sum(int(v) << DIGIT * i for i, v in enumerate(s.digits[:, j, c])) for s in (above, below))
        ratio[j, c] = (a << max(DIGIT * first, 0)) / (b << max(-DIGIT * first, 0))
    return ratio


@njit(cache=True)
def find_exponents(reals):
    """Return the smallest and largest exponent of the lowest bit of the numbers of every row that are not 0,
    (d,) each; (0, -1) if there is none, and infinite numbers have the largest exponent of all.
    """
    infinite, most = np.int64(2047 << 52), np.int64((1 << 63) - 1)
    low, high = np.zeros(len(reals), np.int64), np.full(len(reals), -1)
    for j in range(len(reals)):
        smallest, largest, words = infinite, np.int64(0), reals[j].view(np.int64)
        for i in range(len(words)):
            size = words[i] & most  # without the sign; larger for NaN than for infinite numbers
            size = size if size <= infinite else np.int64(0)
            largest, smallest = max(largest, size), min(smallest, size if size > 0 else infinite)
        if largest > 0:  # the exponent fields; numbers below 2^-1022 have 0
            low[j] = max(smallest >> 52, np.int64(1)) - BIAS
            high[j] = max(largest >> 52, np.int64(1)) - BIAS
    return low, high


@njit(cache=True)
def add_moments_of_cases(reals, weights, is_weighted, order, starts, lows, highs, low, high, sums):
    """Add the weights (n,), which may be 1 each, and their products with the numbers (d, n) and with the
    squares to the sums. The cases of class c are order[starts[c]] to order[starts[c + 1] - 1].
    """
    x, w = np.empty(CASES), np.empty(CASES)
    terms = (np.empty(CASES), np.empty(CASES), np.empty(CASES), np.empty(CASES), np.empty(CASES))
    for j in range(reals.shape[0]):
        for c in range(len(starts) - 1):
            for first in range(starts[c], starts[c + 1], CASES):
                m = min(CASES, starts[c + 1] - first)
                for i in range(m):
                    x[i] = reals[j, order[first + i]]
                if not is_weighted:
                    add_numbers_and_squares(x[:m], lows[j], highs[j], j, c, sums, terms)
                    continue
                for top in range(high, low - 1, -WINDOW):
                    scale, least, bits = compute_window_scale(top, low)
                    for i in range(m):
                        weight = weights[order[first + i]] * scale
                        w[i] = weight if x[i] == x[i] and least <= weight < 1.0 else 0.0
                    add_products(x[:m], w[:m], top + 53, bits, lows[j], highs[j], j, c, sums, terms)
                    add_terms_in_pieces(sums.weights, j, c, top + 53, w[:m], 0, bits)


@njit(cache=True)
def compute_window_scale(top, low):
    """Return the factor that scales numbers with exponents from top - WINDOW + 1 to top below 1, and the
    least size and largest number of bits of the results.
    """
    least = 2.0**-WINDOW if top - WINDOW >= low else 0.0
    return math.ldexp(1.0, -top - 53), least, top - max(low, top - WINDOW + 1) + 53


@njit(cache=True)
def add_numbers_and_squares(numbers, low, high, j, c, sums, terms):
    """Add the numbers and their squares to the sums of attribute j and class c."""
    m, observed = len(numbers), 0
    v, square, error = terms[:3]
    for i in range(m):
        observed += numbers[i] == numbers[i]
    add_shifted_number(sums.weights, j, c, 0, observed)
    for top in range(high, low - 1, -WINDOW):
        scale, least, bits = compute_window_scale(top, low)
        # most bits at once, without a detour through memory
        x0 = x1 = q0 = q1 = q2 = 0
        for i in range(m):
            x = numbers[i] * scale
            x = x if least <= abs(x) < 1.0 else 0.0
            s, e = multiply_exactly(x, x)
            a0, x = split_off_multiple(x, UNITS[0])
            a1, v[i] = split_off_multiple(x, UNITS[1])
            b0, s = split_off_multiple(s, UNITS[0])
            b1, s = split_off_multiple(s, UNITS[1])
            b2, square[i] = split_off_multiple(s, UNITS[2])
            e1, e = split_off_multiple(e, UNITS[1])
            e2, error[i] = split_off_multiple(e, UNITS[2])
            x0, x1, q0, q1, q2 = x0 + a0, x1 + a1, q0 + b0, q1 + b1 + e1, q2 + b2 + e2
        position = top + 53
        for piece, total in enumerate((x0, x1)):
            add_shifted_number(sums.numbers, j, c, position - CUT * (piece + 1), total)
        for piece, total in enumerate((q0, q1, q2)):
            add_shifted_number(sums.squares, j, c, 2 * position - CUT * (piece + 1), total)
        if bits > 2 * CUT:
            add_terms_in_pieces(sums.numbers, j, c, position, v[:m], 2, bits)
        if 2 * bits > 3 * CUT:
            add_terms_in_pieces(sums.squares, j, c, 2 * position, square[:m], 3, 2 * bits)
            add_terms_in_pieces(sums.squares, j, c, 2 * position, error[:m], 3, 2 * bits)


@njit(cache=True)
def add_products(numbers, w, w_at, w_bits, low, high, j, c, sums, terms):
    """Add products of numbers and their squares with weights in units of 2^w_at to the sums at (j, c)."""
    m = len(numbers)
    v, square, error, rest, tail = terms
    for top in range(high, low - 1, -WINDOW):
        scale, least, bits = compute_window_scale(top, low)
        x_at, x_bits, q_at, q_bits = w_at + top + 53, w_bits + bits, w_at + 2 * (top + 53), w_bits + 2 * bits
        for i in range(m):
            x = numbers[i] * scale
            x = x if least <= abs(x) < 1.0 else 0.0
            square[i], error[i] = multiply_exactly(x, x)
            v[i], rest[i] = multiply_exactly(w[i], x)
        add_terms_in_pieces(sums.numbers, j, c, x_at, v[:m], 0, x_bits)
        add_terms_in_pieces(sums.numbers, j, c, x_at, rest[:m], 1, x_bits)
        for i in range(m):
            square[i], rest[i] = multiply_exactly(w[i], square[i])
            error[i], tail[i] = multiply_exactly(w[i], error[i])
        add_terms_in_pieces(sums.squares, j, c, q_at, square[:m], 0, q_bits)
        add_terms_in_pieces(sums.squares, j, c, q_at, rest[:m], 1, q_bits)
        add_terms_in_pieces(sums.squares, j, c, q_at, error[:m], 1, q_bits)
        add_terms_in_pieces(sums.squares, j, c, q_at, tail[:m], 2, q_bits)


@njit(cache=True)
def add_terms_in_pieces(s, j, c, position, terms, first, bits):
    """Add terms below 2^position in pieces of CUT bits, from piece `first` on, to the sum of attribute j and
    class c. The terms have no bit below 2^(position - bits), and become 0.
    """
    for piece in range(first, (bits - 1) // CUT + 1, 2):  # two at a time save half of the memory traffic
        total, next_total = 0, 0
        for i in range(len(terms)):
            multiple, term = split_off_multiple(terms[i], UNITS[piece])
            total += multiple
            multiple, terms[i] = split_off_multiple(term, UNITS[piece + 1])
            next_total += multiple
        add_shifted_number(s, j, c, position - CUT * (piece + 1), total)
        add_shifted_number(s, j, c, position - CUT * (piece + 2), next_total)


@njit(cache=True)
def split_off_multiple(v, unit):
    """Return the nearest multiple of a power of two as a whole number, and the rest; unit: see UNITS."""
    moved = v + unit
    return np.float64(moved).view(np.int64) - np.float64(unit).view(np.int64), v - (moved - unit)


@njit(cache=True)
def multiply_exactly(a, b):
    """Return the rounded product of two floats and its error (Dekker)."""
    a_high, b_high = a * HALVES - (a * HALVES - a), b * HALVES - (b * HALVES - b)
    a_low, b_low, product = a - a_high, b - b_high, a * b
    return product, a_low * b_low - (product - a_high * b_high - a_low * b_high - a_high * b_low)


@njit(cache=True)
def add_shifted_number(s, j, c, position, m):
    """Add m times 2^position to the sum of attribute j and class c."""
    i, shift, size = (position >> 5) - s.first, position & 31, abs(m)
    sign = 1 if m >= 0 else -1
    s.digits[i, j, c] += sign * ((size << shift) & MASK)
    s.digits[i + 1, j, c] += sign * ((size >> (DIGIT - shift)) & MASK)
    s.digits[i + 2, j, c] += sign * ((size >> DIGIT) >> (DIGIT - shift))


@njit(cache=True)
def multiply_digits(a, b, product):
    """Add the products of numbers with digits a (., d, K) and b (., d, K)."""
    for i in range(a.shape[0]):
        for k in range(b.shape[0]):
            for j in range(a.shape[1]):
                for c in range(a.shape[2]):
                    # half a digit at a time, so that 63 bits are enough
                    low, high = a[i, j, c] * (b[k, j, c] & 0xFFFF), a[i, j, c] * (b[k, j, c] >> 16)
                    product[i + k, j, c] += low + ((high & 0xFFFF) << 16)
                    product[i + k + 1, j, c] += high >> 16


@njit(cache=True)
def divide_digits(above, below, power):
    """Divide numbers (., d, K) times 2^power; return floats (d, K), and whether each is surely nearest."""
    ratio, is_sure = np.zeros(above.shape[1:]), np.ones(above.shape[1:], np.bool_)
    for j in range(above.shape[1]):
        for c in range(above.shape[2]):
            a, a_rest, a_place = find_leading_digits(above[:, j, c])
            b, b_rest, b_place = find_leading_digits(below[:, j, c])
            if a == 0 or b == 0:
                continue
            # a ratio of 106 bits, which is off by less than 2^-95 of it
            q = a / b
            product, error = multiply_exactly(q, b)
            q_rest = (a - product - error + (a_rest - q * b_rest)) / b
            off = abs(q) * 2.0**-95
            ratio[j, c] = math.ldexp(q + q_rest, DIGIT * (a_place - b_place) + power)
            is_sure[j, c] = q + (q_rest - off) == q + (q_rest + off) and 1e-300 < abs(ratio[j, c]) < 1e300
    return ratio, is_sure


@njit(cache=True)
def find_leading_digits(digits):
    """Return the leading digits of a number as the sum of two floats times 2^(32 i), and i."""
    i, first = len(digits), 0
    while i > 0 and -1 <= first <= 0:  # the last digit may only be the sign
        i -= 1
        first = (first << DIGIT) + digits[i]
    high, low = float(first), 0.0
    for k in range(1, min(i, 4) + 1):
        term = math.ldexp(float(digits[i - k]), -DIGIT * k)
        low += term - (high + term - high)
        high += term
    return high, low, i
