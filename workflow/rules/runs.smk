"""Runs, of every step of every experiment.

Needs: lists of planned specs, results/<study>/plan/batches/*.txt, and the runs that they read
Makes: missing runs, results/runs/<experiment>/<step>/*.parquet
Steps: as the experiments declare them; a rule for each batch of missing runs, none for others
"""

for step, batches in STUDY.jobs.items():
    for batch in batches:

        rule:
            name:
                batch.name
            input:
                # A list: of each output Snakemake notes every input, with its checksum.
                specs=f"{STUDY.folder}/plan/batches/{batch.name}.txt",
                upstream=batch.inputs,
            output:
                batch.runs,
            log:
                batch.log,
            resources:
                # On a cluster's node two processes of Snakemake stand around the job.
                mem_mb=batch.memory_mb + 400,
            shell:
                "pastimes execute @{input.specs:q} > {log:q} 2>&1"
