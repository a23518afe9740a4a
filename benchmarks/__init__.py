"""Kernels against what people would write instead, as ratios measured in one run."""
