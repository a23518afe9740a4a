"""Runs: a rule for each step of each experiment, named <experiment>_<step>; a job for each batch.

Needs: lists of planned specs, results/<study>/plan/batches/<experiment>.<step>/*.txt, which are
       written when the first job is about to start; batches that make what is read
Makes: runs, results/runs/<experiment>/<step>/*.parquet; a flag beside the list
Steps: as the experiments declare them; runs that exist have no job, so nothing ever deletes one
"""

for step in STUDY.tables:

    rule:
        name:
            step.replace(".", "_")
        input:
            needs(f"batches/{step}/{{batch}}"),
        output:
            touch(f"{STUDY.folder}/plan/batches/{step}/{{batch}}.done"),
        log:
            f"{STUDY.folder}/logs/{step}-{{batch}}.log",
        resources:
            # On a cluster's node two processes of Snakemake stand around the job.
            mem_mb=lambda wildcards, step=step: (
                STUDY.batch(f"{step}/{wildcards.batch}").memory_mb + 400
            ),
        params:
            specs=f"{STUDY.folder}/plan/batches/{step}/{{batch}}.txt",
        shell:
            "pastimes execute @{params.specs:q} > {log:q} 2>&1"
