"""What a study shows.

Needs: recipes, results/<study>/plan/**.json, which are written when the first job is about to
       start, and the runs that they name
Makes: results/<study>/{tables/*.parquet, verdicts.parquet, verdicts.csv, figures/*, sequences/*, report.html}
Steps: tabulate -> judge, draw, write_sequence -> page; targets: each experiment, and each table, by name
"""


localrules:
    all,
    tabulate,
    judge,
    draw,
    write_sequence,
    page,


rule tabulate:
    input:
        needs("tables/{table}"),
    output:
        f"{STUDY.folder}/tables/{{table}}.parquet",
    log:
        f"{STUDY.folder}/logs/tabulate-{{table}}.log",
    params:
        recipe=f"{STUDY.folder}/plan/tables/{{table}}.json",
    shell:
        "pastimes tabulate {params.recipe:q} > {log:q} 2>&1"


rule judge:
    input:
        needs("verdicts"),
    output:
        parquet=f"{STUDY.folder}/verdicts.parquet",
        csv=report(
            f"{STUDY.folder}/verdicts.csv",
            caption="../report/verdicts.rst",
            category="Verdicts",
            labels={"table": "all claims"},
        ),
    log:
        f"{STUDY.folder}/logs/judge.log",
    params:
        recipe=f"{STUDY.folder}/plan/verdicts.json",
    shell:
        "pastimes judge {params.recipe:q} > {log:q} 2>&1"


rule draw:
    input:
        needs("figures/{experiment}.{figure}"),
    output:
        svg=report(
            f"{STUDY.folder}/figures/{{experiment}}.{{figure}}.svg",
            caption="../report/figure.rst",
            category="{experiment}",
            labels={"figure": "{figure}"},
        ),
        csv=f"{STUDY.folder}/figures/{{experiment}}.{{figure}}.csv",
        parquet=f"{STUDY.folder}/figures/{{experiment}}.{{figure}}.parquet",
    log:
        f"{STUDY.folder}/logs/draw-{{experiment}}.{{figure}}.log",
    params:
        recipe=f"{STUDY.folder}/plan/figures/{{experiment}}.{{figure}}.json",
        title=lambda wildcards: STUDY.figures[
            f"{wildcards.experiment}.{wildcards.figure}"
        ],
    shell:
        "pastimes draw {params.recipe:q} > {log:q} 2>&1"


rule write_sequence:
    input:
        needs("sequences/{sequence}"),
    output:
        report(
            f"{STUDY.folder}/sequences/b_{{sequence}}.txt",
            caption="../report/sequence.rst",
            category="Sequences",
            labels={"sequence": "{sequence}"},
        ),
    log:
        f"{STUDY.folder}/logs/write_sequence-{{sequence}}.log",
    params:
        recipe=f"{STUDY.folder}/plan/sequences/{{sequence}}.json",
        title=lambda wildcards: STUDY.sequences[wildcards.sequence],
    shell:
        "pastimes write_sequence {params.recipe:q} > {log:q} 2>&1"


rule page:
    input:
        needs("report"),
    output:
        f"{STUDY.folder}/report.html",
    log:
        f"{STUDY.folder}/logs/page.log",
    params:
        recipe=f"{STUDY.folder}/plan/report.json",
    shell:
        "pastimes page {params.recipe:q} > {log:q} 2>&1"


for table in STUDY.tables:

    rule:
        name:
            table
        input:
            STUDY.outputs(f"tables/{table}"),


for experiment in STUDY.experiments:

    rule:
        name:
            experiment
        input:
            [
                file
                for product in STUDY.of_experiment(experiment)
                for file in STUDY.outputs(product)
            ],
