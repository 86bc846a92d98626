# SPDX-License-Identifier: Apache-2.0
"""An example of each pointwise function, and what it prints: doctests of `_elementwise`."""

from __future__ import annotations

#: Name -> (code: a line or more, what its last line prints). `xp` is the package.
EXAMPLES: dict[str, tuple[str, str]] = {
    "abs": (
        'xp.abs(xp.asarray([3 + 4j, -2j], device="cpu"))',
        "Tensor([5., 2.], dtype=float64, device='cpu')",
    ),
    "acos": (
        'xp.acos(xp.asarray([1.0, 0.0, 2.0], device="cpu"))',
        "Tensor([0.        , 1.57079633,        nan], dtype=float64, device='cpu')",
    ),
    "acosh": (
        'xp.acosh(xp.asarray([1.0, 2.0], device="cpu"))',
        "Tensor([0.       , 1.3169579], dtype=float64, device='cpu')",
    ),
    "add": (
        'xp.add(xp.asarray([250, 5], dtype=xp.uint8, device="cpu"), 10)',
        "Tensor([ 4, 15], dtype=uint8, device='cpu')",
    ),
    "asin": (
        'xp.asin(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([0.        , 1.57079633], dtype=float64, device='cpu')",
    ),
    "asinh": (
        'xp.asinh(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([0.        , 0.88137359], dtype=float64, device='cpu')",
    ),
    "atan": (
        'xp.atan(xp.asarray([1.0, -1.0], device="cpu"))',
        "Tensor([ 0.78539816, -0.78539816], dtype=float64, device='cpu')",
    ),
    "atan2": (
        'x = xp.asarray([1.0, 1.0], device="cpu")\n'
        'xp.atan2(x, xp.asarray([1.0, -1.0], device="cpu"))',
        "Tensor([0.78539816, 2.35619449], dtype=float64, device='cpu')",
    ),
    "atanh": (
        'xp.atanh(xp.asarray([0.0, 0.5, 1.0], device="cpu"))',
        "Tensor([0.        , 0.54930614,        inf], dtype=float64, device='cpu')",
    ),
    "bitwise_and": (
        'xp.bitwise_and(xp.asarray([12, 10], device="cpu"), 6)',
        "Tensor([4, 2], dtype=int64, device='cpu')",
    ),
    "bitwise_left_shift": (
        'x = xp.asarray([1, 3], device="cpu")\n'
        'xp.bitwise_left_shift(x, xp.asarray([4, 64], device="cpu"))',
        "Tensor([16,  0], dtype=int64, device='cpu')",
    ),
    "bitwise_invert": (
        'xp.bitwise_invert(xp.asarray([0, 7], dtype=xp.uint8, device="cpu"))',
        "Tensor([255, 248], dtype=uint8, device='cpu')",
    ),
    "bitwise_or": (
        'xp.bitwise_or(xp.asarray([12, 10], device="cpu"), 6)',
        "Tensor([14, 14], dtype=int64, device='cpu')",
    ),
    "bitwise_right_shift": (
        'xp.bitwise_right_shift(xp.asarray([8, -9], device="cpu"), 2)',
        "Tensor([ 2, -3], dtype=int64, device='cpu')",
    ),
    "bitwise_xor": (
        'xp.bitwise_xor(xp.asarray([12, 10], device="cpu"), 6)',
        "Tensor([10, 12], dtype=int64, device='cpu')",
    ),
    "ceil": (
        'xp.ceil(xp.asarray([-1.5, 1.2], device="cpu"))',
        "Tensor([-1.,  2.], dtype=float64, device='cpu')",
    ),
    "conj": (
        'xp.conj(xp.asarray([1 + 2j, 3 - 1j], device="cpu"))',
        "Tensor([1.-2.j, 3.+1.j], dtype=complex128, device='cpu')",
    ),
    "copysign": (
        'x = xp.asarray([1.0, -2.0], device="cpu")\n'
        'xp.copysign(x, xp.asarray([-0.0, 3.0], device="cpu"))',
        "Tensor([-1.,  2.], dtype=float64, device='cpu')",
    ),
    "cos": (
        'xp.cos(xp.asarray([0.0, 3.141592653589793], device="cpu"))',
        "Tensor([ 1., -1.], dtype=float64, device='cpu')",
    ),
    "cosh": (
        'xp.cosh(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([1.        , 1.54308063], dtype=float64, device='cpu')",
    ),
    "divide": (
        'xp.divide(xp.asarray([7, -7], device="cpu"), 2)',
        "Tensor([ 3.5, -3.5], dtype=float64, device='cpu')",
    ),
    "equal": (
        'x = xp.asarray([1.0, float("nan")], device="cpu")\nxp.equal(x, x)',
        "Tensor([ True, False], dtype=bool, device='cpu')",
    ),
    "exp": (
        'xp.exp(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([1.        , 2.71828183], dtype=float64, device='cpu')",
    ),
    "expm1": (
        'xp.expm1(xp.asarray([1e-20, 1.0], device="cpu"))',
        "Tensor([1.00000000e-20, 1.71828183e+00], dtype=float64, device='cpu')",
    ),
    "floor": (
        'xp.floor(xp.asarray([-1.5, 1.2], device="cpu"))',
        "Tensor([-2.,  1.], dtype=float64, device='cpu')",
    ),
    "floor_divide": (
        'xp.floor_divide(xp.asarray([7, -7], device="cpu"), 2)',
        "Tensor([ 3, -4], dtype=int64, device='cpu')",
    ),
    "greater": (
        'xp.greater(xp.asarray([1, 2, 3], device="cpu"), 2)',
        "Tensor([False, False,  True], dtype=bool, device='cpu')",
    ),
    "greater_equal": (
        'xp.greater_equal(xp.asarray([1, 2, 3], device="cpu"), 2)',
        "Tensor([False,  True,  True], dtype=bool, device='cpu')",
    ),
    "hypot": (
        'x = xp.asarray([3.0, 3e200], device="cpu")\n'
        'xp.hypot(x, xp.asarray([4.0, 4e200], device="cpu"))',
        "Tensor([5.e+000, 5.e+200], dtype=float64, device='cpu')",
    ),
    "imag": (
        'xp.imag(xp.asarray([1 + 2j, 3 - 1j], device="cpu"))',
        "Tensor([ 2., -1.], dtype=float64, device='cpu')",
    ),
    "isfinite": (
        'xp.isfinite(xp.asarray([1.0, float("inf"), float("nan")], device="cpu"))',
        "Tensor([ True, False, False], dtype=bool, device='cpu')",
    ),
    "isinf": (
        'xp.isinf(xp.asarray([1.0, float("inf"), float("nan")], device="cpu"))',
        "Tensor([False,  True, False], dtype=bool, device='cpu')",
    ),
    "isnan": (
        'xp.isnan(xp.asarray([1.0, float("inf"), float("nan")], device="cpu"))',
        "Tensor([False, False,  True], dtype=bool, device='cpu')",
    ),
    "less": (
        'xp.less(xp.asarray([1, 2, 3], device="cpu"), 2)',
        "Tensor([ True, False, False], dtype=bool, device='cpu')",
    ),
    "less_equal": (
        'xp.less_equal(xp.asarray([1, 2, 3], device="cpu"), 2)',
        "Tensor([ True,  True, False], dtype=bool, device='cpu')",
    ),
    "log": (
        'xp.log(xp.asarray([1.0, 0.0, -1.0], device="cpu"))',
        "Tensor([  0., -inf,  nan], dtype=float64, device='cpu')",
    ),
    "log1p": (
        'xp.log1p(xp.asarray([1e-20, 1.0], device="cpu"))',
        "Tensor([1.00000000e-20, 6.93147181e-01], dtype=float64, device='cpu')",
    ),
    "log2": (
        'xp.log2(xp.asarray([0.5, 8.0], device="cpu"))',
        "Tensor([-1.,  3.], dtype=float64, device='cpu')",
    ),
    "log10": (
        'xp.log10(xp.asarray([0.01, 1000.0], device="cpu"))',
        "Tensor([-2.,  3.], dtype=float64, device='cpu')",
    ),
    "logaddexp": (
        'x = xp.asarray([1000.0, 0.0], device="cpu")\nxp.logaddexp(x, x)',
        "Tensor([1.00069315e+03, 6.93147181e-01], dtype=float64, device='cpu')",
    ),
    "logical_and": (
        'x = xp.asarray([True, True, False], device="cpu")\n'
        'xp.logical_and(x, xp.asarray([True, False, False], device="cpu"))',
        "Tensor([ True, False, False], dtype=bool, device='cpu')",
    ),
    "logical_not": (
        'xp.logical_not(xp.asarray([True, False], device="cpu"))',
        "Tensor([False,  True], dtype=bool, device='cpu')",
    ),
    "logical_or": (
        'x = xp.asarray([True, True, False], device="cpu")\n'
        'xp.logical_or(x, xp.asarray([True, False, False], device="cpu"))',
        "Tensor([ True,  True, False], dtype=bool, device='cpu')",
    ),
    "logical_xor": (
        'x = xp.asarray([True, True, False], device="cpu")\n'
        'xp.logical_xor(x, xp.asarray([True, False, False], device="cpu"))',
        "Tensor([False,  True, False], dtype=bool, device='cpu')",
    ),
    "maximum": (
        'xp.maximum(xp.asarray([1.0, float("nan")], device="cpu"), 2.0)',
        "Tensor([ 2., nan], dtype=float64, device='cpu')",
    ),
    "minimum": (
        'xp.minimum(xp.asarray([1.0, float("nan")], device="cpu"), 2.0)',
        "Tensor([ 1., nan], dtype=float64, device='cpu')",
    ),
    "multiply": (
        'x = xp.asarray([[1], [2]], device="cpu")\n'
        'xp.multiply(x, xp.asarray([10, 20], device="cpu"))',
        "Tensor([[10, 20],\n        [20, 40]], dtype=int64, device='cpu')",
    ),
    "negative": (
        'xp.negative(xp.asarray([1.0, -2.0], device="cpu"))',
        "Tensor([-1.,  2.], dtype=float64, device='cpu')",
    ),
    "nextafter": (
        'xp.nextafter(xp.asarray([1.0, 0.0], dtype=xp.float32, device="cpu"), 2.0)',
        "Tensor([1.0000001e+00, 1.4012985e-45], dtype=float32, device='cpu')",
    ),
    "not_equal": (
        'x = xp.asarray([1.0, float("nan")], device="cpu")\nxp.not_equal(x, x)',
        "Tensor([False,  True], dtype=bool, device='cpu')",
    ),
    "positive": (
        'xp.positive(xp.asarray([1, -2], device="cpu"))',
        "Tensor([ 1, -2], dtype=int64, device='cpu')",
    ),
    "pow": (
        'x = xp.asarray([2, -1], device="cpu")\nxp.pow(x, xp.asarray([10, -3], device="cpu"))',
        "Tensor([1024,   -1], dtype=int64, device='cpu')",
    ),
    "real": (
        'xp.real(xp.asarray([1 + 2j, 3 - 1j], device="cpu"))',
        "Tensor([1., 3.], dtype=float64, device='cpu')",
    ),
    "reciprocal": (
        'xp.reciprocal(xp.asarray([4, -2], device="cpu"))',
        "Tensor([ 0.25, -0.5 ], dtype=float64, device='cpu')",
    ),
    "remainder": (
        'xp.remainder(xp.asarray([7, -7], device="cpu"), 3)',
        "Tensor([1, 2], dtype=int64, device='cpu')",
    ),
    "round": (
        'xp.round(xp.asarray([0.5, 1.5, 2.4], device="cpu"))',
        "Tensor([0., 2., 2.], dtype=float64, device='cpu')",
    ),
    "sign": (
        'xp.sign(xp.asarray([-3.0, 0.0, 7.0], device="cpu"))',
        "Tensor([-1.,  0.,  1.], dtype=float64, device='cpu')",
    ),
    "signbit": (
        'xp.signbit(xp.asarray([-0.0, 0.0, -1.0], device="cpu"))',
        "Tensor([ True, False,  True], dtype=bool, device='cpu')",
    ),
    "sin": (
        'xp.sin(xp.asarray([0.0, 0.5], device="cpu"))',
        "Tensor([0.        , 0.47942554], dtype=float64, device='cpu')",
    ),
    "sinh": (
        'xp.sinh(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([0.        , 1.17520119], dtype=float64, device='cpu')",
    ),
    "sqrt": (
        'xp.sqrt(xp.asarray([2.25, 0.0, -1.0], device="cpu"))',
        "Tensor([1.5, 0. , nan], dtype=float64, device='cpu')",
    ),
    "square": (
        'xp.square(xp.asarray([3, -4], device="cpu"))',
        "Tensor([ 9, 16], dtype=int64, device='cpu')",
    ),
    "subtract": (
        'xp.subtract(xp.asarray([3, 10], dtype=xp.uint8, device="cpu"), 5)',
        "Tensor([254,   5], dtype=uint8, device='cpu')",
    ),
    "tan": (
        'xp.tan(xp.asarray([0.0, 0.5], device="cpu"))',
        "Tensor([0.        , 0.54630249], dtype=float64, device='cpu')",
    ),
    "tanh": (
        'xp.tanh(xp.asarray([0.0, 100.0], device="cpu"))',
        "Tensor([0., 1.], dtype=float64, device='cpu')",
    ),
    "trunc": (
        'xp.trunc(xp.asarray([-1.5, 1.2], device="cpu"))',
        "Tensor([-1.,  1.], dtype=float64, device='cpu')",
    ),
    "cbrt": (
        'xp.cbrt(xp.asarray([27.0, -8.0], device="cpu"))',
        "Tensor([ 3., -2.], dtype=float64, device='cpu')",
    ),
    "deg2rad": (
        'xp.deg2rad(xp.asarray([180, 90], device="cpu"))',
        "Tensor([3.14159265, 1.57079633], dtype=float64, device='cpu')",
    ),
    "digamma": (
        'xp.special.digamma(xp.asarray([1.0, 2.0], device="cpu"))',
        "Tensor([-0.57721566,  0.42278434], dtype=float64, device='cpu')",
    ),
    "entr": (
        'xp.special.entr(xp.asarray([0.0, 0.5, -1.0], device="cpu"))',
        "Tensor([0.        , 0.34657359,       -inf], dtype=float64, device='cpu')",
    ),
    "erf": (
        'xp.erf(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([0.        , 0.84270079], dtype=float64, device='cpu')",
    ),
    "erfc": (
        'xp.special.erfc(xp.asarray([0.0, 10.0], device="cpu"))',
        "Tensor([1.00000000e+00, 2.08848758e-45], dtype=float64, device='cpu')",
    ),
    "exp2": (
        'xp.exp2(xp.asarray([-1.0, 10.0], device="cpu"))',
        "Tensor([5.000e-01, 1.024e+03], dtype=float64, device='cpu')",
    ),
    "fmod": (
        'xp.fmod(xp.asarray([7, -7], device="cpu"), 3)',
        "Tensor([ 1, -1], dtype=int64, device='cpu')",
    ),
    "frac": (
        'xp.frac(xp.asarray([1.75, -1.75], device="cpu"))',
        "Tensor([ 0.75, -0.75], dtype=float64, device='cpu')",
    ),
    "gamma": (
        'xp.special.gamma(xp.asarray([5.0, 0.5], device="cpu"))',
        "Tensor([24.        ,  1.77245385], dtype=float64, device='cpu')",
    ),
    "gammaln": (
        'xp.special.gammaln(xp.asarray([3.0, 200.0], device="cpu"))',
        "Tensor([6.93147181e-01, 8.57933670e+02], dtype=float64, device='cpu')",
    ),
    "gelu_tanh": (
        'xp.nn.gelu(xp.asarray([-1.0, 1.0], device="cpu"), approximate="tanh")',
        "Tensor([-0.15880801,  0.84119199], dtype=float64, device='cpu')",
    ),
    "i0": (
        'xp.special.i0(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([1.        , 1.26606588], dtype=float64, device='cpu')",
    ),
    "i0e": (
        'xp.special.i0e(xp.asarray([0.0, 1000.0], device="cpu"))',
        "Tensor([1.        , 0.01261724], dtype=float64, device='cpu')",
    ),
    "i1": (
        'xp.special.i1(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([0.       , 0.5651591], dtype=float64, device='cpu')",
    ),
    "i1e": (
        'xp.special.i1e(xp.asarray([0.0, 1000.0], device="cpu"))',
        "Tensor([0.        , 0.01261093], dtype=float64, device='cpu')",
    ),
    "kl_div": (
        'x = xp.asarray([1.0, 0.0], device="cpu")\n'
        'xp.special.kl_div(x, xp.asarray([2.0, 3.0], device="cpu"))',
        "Tensor([0.30685282, 3.        ], dtype=float64, device='cpu')",
    ),
    "log_ndtr": (
        'xp.special.log_ndtr(xp.asarray([0.0, -40.0], device="cpu"))',
        "Tensor([-6.93147181e-01, -8.04608442e+02], dtype=float64, device='cpu')",
    ),
    "logit": (
        'xp.special.logit(xp.asarray([0.5, 0.9], device="cpu"))',
        "Tensor([0.        , 2.19722458], dtype=float64, device='cpu')",
    ),
    "ndtr": (
        'xp.special.ndtr(xp.asarray([0.0, 1.0], device="cpu"))',
        "Tensor([0.5       , 0.84134475], dtype=float64, device='cpu')",
    ),
    "ndtri": (
        'xp.special.ndtri(xp.asarray([0.5, 0.975], device="cpu"))',
        "Tensor([0.        , 1.95996398], dtype=float64, device='cpu')",
    ),
    "rad2deg": (
        'xp.rad2deg(xp.asarray([3.141592653589793], device="cpu"))',
        "Tensor([180.], dtype=float64, device='cpu')",
    ),
    "rel_entr": (
        'x = xp.asarray([1.0, 0.0], device="cpu")\n'
        'xp.special.rel_entr(x, xp.asarray([2.0, 3.0], device="cpu"))',
        "Tensor([-0.69314718,  0.        ], dtype=float64, device='cpu')",
    ),
    "relu": (
        'xp.relu(xp.asarray([-1.5, 0.0, 2.0], device="cpu"))',
        "Tensor([0., 0., 2.], dtype=float64, device='cpu')",
    ),
    "rsqrt": (
        'xp.rsqrt(xp.asarray([4.0, 0.25], device="cpu"))',
        "Tensor([0.5, 2. ], dtype=float64, device='cpu')",
    ),
    "sigmoid": (
        'xp.sigmoid(xp.asarray([0.0, 2.0, -1000.0], device="cpu"))',
        "Tensor([0.5       , 0.88079708, 0.        ], dtype=float64, device='cpu')",
    ),
    "silu": (
        'xp.silu(xp.asarray([0.0, 2.0], device="cpu"))',
        "Tensor([0.        , 1.76159416], dtype=float64, device='cpu')",
    ),
    "sinc": (
        'xp.special.sinc(xp.asarray([0.0, 0.5, 1.0], device="cpu"))',
        "Tensor([1.        , 0.63661977, 0.        ], dtype=float64, device='cpu')",
    ),
    "xlog1py": (
        'x = xp.asarray([0.0, 2.0], device="cpu")\n'
        'xp.special.xlog1py(x, xp.asarray([-1.0, 1.0], device="cpu"))',
        "Tensor([0.        , 1.38629436], dtype=float64, device='cpu')",
    ),
    "xlogy": (
        'x = xp.asarray([0.0, 2.0], device="cpu")\n'
        'xp.special.xlogy(x, xp.asarray([0.0, 3.0], device="cpu"))',
        "Tensor([0.        , 2.19722458], dtype=float64, device='cpu')",
    ),
}
