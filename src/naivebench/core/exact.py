"""Sums of weights, numbers and squares without rounding, so that the order of cases and blocks never matters.

A float is a whole number of 53 bits times a power of two. It is added to a long whole number, kept in digits
of 32 bits in int64, so that 2^31 floats can be added before a digit overflows (a superaccumulator, Neal
2015). Two sums are merged by adding their digits. Only the digits that the numbers reach are kept.
docs/methods/conventions.md#additive-statistics.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit

from naivebench.core.checks import InputError

BIAS = 1075  # a float is a whole number times 2^(exponent field - BIAS)
DIGIT = 32  # bits
MASK, HALF, FRACTION = (1 << DIGIT) - 1, (1 << 27) - 1, (1 << 52) - 1
LARGEST = 1e150  # squares of larger numbers would be infinite
FEW = 511  # a weight of at most nine bits
GRID = 2.0**52  # cosines and sines are rounded to multiples of 1 / GRID, which adds half of their own error


class Sum(NamedTuple):
    """A sum per attribute and class: digits[j, c, i] counts 2^(32 (first + i))."""

    first: int
    digits: np.ndarray  # (d, K, D) int64


class Moments(NamedTuple):
    """Sums over the cases where an attribute is observed."""

    weights: Sum
    numbers: Sum  # of weight times number, or cosine
    squares: Sum  # of weight times number squared, or weight times sine


def check_numbers(reals: np.ndarray, names: list[str]) -> None:
    """Raise InputError for numbers (d, n) that are infinite or too large; NaN is missing."""
    infinite, _, high = find_exponents(reals)
    if not infinite and high + 52 < math.log2(LARGEST):
        return
    largest = np.fmax.reduce(np.abs(reals), axis=1)
    for j in np.flatnonzero(largest > LARGEST):
        what = "an infinite number: leave the case out"
        if np.isfinite(largest[j]):
            what = f"a number beyond {LARGEST:g}: leave the case out, or divide the column"
        raise InputError(f"attribute {names[j]!r} has {what}")


def add_turns(angles: np.ndarray, y: np.ndarray, weights: np.ndarray, n_classes: int) -> Moments:
    """Sum weights, cosines and sines of angles (d, n) in radians per class, NaN = missing."""
    angles = np.ascontiguousarray(angles)  # NumPy may compute the last bit of strided arrays in another way
    cosines, sines = (np.rint(f(angles) * GRID) / GRID for f in (np.cos, np.sin))
    of_cosines, of_sines = (add_moments(part, y, weights, n_classes) for part in (cosines, sines))
    return Moments(of_cosines.weights, of_cosines.numbers, of_sines.numbers)


def add_moments(reals: np.ndarray, y: np.ndarray, weights: np.ndarray, n_classes: int) -> Moments:
    """Sum finite numbers (d, n) per class, NaN = missing. y: (n,) in 0..K-1, weights: (n,) above 0."""
    if not len(reals):
        return Moments(*[Sum(0, np.zeros((0, n_classes, 0), np.int64))] * 3)
    whole, power = split_weights(weights)
    _, low, high = find_exponents(reals)
    lowest, highest = int(power.min(initial=0)), int(power.max(initial=0))

    def make_sum(times: int, bits: int) -> Sum:
        """A sum of products of a weight and `times` numbers, which have so many bits."""
        first = (times * low + lowest) // DIGIT
        last = (times * high + highest + bits) // DIGIT + 3
        return Sum(first, np.zeros((len(reals), n_classes, last - first), np.int64))

    w, x, q = make_sum(0, 53), make_sum(1, 106), make_sum(2, 159)
    unit = DIGIT * np.array([w.first, x.first, q.first])
    add_numbers(reals, y, whole, power, unit, w.digits, x.digits, q.digits)
    return Moments(carry_digits(w), carry_digits(x), carry_digits(q))


def split_weights(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights as whole numbers below 2^53 times powers of two: the numbers and the exponents, (n,) int64."""
    if weights.dtype.kind == "i":
        return weights, np.zeros(len(weights), np.int64)
    fraction, power = np.frexp(weights)
    return np.ldexp(fraction, 53).astype(np.int64), power.astype(np.int64) - 53


