"""Judging: claims compared with tables."""
