# SPDX-License-Identifier: Apache-2.0
"""The random stream: what every device agrees on, as plain numbers.

Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
easy as 1, 2, 3", SC 2011) turns a 128-bit counter and a 64-bit key into four
32-bit words. This room holds its constants, the layout of the counter, how
many blocks a draw takes, the thresholds of the draws, and the coefficients of
the normal transform. docs/random.md says how each element is made of them.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from ._dtypes import DType

MASK32: Final = 0xFFFFFFFF
MASK64: Final = 0xFFFFFFFFFFFFFFFF

MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
WEYL: Final = (0x9E3779B9, 0xBB67AE85)
ROUNDS: Final = 10

#: Bits of a generator's key: the Philox key (64) and the stream word (32).
KEY_BITS: Final = 96
#: The Philox key under which a seed is turned into a generator's key.
SEED_KEY: Final = 0x5EED5EED5EED5EED
#: Word 3 of the counters that make the keys of split generators.
SPLIT_WORD: Final = 0x80000000
#: Blocks of one generator: words 0 and 1 of the counter.
BLOCK_LIMIT: Final = 1 << 64

ALGORITHM: Final = "philox4x32-10"


def block(counter: int, key: int) -> tuple[int, int, int, int]:
    """Return the four 32-bit words of one Philox 4x32-10 block.

    Parameters
    ----------
    counter : int
        128 bits, word 0 lowest.
    key : int
        64 bits, word 0 lowest.
    """
    c0, c1, c2, c3 = ((counter >> shift) & MASK32 for shift in (0, 32, 64, 96))
    k0, k1 = key & MASK32, (key >> 32) & MASK32
    for _ in range(ROUNDS):
        p0, p1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = (p1 >> 32) ^ c1 ^ k0, p1 & MASK32, (p0 >> 32) ^ c3 ^ k1, p0 & MASK32
        k0, k1 = (k0 + WEYL[0]) & MASK32, (k1 + WEYL[1]) & MASK32
    return c0, c1, c2, c3


def counter_of(key: int, index: int, word3: int = 0) -> int:
    """Return the counter of block `index` of a generator: index, stream word, `word3`."""
    return index | (key >> 64) << 64 | word3 << 96


def _key_of_words(words: tuple[int, int, int, int]) -> int:
    return words[0] | words[1] << 32 | words[2] << 64


def key_of_seed(seed: int) -> int:
    """Return the 96-bit key of a generator with this seed (128 bits)."""
    return _key_of_words(block(seed, SEED_KEY))


def key_of_split(key: int, index: int) -> int:
    """Return the 96-bit key of the generator split off at block `index`."""
    return _key_of_words(block(counter_of(key, index, SPLIT_WORD), key & MASK64))


def per_block(kind: str, dtype: DType, **params: Any) -> int:
    """Return how many elements of a draw one block of four words makes: 4 or 2."""
    if kind == "integers":
        return 4 if params["high"] - params["low"] <= 1 << 32 else 2
    return 4 if kind == "bernoulli" or dtype.itemsize == 4 else 2


def blocks(kind: str, size: int, dtype: DType, **params: Any) -> int:
    """Return how many blocks a draw of `size` elements takes: what its offset moves by."""
    return -(-size // per_block(kind, dtype, **params))


def uniform_bounds(low: float, high: float, dtype: DType) -> tuple[Any, Any, Any]:
    """Return (low, high - low, largest value below high) rounded to `dtype`."""
    with np.errstate(over="ignore", under="ignore"):
        first, end = dtype.type(low), dtype.type(high)
        return first, end - first, np.nextafter(end, first)


def bernoulli_threshold(p: float) -> tuple[int, int]:
    """Return floor(p * 2**64) as (upper word, lower word); p = 1 gives (2**32, 0)."""
    return divmod(int(p * 2.0**64), 1 << 32)


def rejection_threshold(span: int, bits: int) -> int:
    """Return 2**bits mod span: products whose low part is below it are drawn again."""
    return (1 << bits) % span


#: The normal transform's polynomials, lowest coefficient first (docs/random.md):
#: minimax fits by Remez exchange, rounded to the dtype. LOG is
#: -2 ln(1 - d) / d on d in (0, 1/2]; SIN is sin(pi y) / y and COS is
#: (cos(pi y) - 1) / y**2, both in z = y**2 on y in (0, 1/4].
LOG: Final[dict[str, tuple[float, ...]]] = {
    "float32": tuple(
        map(
            float.fromhex,
            (
                "0x1.000000p+1",
                "0x1.fffe20p-1",
                "0x1.55b59ep-1",
                "0x1.f143c6p-2",
                "0x1.14157cp-1",
                "-0x1.a0da7ap-2",
                "0x1.41f72cp+1",
                "-0x1.b2217ap+1",
                "0x1.70ecdcp+1",
            ),
        )
    ),
    "float64": tuple(
        map(
            float.fromhex,
            (
                "0x1.0000000000000p+1",
                "0x1.fffffffffff30p-1",
                "0x1.555555556402ep-1",
                "0x1.fffffff2da113p-2",
                "0x1.99999cb6bc284p-2",
                "0x1.5554e1fb2d817p-2",
                "0x1.249d671378f3fp-2",
                "0x1.fe7d9ea64732ap-3",
                "0x1.da4e98b6d8f7ep-3",
                "0x1.c42962b7322e6p-4",
                "0x1.acf4ea04046d1p-1",
                "-0x1.c7168c7f0b22ep+1",
                "0x1.0a21458b4d6eep+4",
                "-0x1.c717eaedfa717p+5",
                "0x1.33ac9bc99f9bap+7",
                "-0x1.3f49417cb9cb0p+8",
                "0x1.f67b72253e98ep+8",
                "-0x1.218f42cef7b48p+9",
                "0x1.cf353df119933p+8",
                "-0x1.ccbdd0dc45511p+7",
                "0x1.b333162fe981ap+5",
            ),
        )
    ),
}
SIN: Final[dict[str, tuple[float, ...]]] = {
    "float32": tuple(
        map(
            float.fromhex,
            ("0x1.921fb6p+1", "-0x1.4abbbap+2", "0x1.465e92p+1", "-0x1.2d9302p-1"),
        )
    ),
    "float64": tuple(
        map(
            float.fromhex,
            (
                "0x1.921fb54442d18p+1",
                "-0x1.4abbce625be41p+2",
                "0x1.466bc67758700p+1",
                "-0x1.32d2cce2d538ep-1",
                "0x1.50782fca3b22ap-4",
                "-0x1.e30063a1fae0ep-8",
                "0x1.e3eed64f39fa7p-12",
            ),
        )
    ),
}
COS: Final[dict[str, tuple[float, ...]]] = {
    "float32": tuple(map(float.fromhex, ("-0x1.3bd39cp+2", "0x1.03b090p+2", "-0x1.4e8448p+0"))),
    "float64": tuple(
        map(
            float.fromhex,
            (
                "-0x1.3bd3cc9be45dep+2",
                "0x1.03c1f081b5aaep+2",
                "-0x1.55d3c7e3c9280p+0",
                "0x1.e1f5068367addp-3",
                "-0x1.a6d1ec7e0823cp-6",
                "0x1.f9cc40aa0da08p-10",
                "-0x1.b263c2842dd5fp-14",
            ),
        )
    ),
}
#: 2 ln 2, rounded to the dtype.
TWO_LN2: Final = {
    "float32": float.fromhex("0x1.62e430p+0"),
    "float64": float.fromhex("0x1.62e42fefa39efp+0"),
}
