"""What is measured, as ratios in one run: kernels against what people would write instead, costs
by size, and the engine itself.

A benchmark is a module here with a function ``benchmarks`` that yields results
(`tables.Result`): `measuring.Comparison`, `growth.Growth`, `spending.Spending`. It is found by its
file name.
"""

from pastimes.store.caches import use_caches

use_caches()  # before numba is imported
