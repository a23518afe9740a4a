"""Intervals and order statistics, shared by all experiments: pure functions of numbers."""
