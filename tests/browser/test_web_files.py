"""Games that come into the page of `make web` and leave it: seeds, records, links, trees."""

import json
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .web_page import carrack, command, needs_page, play, ready, run, saved, start, until

pytestmark = needs_page

EVIL = "</script><img src=x onerror='window.evil = 1'>"
RULES: dict[str, object] = {"edition": "aoe3", "players": 2, "modules": [], "variants": []}


def test_seeds_of_64_bits_are_exact(page: webdriver.Chrome, tmp_path: Path) -> None:
    seed = "18446744073709551615"
    enter = """byId("seed").value = arguments[0];
    byId("seed").dispatchEvent(new Event("input", {bubbles: true}));"""
    run(page, enter, seed)
    until(page, lambda: run(page, "return !play.isBusy && !byId('start').disabled"))
    run(page, "byId('fast').checked = true; byId('start').click()")
    until(page, lambda: run(page, "return view.seed") == seed)
    ready(page)
    assert page.find_element(By.ID, "rules").text.endswith(f", seed {seed}")
    record = saved(page, tmp_path)
    assert record.name == f"carrack-{seed}.jsonl"
    assert json.loads(record.read_text().splitlines()[0])["seed"] == int(seed)
    assert command(page, {"do": "load", "record": record.read_text()})
    assert run(page, "return view.seed") == seed
    # What is no seed is told in the form, and forgotten when the form is opened again.
    run(page, "byId('new').click()")
    for wrong in ("", "-1", "1.5", "18446744073709551616"):
        run(page, enter, wrong)
        until(page, lambda: run(page, "return !play.isBusy"))
        assert page.find_element(By.ID, "new-game-error").text.startswith('"seed": expected')
        assert run(page, "return byId('start').disabled")
    run(page, "byId('cancel').click(); byId('new').click()")
    until(page, lambda: run(page, "return !byId('start').disabled"))
    assert page.find_element(By.ID, "new-game-error").text == ""


def test_a_game_that_is_loaded_is_shown(page: webdriver.Chrome, tmp_path: Path) -> None:
    """Also if the person goes on at once, and then asks for another game that is wrong."""
    file = tmp_path / "game.jsonl"
    carrack("play", "--players", "2", "--agent", "random", "--games", "1", "--seed", "6",
            "--record", str(file))  # fmt: skip
    start(page, RULES, ["human", "scripted"])
    play(page, 3)
    ready(page)
    were_right = page.execute_async_script(
        """const [record, done] = arguments;
        Promise.all([
          command({do: "load", record, game: 1}, true),
          command({do: "go", node: 3}, true),
          command({do: "load", record: "x", game: 1}, true),
        ]).then(done);""",
        file.read_text(),
    )
    assert were_right == [True, False, False]
    assert page.find_element(By.ID, "error").text != ""
    assert run(page, "return [view.seed, view.over, coming]") == ["6", True, 0]
    assert page.find_element(By.ID, "rules").text.endswith(", seed 6")


