"""If a larger m refutes n, then n refutes m.

Proof: after m the smaller n is still a gap, since the sums that m adds are m and more; and n
then m leaves what m then n leaves, which is lost.
"""


def skipped(position, replies):
    return replies
