"""What the tables say."""

from pastimes.declare.findings import Finding


def throws(tables):
    rows = tables.rows("add", coins=4)
    return Finding(int(rows.throws.iloc[0]), "Four coins, all shards.", rows=(rows,))
