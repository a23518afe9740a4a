"""The laboratory: configs, plans, the run store, claims and verdicts. It knows no experiment."""
