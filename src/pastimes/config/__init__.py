"""Configs: composed by Hydra, and checked before any work starts."""
