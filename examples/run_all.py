# SPDX-License-Identifier: Apache-2.0
"""Run every example on the default device; pictures go to examples/output.

python examples/run_all.py
"""

import os

os.environ["SCIPY_ARRAY_API"] = "1"  # read by SciPy's import

import time

import heat
import quantise
import scikit
import scipy_functions

EXAMPLES = (quantise, heat, scikit, scipy_functions)


def main():
    """Run the examples one after another."""
    start = time.perf_counter()
    for example in EXAMPLES:
        example.main()
    print(f"\n{len(EXAMPLES)} examples in {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
