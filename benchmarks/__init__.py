"""Kernels against what people would write instead, as ratios measured in one run."""

from pastimes.lab.caches import use_caches

use_caches()  # before numba is imported
