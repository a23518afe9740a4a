"""Reruns the numbers that essays on games and puzzles publish, and judges them."""

from pastimes.importing import install

install()
