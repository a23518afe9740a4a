"""Figures and the page that people read."""
