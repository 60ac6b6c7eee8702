"""in_browser.py LIBRARY BROWSER DIRECTORY - opens the pages that test_html.sh has made, and uses them as a reader would: keys, filter, clicks.
One line "ok NAME" or "FAIL NAME" for each test; status 1 if one fails."""
import sys
import traceback

sys.path.insert(0, sys.argv[1])
from browser import Browser  # noqa: E402

TESTS = []


def test(page):
    def add(function):
        TESTS.append((page, function))
        return function
    return add


def step(b):
    return int(b.value("document.getElementById('page').dataset.step"))


def texts(b, selector):
    return b.value(f"[...document.querySelectorAll({selector!r})].map((e) => e.textContent)")


def row(b, number):
    return b.value(f"document.querySelector('.row[data-row=\"{number}\"] .text').textContent")


@test("account")
def shows_the_fault(b):
    assert "balance >= 0" in b.value("document.querySelector('h1').textContent")
    assert b.value("document.title").startswith("bug: account")
    assert texts(b, ".row.selected.fault")  # where a reader begins
    assert texts(b, ".line.current.faulty code") == ["    assert(balance >= 0);"]
    assert "preempts 1" in texts(b, ".mark.preemption") or b.value("page.model.rows.some((r) => r.preempts !== null)")
    fatal = b.value("page.findings[0].fatal_step")
    b.key("f")
    assert step(b) == fatal and texts(b, ".row.selected .mark.doom") == ["fatal"]
    assert b.value("document.querySelector('.cause').textContent.includes('balance')")


@test("account")
def steps_with_the_keyboard(b):
    b.key("Home")
    assert step(b) == 0
    b.key("ArrowDown", "j", "ArrowRight", "n")
    assert step(b) == 4
    assert texts(b, ".row.selected .text") == [row(b, 4)]
    b.key("ArrowUp", "k", "ArrowLeft", "p", "ArrowUp")
    assert step(b) == 0
    b.key("PageDown")
    assert step(b) == 10
    b.key("End", "ArrowDown")
    assert step(b) == b.value("page.model.rows.length") - 1
    b.key("Home", "]")
    assert b.value("page.model.rows[page.selected].thread") != 0


@test("account")
def values_at_each_step(b):
    def value(name):
        return b.value(f"""[...document.querySelectorAll('.values tr')].filter((r) => r.querySelector('th').textContent === {name!r})
            .map((r) => r.querySelector('.value span').textContent)[0]""")
    writes = b.value("page.model.rows.filter((r) => r.operation === 'write' && r.object === 'balance').map((r) => [r.index, r.before, r.after])")
    assert len(writes) == 2
    for index, before, after in writes:
        b.value(f"page.select({index})")
        assert value("balance") == after, (value("balance"), after)
        assert texts(b, ".values tr.changed th") == ["balance"]
        b.key("ArrowUp")
        assert value("balance") == before
    taken = b.value("page.model.rows.find((r) => r.takes === 'lock').index")
    b.value(f"page.select({taken})")
    assert f"step {taken + 1}" in texts(b, ".side .by .go")


@test("account")
def filters(b):
    b.key("/")
    for letter in "paid":
        b.key(letter)
    shown = b.value("page.shown.map((i) => page.model.rows[i].text)")
    assert len(shown) > 3 and all("paid" in text for text in shown[:-1]), shown
    assert b.value("document.querySelector('.counted').textContent")
    b.key("Enter", "Home", "ArrowDown")  # steps among what is shown
    assert "paid" in b.value("page.model.rows[page.selected].text")
    b.key("Escape")
    assert b.value("page.shown.length === page.model.rows.length")
    b.value("document.querySelectorAll('.chip')[1].click()")  # thread 1 is not shown
    assert b.value("page.shown.every((i) => page.model.rows[i].thread !== 1 || page.model.rows[i].kind === 'fault')")
    b.value("document.querySelector('.values .name').click()")  # by a variable
    assert b.value("page.filter.value === document.querySelector('.values .name').textContent")


@test("account")
def order_and_lanes(b):
    edges = b.value("page.model.edges.filter((e) => e.kind === 'order').map((e) => [e.from, e.to])")
    assert len(edges) >= 5 and all(a < z for a, z in edges)
    b.key("Home")
    assert b.value("document.querySelectorAll('.edge').length") > 0 and b.value("document.querySelectorAll('.life').length") == 3


@test("account")
def light_dark_and_help(b):
    def ground():
        return b.value("getComputedStyle(document.body).backgroundColor")
    b.dark(False)
    light = ground()
    b.dark(True)
    assert ground() != light
    b.key("t")
    assert ground() == light
    b.dark(False)
    b.key("?")
    assert b.value("document.querySelector('.help').open")
    b.key("?")
    assert not b.value("document.querySelector('.help').open")


@test("account#finding=1&step=7&filter=balance")
def the_address_names_the_step(b):
    assert b.value("page.filter.value") == "balance" and step(b) == 6
    assert b.value("page.shown.length < page.model.rows.length")


@test("account")
def paper_has_all_rows(b):
    b.value("page.lanes.print(true)")
    assert b.value("document.querySelectorAll('.row').length === page.model.rows.length")
    b.value("page.lanes.print(false)")


