"""What a study shows.

Needs: stamps, results/<study>/plan/**.json, and the runs that they name
Makes: results/<study>/{tables/*.parquet, verdicts.parquet, verdicts.csv, figures/*, sequences/*, report.html}
Steps: tabulate -> judge, draw, enlist -> page

Runs are `ancient`: they never change, so only a stamp's time says that something must be remade.
Stamps name them all; here stands the last of each job.
"""


localrules:
    all,
    tabulate,
    judge,
    draw,
    enlist,
    page,


rule tabulate:
    input:
        stamp=f"{STUDY.folder}/plan/tables/{{table}}.json",
        runs=lambda wildcards: ancient(STUDY.awaited(wildcards.table)),
    output:
        f"{STUDY.folder}/tables/{{table}}.parquet",
    log:
        f"{STUDY.folder}/logs/tabulate-{{table}}.log",
    shell:
        "pastimes tabulate {input.stamp:q} > {log:q} 2>&1"


rule judge:
    input:
        stamp=f"{STUDY.folder}/plan/verdicts.json",
        tables=expand(
            "{folder}/tables/{table}.parquet", folder=STUDY.folder, table=STUDY.tables
        ),
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
    shell:
        "pastimes judge {input.stamp:q} > {log:q} 2>&1"


rule draw:
    input:
        stamp=f"{STUDY.folder}/plan/figures/{{experiment}}.{{figure}}.json",
        tables=lambda wildcards: expand(
            "{folder}/tables/{table}.parquet",
            folder=STUDY.folder,
            table=STUDY.figures[f"{wildcards.experiment}.{wildcards.figure}"][
                "tables"
            ],
        ),
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
        title=lambda wildcards: STUDY.figures[
            f"{wildcards.experiment}.{wildcards.figure}"
        ]["title"],
    shell:
        "pastimes draw {input.stamp:q} > {log:q} 2>&1"


rule enlist:
    input:
        stamp=f"{STUDY.folder}/plan/sequences/{{sequence}}.json",
        tables=lambda wildcards: expand(
            "{folder}/tables/{table}.parquet",
            folder=STUDY.folder,
            table=STUDY.sequences[wildcards.sequence]["tables"],
        ),
    output:
        report(
            f"{STUDY.folder}/sequences/b_{{sequence}}.txt",
            caption="../report/sequence.rst",
            category="Sequences",
            labels={"sequence": "{sequence}"},
        ),
    log:
        f"{STUDY.folder}/logs/enlist-{{sequence}}.log",
    params:
        title=lambda wildcards: STUDY.sequences[wildcards.sequence]["title"],
    shell:
        "pastimes enlist {input.stamp:q} > {log:q} 2>&1"


rule page:
    input:
        stamp=f"{STUDY.folder}/plan/report.json",
        verdicts=f"{STUDY.folder}/verdicts.parquet",
        figures=expand(
            "{folder}/figures/{figure}.{ending}",
            folder=STUDY.folder,
            figure=STUDY.figures,
            ending=["svg", "parquet"],
        ),
    output:
        f"{STUDY.folder}/report.html",
    log:
        f"{STUDY.folder}/logs/page.log",
    shell:
        "pastimes page {input.stamp:q} > {log:q} 2>&1"
