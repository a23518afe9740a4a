"""What an experiment's author writes with: steps, columns, claims, figures, sequences."""