@test("deadlock")
def the_cycle(b):
    assert len(texts(b, ".row.waits.racing")) == 2 and b.value("document.querySelectorAll('.edge.cycle').length") == 2
    assert "thread 1 → thread 2 → thread 1" in b.value("document.querySelector('.cause').textContent")


@test("race")
def the_race(b):
    assert len(texts(b, ".row.racing")) == 2 and b.value("document.querySelectorAll('.edge.race').length") == 1
    assert b.value("[withArticle('atomic load'), withArticle('write')].join()") == "an atomic load,a write"
    assert "Nothing orders" in b.value("document.querySelector('.cause').textContent") or b.value("Boolean(page.findings[0].cause)")


@test("lost")
def the_lost_signal(b):
    assert "while nobody waited" in b.value("document.querySelector('.cause').textContent")


@test("freed")
def the_block(b):
    cause = b.value("document.querySelector('.cause').textContent")
    assert "was allocated at" in cause and "freed at" in cause


@test("all")
def several_findings(b):
    count = b.value("page.findings.length")
    assert count > 1 and len(texts(b, ".finding")) == count
    b.key("}")
    assert b.value("page.number") == 1 and texts(b, ".finding[aria-current=true] .headline") == texts(b, "h1")
    b.key("{")
    assert b.value("page.number") == 0


@test("fixed")
def nothing_was_found(b):
    assert texts(b, ".head .kind") == ["verified"] and texts(b, "h1")[0]
    told = dict(b.value("[...document.querySelectorAll('.explored tr')].map((r) => [...r.children].map((c) => c.textContent))"))
    assert told["Threads"] == "3 threads" and told["States"] == "5 states" and told["Transitions"].startswith("5 transitions"), told
    assert told["Memory model"].startswith("sequential consistency") and told["Premises"] and told["Time"].endswith(" s"), told
    assert texts(b, "h1") == ["all behaviours (5 states explored with --reduction=sum)"], texts(b, "h1")
    assert "data races" in told["Looked for"] and told["Search"] == "--search=auto --reduction=sum", told


@test("account")
def the_cause_leads_to_its_steps(b):
    named = b.value("page.model.rows.filter((r) => r.in_cause).map((r) => r.index)")
    b.key("Home")
    links = b.value("document.querySelectorAll('.cause li:first-child .go').length")
    assert links >= 3, links
    for i in range(links):
        line = b.value(f"document.querySelectorAll('.cause li:first-child .go')[{i}].textContent").split(":")[-1]
        b.value(f"document.querySelectorAll('.cause li:first-child .go')[{i}].click()")
        assert step(b) in named and b.value("page.model.rows[page.selected].place.line") == int(line)
        assert texts(b, ".row.selected.causal .number") == [str(step(b) + 1)]


def cut_names(b, selector):  # [text, whether its end is in sight]
    return b.value(f"""[...document.querySelectorAll({selector!r})].map((e) => [e, e.firstChild.getBoundingClientRect(),
        e.getBoundingClientRect()]).filter(([e, own, seen]) => own.width > seen.width + 1).map(([e, own, seen]) =>
        [e.textContent, own.right <= seen.right + 1])""")


@test("names")
def short_names_take_no_more_room_than_they_need(b):
    b.size(1440, 900)
    wide = b.value("""[...document.querySelectorAll(".row .text .name")].filter((e) =>
        e.getBoundingClientRect().width > e.firstChild.getBoundingClientRect().width + 1).map((e) => e.textContent)""")
    assert wide == [] and texts(b, ".row .text .name"), wide
    assert texts(b, ".row.fault .text") and not texts(b, ".row.fault .text .name")


@test("names")
def names_where_there_is_room_and_where_not(b):
    b.size(1440, 900)
    assert cut_names(b, ".row .who .name") == [] and cut_names(b, ".side th .name") == []
    b.size(390, 900)
    cut = cut_names(b, ".row .text .name")
    assert cut and all(seen for _, seen in cut), cut
    b.size(1280, 800)


@test("odd")
def text_stays_text(b):
    assert b.value("document.querySelectorAll('img, script').length") == 2 and "</script>" in "".join(texts(b, ".line code"))


@test("many")
def ten_thousand_steps(b):
    assert b.value("page.model.rows.length") > 6000
    assert b.value("document.querySelectorAll('.row').length") < 200
    b.key("Home", "PageDown")
    assert step(b) == 10
    b.value("page.select(5000)")
    assert texts(b, ".row.selected .number") == ["5001"]


def main():
    failed = 0
    with Browser(sys.argv[2]) as b:
        for page, function in TESTS:
            name, _, fragment = page.partition("#")
            try:
                b.open(f"file://{sys.argv[3]}/{name}.html#{fragment}")
                assert b.value("Boolean(window.page)"), b.errors
                function(b)
                assert b.errors == [], b.errors
                assert all(url.startswith(("file:", "about:")) for url in b.requests), b.requests
                print(f"ok in a browser: {function.__name__.replace('_', ' ')}")
            except Exception:  # pylint: disable=broad-except
                failed = 1
                print("".join("    " + line + "\n" for line in traceback.format_exc().splitlines()), end="")
                print(f"FAIL in a browser: {function.__name__.replace('_', ' ')}")
    return failed


sys.exit(main())
