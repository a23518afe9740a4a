"""Work that takes as long as it is told, by a clock of its own."""

from collections import defaultdict
from itertools import cycle

import pytest


class Clock:
    """Stands still but for what is worked."""

    def __init__(self):
        self.now = 0.0
        self.calls = defaultdict(int)

    def __call__(self):
        return self.now

    def work(self, *seconds, units=1):
        """Work that takes these seconds from call to call, over and over; a warm-up is a call."""
        takes = cycle(seconds)

        def call():
            self.now += next(takes)
            self.calls[call] += 1

        return call, units


@pytest.fixture
def clock():
    return Clock()