def merge(a: Moments, b: Moments, of_a: np.ndarray, of_b: np.ndarray, n_classes: int) -> Moments:
    """The sums of the cases of both. of_a, of_b: place of every class of a and of b among the classes of
    both.
    """
    return Moments(*(add_sums(one, other, of_a, of_b, n_classes) for one, other in zip(a, b, strict=True)))


def add_sums(a: Sum, b: Sum, of_a: np.ndarray, of_b: np.ndarray, n_classes: int) -> Sum:
    """Add two sums, after giving both the same digits and classes."""
    first, (one, other) = align_digits([a, b])
    digits = np.zeros((len(one), n_classes, one.shape[2]), np.int64)
    digits[:, of_a] += one
    digits[:, of_b] += other
    return carry_digits(Sum(first, digits))


def align_digits(sums: Sequence[Sum]) -> tuple[int, list[np.ndarray]]:
    """The first digit of all sums, and the digits of each from there to the last one of all."""
    first = min(s.first for s in sums)
    last = max(s.first + s.digits.shape[2] for s in sums)
    before_after = [(s.first - first, last - s.first - s.digits.shape[2]) for s in sums]
    return first, [np.pad(s.digits, [(0, 0), (0, 0), p]) for s, p in zip(sums, before_after, strict=True)]


def carry_digits(s: Sum) -> Sum:
    """The sum in its only form: every digit but the last from 0 to 2^32 - 1, and no digits at either end that
    say nothing in all sums.
    """
    digits = np.concatenate([s.digits, np.zeros((*s.digits.shape[:2], 1), np.int64)], axis=2)
    for i in range(digits.shape[2] - 1):
        digits[:, :, i + 1] += digits[:, :, i] >> DIGIT
        digits[:, :, i] &= MASK
    # the last digits of a sum that repeat its sign go into the digit below them
    size, sign = digits.shape[2], digits[:, :, -1]
    if ((sign == 0) | (sign == -1)).all():
        differs = np.flatnonzero((digits != (sign & MASK)[:, :, None])[:, :, :-1].any(axis=(0, 1)))
        size = int(differs[-1]) + 1 if len(differs) else 1
        digits[:, :, size - 1] += sign << DIGIT
    used = np.flatnonzero(digits[:, :, :size].any(axis=(0, 1)))
    first = used[0] if len(used) else size
    return Sum(int(s.first + first) if len(used) else 0, digits[:, :, first:size].copy())


def take_attributes(moments: Moments, used: np.ndarray) -> Moments:
    """The sums of some attributes. used: (d,) bool."""
    return Moments(*(s._replace(digits=s.digits[used]) for s in moments))


def stack_sums(parts: list[Moments]) -> Moments:
    """The sums of the attributes of all parts."""
    aligned = [align_digits(sums) for sums in zip(*parts, strict=True)]
    return Moments(*(Sum(first, np.concatenate(digits)) for first, digits in aligned))


def sum_classes(moments: Moments) -> Moments:
    """The sums over all classes, as those of one class."""
    return Moments(*(carry_digits(s._replace(digits=s.digits.sum(axis=1, keepdims=True))) for s in moments))


def round_sums(moments: Moments) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The three sums as floats, (d, K) each, rounded once."""
    unit = min(s.first for s in moments)
    w, x, q = (divide_exactly(to_integers(s, unit), 1, -DIGIT * unit) for s in moments)
    return w, x, q


def mean_and_variance(moments: Moments) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sum of weights, mean and variance around it, (d, K) each, rounded once; 0 without any case."""
    unit = min(s.first for s in moments)
    w, x, q = (to_integers(s, unit) for s in moments)
    shift = -DIGIT * unit  # w, x and q are whole numbers of 2^-shift
    return divide_exactly(w, 1, shift), divide_exactly(x, w, 0), divide_exactly(w * q - x * x, w * w, 0)


