"""A study: planned, executed, and made into products."""
