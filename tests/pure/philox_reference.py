# SPDX-License-Identifier: Apache-2.0
"""The random stream in plain Python, element by element: docs/random.md word for word.

Slow on purpose, and without NumPy or anything of the package: Python integers,
and Python floats rounded to float32 after every operation where the draw is
float32 (sum, product and root of two float32 in double, rounded once more, are
correctly rounded: 53 >= 2 * 24 + 2).
"""

import math
import struct

M32 = 2**32 - 1
M64 = 2**64 - 1


def philox(counter, key):
    """Words of one block: four counter words and two key words, lowest first."""
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & M32, (a >> 32) ^ c[3] ^ k[1], a & M32]
        k = [(k[0] + 0x9E3779B9) & M32, (k[1] + 0xBB67AE85) & M32]
    return c


def split_words(number, count):
    return [(number >> (32 * i)) & M32 for i in range(count)]


def seed_key(seed):
    """The three key words of a seed."""
    return philox(split_words(seed, 4), (0x5EED5EED, 0x5EED5EED))[:3]


def child_key(key, block):
    """The three key words of the generator split off at a block."""
    return philox((block & M32, block >> 32, key[2], 0x80000000), key[:2])[:3]


def word(key, block, lane, retry=0):
    return philox((block & M32, block >> 32, key[2], retry), key[:2])[lane]


def pair(key, block, lane, retry=0):
    words = philox((block & M32, block >> 32, key[2], retry), key[:2])
    return words[2 * lane] << 32 | words[2 * lane + 1]


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def f64(x):
    return x