def to_integers(s: Sum, first: int) -> np.ndarray:
    """Every sum as a whole number of Python in the unit 2^(32 first), (d, K) of objects."""
    places = [1 << DIGIT * (s.first - first + i) for i in range(s.digits.shape[2])]
    total = np.zeros(s.digits.shape[:2], object)
    for i, place in enumerate(places):
        total += s.digits[:, :, i].astype(object) * place
    return total


def divide_exactly(numerator: np.ndarray, denominator: np.ndarray | int, shift: int) -> np.ndarray:
    """numerator / denominator / 2^shift of whole numbers, as the nearest floats; 0 for the denominator 0."""
    # Python rounds the ratio of two whole numbers once, however long they are
    ratio = np.frompyfunc(lambda above, below: above / below if below else 0.0, 2, 1)
    above, below = numerator * (1 << max(-shift, 0)), denominator * (1 << max(shift, 0))
    return ratio(above, below).astype(np.float64)


@njit(cache=True)
def find_exponents(reals):
    """Whether a number is infinite, and the smallest and largest exponent of the lowest bit of the other
    numbers that are not 0; 0 if there is none.
    """
    infinite, low, high = False, 1 << 20, -(1 << 20)
    for x in reals.reshape(-1).view(np.int64):
        exponent = x >> 52 & 2047
        if exponent < 2047 and x << 1 != 0:
            low, high = min(low, max(exponent, 1)), max(high, max(exponent, 1))
        elif x & FRACTION == 0 and exponent == 2047:
            infinite = True
    return (infinite, low - BIAS, high - BIAS) if low <= high else (infinite, 0, 0)


@njit(cache=True)
def add_bits(digits, j, c, position, m):
    """Add m times 2^position to the long whole number of attribute j and class c."""
    i, shift, size = position >> 5, position & 31, abs(m)
    sign = 1 if m >= 0 else -1
    digits[j, c, i] += sign * ((size << shift) & MASK)
    digits[j, c, i + 1] += sign * ((size >> (DIGIT - shift)) & MASK)
    digits[j, c, i + 2] += sign * ((size >> DIGIT) >> (DIGIT - shift))


@njit(cache=True)
def split_float(x):
    """The whole number and the exponent of a float: x = m 2^e."""
    word = np.float64(x).view(np.int64)
    field = word >> 52 & 2047
    m = word & FRACTION | (1 << 52 if field > 0 else 0)
    return -m if x < 0 else m, max(int(field), 1) - BIAS


@njit(cache=True)
def square_exactly(m):
    """m^2 = bottom + top 2^54, for |m| < 2^53."""
    size = abs(m)
    low, high = size & HALF, size >> 27
    return size * size & ((1 << 54) - 1), high * high + ((low * high + (low * low >> 28)) >> 26)


@njit(cache=True)
def add_numbers(reals, y, whole, power, unit, weights, numbers, squares):
    """Add the numbers (d, n) and their squares, times whole times 2^power, to the digits (d, K, .)."""
    for j in range(reals.shape[0]):
        for i in range(reals.shape[1]):
            x = reals[j, i]
            if x != x:
                continue
            c = y[i]
            m, e = split_float(x)
            bottom, top = square_exactly(m)
            add_bits(weights, j, c, power[i] - unit[0], whole[i])
            if whole[i] <= FEW:  # no product has more than 63 bits
                place = power[i] + 2 * e - unit[2]
                add_bits(numbers, j, c, power[i] + e - unit[1], whole[i] * m)
                add_bits(squares, j, c, place, whole[i] * bottom)
                add_bits(squares, j, c, place + 54, whole[i] * top)
                continue
            quarters = (bottom & HALF, bottom >> 27, top & HALF, top >> 27)
            for shift in (0, 27):  # products of two halves of 27 bits
                part = whole[i] >> shift & HALF
                if part:
                    place = power[i] + shift
                    add_bits(numbers, j, c, place + e - unit[1], part * (m & HALF))
                    add_bits(numbers, j, c, place + e - unit[1] + 27, part * (m >> 27))
                    for k, quarter in enumerate(quarters):
                        add_bits(squares, j, c, place + 2 * e - unit[2] + 27 * k, part * quarter)
