"""Balanced dice.

Needs: planned specs, results/specs/balanced_dice/<step>/*.json
Makes: runs, results/runs/balanced_dice/<step>/*.parquet
Steps: simulate, enumerate_ordinary and minimise_objective, independent of each other
"""

for batch in STUDY.jobs["balanced_dice.simulate"]:

    rule:
        name:
            batch.name
        input:
            specs=batch.specs,
        output:
            batch.runs,
        log:
            batch.log,
        resources:
            mem_mb=batch.memory_mb,
        shell:
            "pastimes execute {input.specs:q} > {log:q} 2>&1"


for batch in STUDY.jobs["balanced_dice.enumerate_ordinary"]:

    rule:
        name:
            batch.name
        input:
            specs=batch.specs,
        output:
            batch.runs,
        log:
            batch.log,
        resources:
            mem_mb=batch.memory_mb,
        shell:
            "pastimes execute {input.specs:q} > {log:q} 2>&1"


for batch in STUDY.jobs["balanced_dice.minimise_objective"]:

    rule:
        name:
            batch.name
        input:
            specs=batch.specs,
        output:
            batch.runs,
        log:
            batch.log,
        resources:
            mem_mb=batch.memory_mb,
        shell:
            "pastimes execute {input.specs:q} > {log:q} 2>&1"