def uniform32(key, offset, i, low=0.0, high=1.0):
    u = (word(key, offset + i // 4, i % 4) >> 8) * 2.0**-24
    if (low, high) == (0.0, 1.0):
        return u
    low, high = f32(low), f32(high)
    last = struct.unpack("f", struct.pack("i", float_bits32(high) + (-1 if high > 0 else 1)))[0]
    return min(f32(f32(f32(high - low) * u) + low), last)


def float_bits32(x):
    return struct.unpack("i", struct.pack("f", x))[0]


def uniform64(key, offset, i, low=0.0, high=1.0):
    u = (pair(key, offset + i // 2, i % 2) >> 11) * 2.0**-53
    if (low, high) == (0.0, 1.0):
        return u
    return min((high - low) * u + low, math.nextafter(high, low))


def bernoulli(key, offset, i, p):
    threshold = int(p * 2.0**64)
    first = word(key, offset + i // 4, i % 4)
    if first != threshold >> 32:
        return first < threshold >> 32
    return word(key, offset + i // 4, i % 4, 1) < threshold & M32


def integer(key, offset, i, low, high):
    span, retry = high - low, 0
    bits, draw, each = (32, word, 4) if span <= 2**32 else (64, pair, 2)
    while True:
        product = draw(key, offset + i // each, i % each, retry) * span
        if product % 2**bits >= 2**bits % span:
            return low + (product >> bits)
        retry += 1


def permutation(key, offset, n):
    return sorted(range(n), key=lambda i: pair(key, offset + i // 2, i % 2))


# --- the normal transform ------------------------------------------------------------------

LOG32 = (
    "0x1.000000p+1 0x1.fffe20p-1 0x1.55b59ep-1 0x1.f143c6p-2 0x1.14157cp-1 "
    "-0x1.a0da7ap-2 0x1.41f72cp+1 -0x1.b2217ap+1 0x1.70ecdcp+1"
)
SIN32 = "0x1.921fb6p+1 -0x1.4abbbap+2 0x1.465e92p+1 -0x1.2d9302p-1"
COS32 = "-0x1.3bd39cp+2 0x1.03b090p+2 -0x1.4e8448p+0"
LOG64 = (
    "0x1.0000000000000p+1 0x1.fffffffffff30p-1 0x1.555555556402ep-1 0x1.fffffff2da113p-2 "
    "0x1.99999cb6bc284p-2 0x1.5554e1fb2d817p-2 0x1.249d671378f3fp-2 0x1.fe7d9ea64732ap-3 "
    "0x1.da4e98b6d8f7ep-3 0x1.c42962b7322e6p-4 0x1.acf4ea04046d1p-1 -0x1.c7168c7f0b22ep+1 "
    "0x1.0a21458b4d6eep+4 -0x1.c717eaedfa717p+5 0x1.33ac9bc99f9bap+7 -0x1.3f49417cb9cb0p+8 "
    "0x1.f67b72253e98ep+8 -0x1.218f42cef7b48p+9 0x1.cf353df119933p+8 -0x1.ccbdd0dc45511p+7 "
    "0x1.b333162fe981ap+5"
)
SIN64 = (
    "0x1.921fb54442d18p+1 -0x1.4abbce625be41p+2 0x1.466bc67758700p+1 -0x1.32d2cce2d538ep-1 "
    "0x1.50782fca3b22ap-4 -0x1.e30063a1fae0ep-8 0x1.e3eed64f39fa7p-12"
)
COS64 = (
    "-0x1.3bd3cc9be45dep+2 0x1.03c1f081b5aaep+2 -0x1.55d3c7e3c9280p+0 0x1.e1f5068367addp-3 "
    "-0x1.a6d1ec7e0823cp-6 0x1.f9cc40aa0da08p-10 -0x1.b263c2842dd5fp-14"
)
TWO_LN2 = {32: float.fromhex("0x1.62e430p+0"), 64: float.fromhex("0x1.62e42fefa39efp+0")}


def horner(coefficients, x, r):
    values = [float.fromhex(c) for c in coefficients.split()]
    total = values[-1]
    for value in reversed(values[:-1]):
        total = r(r(total * x) + value)
    return total


def to_float(integer_, bits):
    """An integer rounded to nearest even at the float's precision."""
    if bits == 64:
        return float(integer_)
    excess = max(0, integer_.bit_length() - 24)
    down, rest = integer_ >> excess, integer_ & ((1 << excess) - 1)
    half = (1 << excess) >> 1
    if excess and (rest > half or (rest == half and down & 1)):
        down += 1
    return float(down << excess)


def minus_two_log(w, bits):
    r = f32 if bits == 32 else f64
    upper = w >> (bits - 1)
    t = r(to_float(2**bits - 1 - w if upper else w, bits) + 0.5)
    if upper:
        d, n = t * 2.0**-bits, 0
    else:
        m, k = math.frexp(t)  # m in [1/2, 1)
        d, n = 1.0 - m, bits - k
    log = r(horner(LOG32 if bits == 32 else LOG64, d, r) * d)
    return r(r(n * TWO_LN2[bits]) + log)


def circle(w, bits):
    r = f32 if bits == 32 else f64
    y = r(to_float(w & ((1 << (bits - 3)) - 1), bits) + 0.5) * 2.0 ** (1 - bits)
    z = r(y * y)
    sine = r(horner(SIN32 if bits == 32 else SIN64, z, r) * y)
    cosine = r(r(horner(COS32 if bits == 32 else COS64, z, r) * z) + 1.0)
    first, second = (sine, cosine) if (w >> (bits - 3)) & 1 else (cosine, sine)
    if (w >> (bits - 1)) & 1:
        first = -first
    if (w >> (bits - 2)) & 1:
        second = -second
    return first, second


def normal(key, offset, i, bits, mean=0.0, std=1.0):
    r = f32 if bits == 32 else f64
    if bits == 32:
        words = [word(key, offset + i // 4, i % 4 // 2 * 2 + j) for j in range(2)]
    else:
        words = [pair(key, offset + i // 2, j) for j in range(2)]
    radius = r(math.sqrt(minus_two_log(words[0], bits)))
    value = r(radius * circle(words[1], bits)[i % 2])
    return value if (mean, std) == (0.0, 1.0) else r(r(value * r(std)) + r(mean))


def exponential(key, offset, i):
    return 0.5 * minus_two_log(pair(key, offset + i // 2, i % 2), 64)
