"""The experiments, one an essay."""
