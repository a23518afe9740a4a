"""Coins."""
