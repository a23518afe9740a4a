"""Balanced dice: two dice on a spring, and dice dealt from a deck."""