def test_hostile_records_and_links_change_nothing(page: webdriver.Chrome, tmp_path: Path) -> None:
    start(page, RULES, ["human", "scripted"])
    play(page, 10)
    ready(page)
    code = run(page, "return view.code")
    record = saved(page, tmp_path).read_text()
    lines = record.splitlines()
    for wrong in [
        "",
        EVIL,
        "[" * 100_000,
        '{"format": "carrack-game"}',
        record[: len(record) // 2],
        record.replace('"place', '"placed'),
        "\n".join([lines[0], *lines[2:]]),
    ]:
        assert not command(page, {"do": "load", "record": wrong})
        assert page.find_element(By.ID, "error").text != ""
        assert run(page, "return view.code") == code
    for wrong in ["x", "A" * 100, EVIL, code[:20], "%00", "A" * 200_000]:
        run(page, "byId('error').textContent = ''; location.hash = arguments[0];", wrong)
        until(page, lambda: page.find_element(By.ID, "error").text != "")
        assert run(page, "return view.code") == code
    assert saved(page, tmp_path).read_text() == record


def test_a_wrong_link_is_told_when_the_page_opens(page: webdriver.Chrome) -> None:
    address = page.current_url.split("#")[0]
    page.get("about:blank")
    page.get(f"{address}#AAAA")
    until(page, lambda: run(page, "return view !== undefined && view.human"))
    assert page.find_element(By.ID, "error").text.startswith("the link holds no game: ")
    assert not run(page, "return byId('setup').open")


def test_a_game_of_a_file_of_several_is_chosen(page: webdriver.Chrome, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    carrack("play", "--players", "2", "--agent", "random", "--games", "3", "--seed", "6",
            "--record", str(file))  # fmt: skip
    run(page, "closeDialogs()")
    live, field = (page.find_element(By.ID, name) for name in ("live", "game"))
    assert not field.is_displayed()
    page.find_element(By.ID, "file").send_keys(str(file))
    until(page, lambda: "3 games; this is game 1" in live.text)
    assert page.find_element(By.ID, "games").text.split() == ["Game", "of", "3"]
    games = file.read_text().split('{"format"')[1:]
    for wanted, shown in (("2", "2"), ("9", "2"), ("x", "2"), ("3", "3")):
        run(page, "arguments[0].select()", field)
        field.send_keys(wanted, Keys.ENTER)
        until(page, lambda: run(page, "return !play.isBusy"))
        until(page, lambda shown=shown: field.get_property("value") == shown)  # type: ignore[misc]
        until(page, lambda shown=shown: f"game {shown}." in live.text)  # type: ignore[misc]
        events = [json.loads(line)["event"] for line in games[int(shown) - 1].splitlines()[1:-1]]
        assert run(page, "return view.line.map(({event}) => event)") == events
        assert run(page, "return view.over")
    start(page, RULES, ["human", "scripted"])
    assert not field.is_displayed()


def test_a_file_that_is_too_large_is_not_read(page: webdriver.Chrome, tmp_path: Path) -> None:
    run(page, "closeDialogs()")
    limits = run(page, "return setup.words.limits")
    run(
        page,
        """window.read = 0;
        const text = Blob.prototype.text;
        Blob.prototype.text = function () {
          read += this.size;
          return text.call(this);
        };""",
    )
    error = page.find_element(By.ID, "error")
    for kind in ("record", "tree"):
        file = tmp_path / f"{kind}.jsonl"
        with file.open("wb") as opened:
            opened.write(b'{"format": "carrack-tree"' if kind == "tree" else b"{")
            opened.truncate(limits[kind] + 1)
        page.find_element(By.ID, "file").send_keys(str(file))
        told = f"a {kind} may have {limits[kind] >> 20} MiB."
        until(page, lambda told=told: error.text.endswith(told))  # type: ignore[misc]
    assert 0 < run(page, "return read") < 1000


def test_names_in_a_record_are_text(page: webdriver.Chrome, tmp_path: Path) -> None:
    start(page, RULES, ["human", "scripted"])
    header, rest = saved(page, tmp_path).read_text().split("\n", 1)
    named = json.loads(header)
    named["players"][1]["agent"] = EVIL
    assert command(page, {"do": "load", "record": json.dumps(named) + "\n" + rest})
    assert run(page, "return view.names[1]") == EVIL


def test_a_link_opens_the_position(page: webdriver.Chrome) -> None:
    rules = {**RULES, "edition": "empires", "players": 3, "variants": ["scouting"]}
    start(page, {**rules, "modules": ["builder"]}, ["human", "scripted", "random"])
    play(page, 12)
    ready(page)
    shown = run(page, "return [view.svg, view.code]")
    address = page.current_url.split("#")[0]
    page.get("about:blank")
    page.get(f"{address}#{shown[1]}")
    until(page, lambda: run(page, "return view !== undefined"))
    assert run(page, "return [view.svg, view.code]") == shown


def test_a_copied_link_does_not_open_itself(page: webdriver.Chrome) -> None:
    start(page, RULES, ["human", "scripted"])
    play(page, 2)
    ready(page)
    run(page, "window.opened = 0; window.addEventListener('hashchange', () => ++opened)")
    run(page, "byId('link').click()")
    until(page, lambda: "The link to this position" in page.find_element(By.ID, "live").text)
    assert run(page, "return [location.hash, opened]") == ["#" + run(page, "return view.code"), 0]


def test_the_tree_of_a_file_is_drawn_and_zoomed(page: webdriver.Chrome, tmp_path: Path) -> None:
    game, tree = tmp_path / "game.jsonl", tmp_path / "a.tree"
    carrack("play", "--players", "2", "--agent", "scripted", "--games", "1", "--seed", "6",
            "--record", str(game))  # fmt: skip
    carrack("analyse", str(game), "--ply", "40", "--agent", "mcts:iterations=200", "--tree",
            str(tree))  # fmt: skip
    assert tree.suffix in run(page, "return byId('file').accept.split(',')")
    page.find_element(By.ID, "file").send_keys(str(tree))
    until(page, lambda: run(page, "return byId('tree').open"))
    nodes = page.find_elements(By.CSS_SELECTOR, "#tree-picture [data-node]")
    assert len(nodes) > 10
    run(page, "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", nodes[1])
    until(page, lambda: page.find_element(By.ID, "tree-path").text != "From the root")
    run(page, "byId('tree-close').click()")
