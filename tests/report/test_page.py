"""The page: verdicts first, a chapter an experiment, and no request to anywhere."""

import base64
import dataclasses
from html.parser import HTMLParser
from types import SimpleNamespace

import jinja2
import pandas as pd
import pytest

from pastimes.declare.catalogue import experiments
from pastimes.declare.figures import Figure
from pastimes.declare.steps import Column
from pastimes.declare.tables import Missing, Tables
from pastimes.judge.verdicts import VERDICTS
from pastimes.report.drawing import draw
from pastimes.report.page import Drawn, caption, chapter, render

TABLES = Tables({})
LOADS = {"src", "href", "xlink:href", "srcset", "data", "action", "poster", "background"}
VOID = {"meta", "br", "link", "img", "input", "hr"}
FRAME = pd.DataFrame({"series": ["s"], "roll": [1], "p10": [0.1], "p50": [0.2], "p90": [0.3]})
OPTIONS = {"x": "roll", "x_label": "roll", "y_label": "bits"}


class Page(HTMLParser):
    """Tags, attributes and text of a page; every tag must be closed."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.words, self._open = [], [], [], []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self._open.pop() == tag
        if tag in {"td", "th"}:
            self.words.append(" ")

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).split())


def figure(text="Seen in {{ facts.games }} games.", alt="A curve.", data=lambda tables: FRAME):
    return Figure("shape", "bands", data, "The shape", (text,), alt, OPTIONS)


def row(verdict="reproduced", **changes):
    return {
        "key": "toys.odds",
        "essay": "Toys",
        "statement": "The odds.",
        "kind": "rounded",
        "published": "0.11",
        "ours": "0.1208447",
        "low": None,
        "high": None,
        "error": 0.0108447,
        "verdict": verdict,
        "convention": "Exact.",
        "runs": [],
    } | changes


def experiment(figures=(), tables=None, facts=None):
    sources = {name: lambda _, value=value: value for name, value in (facts or {}).items()}
    shown = SimpleNamespace(FIGURES=figures, TABLES=tables or {}, FACTS=sources, SWEEP="games: 2")
    named = {"name": "toys", "title": "Toys", "question": "Why?", "method": ["Thus.", "So."]}
    drawn = SimpleNamespace(
        name="draw", parameters={"dice": str}, columns={"odds": Column("float64", "chance", "bits")}
    )
    sequences = {"sums": SimpleNamespace(name="sums", title="Sums of dice")}
    folder = experiments()["gf2"].folder  # some claims
    rest = {"folder": folder, "sequences": sequences, "steps": {"draw": drawn}}
    return SimpleNamespace(figures=shown, **named, **rest)


def made(figures=(), steps=(), **about):
    drawn = {
        f.name: Drawn(draw(f, TABLES, f.name)[0].decode(), ["draw"], "1dea" * 16) for f in figures
    }
    return chapter(experiment(figures, **about), TABLES, drawn, steps)


def lacking(tables):
    raise Missing("no rows")


def full_page():
    table = {"Odds": lambda tables: pd.DataFrame({"dice": ["fair"], "odds": [1 / 3]})}
    steps = [{"name": "draw", "summary": "Draw.", "runs": ["a", "b"], "codes": ["c0de" * 16]}]
    made_chapter = made([figure()], steps, tables=table, facts={"games": 20})
    return render("small", [row(word) for word in VERDICTS], [made_chapter])


def test_a_page_without_claims_and_chapters_is_whole():
    page = Page(render("small", [], []))
    assert "No claim is judged yet." in page.text
    assert page.tags.count("h2") == 1
    assert page.tags.count("td") == 0


def test_a_chapter_without_figures_tables_and_steps_is_whole():
    page = Page(render("small", [], [made()]))
    assert ("id", "toys") in page.attributes
    assert "Toys Why? Thus. So." in page.text
    assert "figure" not in page.tags
    assert "svg" not in page.tags


def test_the_page_says_which_study_it_is_of():
    page = Page(full_page())
    assert page.text.startswith("pastimes: study small")
    assert "Config: config/toys/small.yaml" in page.text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["reproduced"], "Of 1 published figures and statements, 1 is reproduced."),
        (["differs"], "Of 1 published figures and statements, 1 differs."),
        (["differs"] * 2, "Of 2 published figures and statements, 2 differ."),
        (["open", "open", "refuted"], "statements, 1 is refuted, 2 are open."),
    ],
)
def test_the_page_opens_with_the_tally(words, said):
    assert said in Page(render("small", [row(w) for w in words], [])).text


def test_every_verdict_met_has_a_filter():
    page = Page(render("small", [row("differs"), row("open"), row("open")], []))
    assert [v for k, v in page.attributes if k == "data-word"] == ["", "differs", "open"]
    assert "differs (1) open (2)" in page.text


def test_all_verdicts_are_explained():
    page = Page(render("small", [], []))
    assert [m for m in VERDICTS.values() if m not in page.text] == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "toys.odds 0.11 0.12084 exact 0.011 reproduced"),
        ({"low": 0.1, "high": 0.123456}, "0.12084 0.1000 to 0.1235 0.011 reproduced"),
        ({"ours": None, "error": None}, "toys.odds 0.11 not settled reproduced"),
        ({"published": "few", "ours": "two", "error": None}, "toys.odds few two reproduced"),
        ({"ours": "1/8", "error": -0.5}, "0.11 1/8 exact −0.50 reproduced"),
    ],
)
def test_a_claims_row_is_rounded_for_reading(changes, said):
    assert said in Page(render("small", [row(**changes)], [])).text


@pytest.mark.parametrize("key", ["statement", "convention", "published", "ours", "verdict"])
def test_words_of_claims_are_escaped(key):
    html = render("small", [row(**{key: '<b onclick="x">&'})], [])
    assert "<b" not in html.partition("<tbody>")[2].replace("<br", "")
    assert '<b onclick="x">&' in Page(html).text


def test_figures_have_heading_label_caption_and_data():
    page = Page(full_page())
    assert ("aria-label", "A curve.") in page.attributes
    assert ("role", "img") in page.attributes
    assert ("href", "figures/toys.shape.csv") in page.attributes
    assert "Seen in 20 games. Data drawn: CSV, parquet; from 2 runs of draw" in page.text
    assert "; drawn by code 1dea1dea1dea." in page.text
    assert page.tags.count("svg") == 1


def test_drawings_lose_their_xml_prologue():
    html = full_page()
    assert "<?xml" not in html
    assert html.lower().count("<!doctype") == 1


def test_tables_are_shown_with_their_columns():
    assert "Odds dice odds fair 0.3333" in Page(full_page()).text


def test_a_table_names_the_runs_that_it_was_read_from(write_tables):
    tables = write_tables(draw={"odds": [0.5]})
    steps = [{"name": "draw", "summary": "Draw.", "runs": ["a"], "codes": []}]
    shown = {"Read": lambda tables: tables["draw"], "Unread": lambda tables: FRAME}
    found = chapter(experiment(tables=shown), tables, {}, steps)
    assert [table["steps"] for table in found["tables"]] == [["draw"], []]
    page = Page(render("small", [], [found]))
    assert "This table in full: CSV; from 1 run of draw. " in page.text
    assert "This table in full: CSV. " in page.text


def test_tables_that_the_study_lacks_are_left_out():
    found = made(tables={"Gone": lacking, "Here": lambda tables: FRAME})
    assert [t["title"] for t in found["tables"]] == ["Here"]
    assert found["tables"][0]["columns"] == list(FRAME.columns)
    assert found["tables"][0]["rows"] == [("s", 1, 0.1, 0.2, 0.3)]


def test_steps_name_their_table_runs_and_code():
    page = Page(full_page())
    assert ("href", "tables/toys.draw.parquet") in page.attributes
    assert "Draw. 2 runs, code c0dec0dec0de" in page.text


def test_a_caption_without_facts_is_as_written():
    assert caption(figure("Plain & simple."), {"games": 1}) == "Plain &amp; simple."


@pytest.mark.parametrize(
    ("text", "facts", "said"),
    [
        ("{{ facts.games }} games", {"games": 20}, "20 games"),
        ("{{ facts.bits | figures(3) }} bits", {"bits": 0.120845}, "0.121 bits"),
        ("{{ facts.a }} and {{ facts.b }}", {"a": 1, "b": 2, "c": 3}, "1 and 2"),
    ],
)
def test_a_caption_is_filled_in(text, facts, said):
    assert caption(figure(text), facts) == said


@pytest.mark.parametrize("facts", [{}, {"a": 1}, {"a": 1, "b": None}])
def test_a_sentence_whose_facts_are_missing_is_left_out(facts):
    sentences = ("Before.", "{{ facts.a }} and {{ facts.b | figures }}.", "After.")
    shown = dataclasses.replace(figure(), caption=sentences)
    assert caption(shown, facts) == "Before. After."


def test_a_fact_that_a_study_lacks_is_no_error():
    module = SimpleNamespace(FIGURES=[figure()], TABLES={}, FACTS={"games": lacking}, SWEEP="")
    toys = experiment()
    toys.figures = module
    found = chapter(toys, TABLES, {"shape": Drawn("<svg></svg>", [], "")}, [])
    assert found["figures"][0]["caption"] == ""


def test_a_caption_that_names_something_else_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="games"):
        caption(figure("{{ games }}"), {})


def test_a_label_is_escaped():
    found = made([figure(alt='p < q & "so"')], facts={"games": 1})
    assert 'aria-label="p &lt; q &amp; &#34;so&#34;"' in found["figures"][0]["svg"]


def test_a_figure_that_the_study_lacks_is_a_placeholder():
    html = render("small", [], [made([figure(data=lacking)])])
    assert "<!-- Nothing to draw: -->" in html


def test_the_page_requests_nothing():
    html = full_page()
    page = Page(html)
    loads = [v for k, v in page.attributes if k in LOADS]
    assert loads
    assert [v for v in loads if "//" in v or v.startswith("http")] == []
    # What the page carries with it are tables to be kept, and nothing that a browser runs.
    carried = [v.partition(",")[0] for v in loads if v.startswith("data:")]
    assert set(carried) == {"data:text/csv;base64"}
    assert not {"link", "iframe", "img", "object", "embed", "base"} & set(page.tags)
    assert "@import" not in html
    assert "url(http" not in html
    elsewhere = [k for k, v in page.attributes if "http" in (v or "")]
    assert {k for k in elsewhere if not k.startswith("xmlns")} <= {"rdf:resource"}


def test_the_page_links_to_its_own_files_alone():
    page = Page(full_page())
    links = [v for k, v in page.attributes if k == "href"]
    files = [v for v in links if not v.startswith(("#", "data:"))]
    assert files == [
        "verdicts.parquet",
        "verdicts.csv",
        "figures/toys.shape.csv",
        "figures/toys.shape.parquet",
        "sequences/b_toys.sums.txt",
        "tables/toys.draw.parquet",
    ]
    ids = {v for k, v in page.attributes if k == "id"}
    assert {v[1:] for v in links if v.startswith("#")} <= ids


def test_a_table_can_be_kept_in_full():
    link = next(v for k, v in Page(full_page()).attributes if k == "href" and v.startswith("data:"))
    kept = base64.b64decode(link.partition(",")[2]).decode()
    assert kept == "dice,odds\nfair,0.3333333333333333\n"


def test_columns_are_explained():
    assert "odds float64 bits chance" in Page(full_page()).text


def test_an_incomplete_study_says_what_is_missing():
    page = Page(render("small", [], [], ["toys.draw, 1 of 2 runs"]))
    assert "This study is not complete. Missing: toys.draw, 1 of 2 runs." in page.text
    assert "not complete" not in Page(render("small", [], [])).text


def test_the_same_input_gives_the_same_page():
    assert full_page() == full_page()
