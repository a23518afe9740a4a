"""A small study, made once."""

import pytest


@pytest.fixture(scope="session")
def toy(new_toy):
    """A project with the study `coins` of the toy experiment reproduced."""
    project = new_toy()
    said = project.snakemake("--config", "study=coins")
    assert "study coins leaves out balanced_dice, ciphers, " in said
    return project
