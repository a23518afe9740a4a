"""The run store: specs, the identity of runs, tables, locks, caches."""
