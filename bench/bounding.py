#!/usr/bin/env python3
"""bounding.py - the tables of suite/results/bounding.md: the programs of the paper on variable and thread bounding (Bindal, Bansal, Lal 2013),
ours beside the paper's.

    bench/bounding.py table1 [PROGRAM...]   (c, v, t) of each program's bug, by --search=ranked and by bounds (VT-CHESS)
    bench/bounding.py needs [PROGRAM...]    how many preemptions the smallest schedule has, and whether it is said to need them
    bench/bounding.py table3                region_ownership within 3 preemptions, with and without a bound on variables
    bench/bounding.py table4                planted bugs of given ranks, among other work: executions and time, with bounding and without
    bench/bounding.py figure6               a bug of a variable that is accessed more seldom than another one: executions of pct and pctvb
    bench/bounding.py figure7 [PROGRAM...]  how often variables are accessed, and what that is worth to variable bounding
    bench/bounding.py depths                planted bugs of depth 1 to 4: found by pct and pctvb in the executions that the bound promises?
    bench/bounding.py searches [PROGRAM...] how soon each search finds each program's bug

Environment: MAZURKA (build/bin/mazurka), TIME of one search (10s), SEEDS (5), SCALE of the suite's programs (paper), ONLY one of the
searches that table4 and searches compare (all). Times are those of the search, in seconds on the clock; numbers of executions do not
depend on the machine, as long as TIME suffices.
"""
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
mazurka = os.environ.get("MAZURKA", os.path.join(root, "build/bin/mazurka"))
limit = os.environ.get("TIME", "10s")
seeds = int(os.environ.get("SEEDS", "5"))
size = os.environ.get("SCALE", "paper")
work = tempfile.TemporaryDirectory()


def facts_of_paper(names, bugless=False):
    for name in sorted(os.listdir(os.path.join(root, "suite"))):
        path = os.path.join(root, "suite", name, "facts.json")
        if not os.path.exists(path) or (names and name not in names):
            continue
        with open(path) as file:
            facts = json.load(file)
        if "002" in facts["papers"] and (facts["bug"] or bugless):
            yield facts


def build(facts, scale, form="buggy"):
    """The form, or the fixed one where there is no bug; its path."""
    folder = os.path.join(root, "suite", facts["name"])
    program = os.path.join(work.name, "-".join((facts["name"], scale, form)))
    macros = [f"-D{key}={value}" for key, value in facts["scales"][scale].items()]
    sources = [os.path.join(folder, source) for source in facts["sources"]]
    subprocess.run([mazurka, "cc", "-g", "-o", program, *sources, *macros, *facts["forms"][form if facts["bug"] else "fixed"],
                    *facts.get("flags", []), "-pthread"], check=True)
    return program


def build_text(name, text, *macros):
    """A program that is not of the suite; its path."""
    source, program = os.path.join(work.name, name + ".c"), os.path.join(work.name, name)
    with open(source, "w") as file:
        file.write(text)
    subprocess.run([mazurka, "cc", "-g", *macros, "-o", program, source, "-pthread"], check=True)
    return program


def check(program, *options, time=limit):
    result = os.path.join(work.name, "result.json")
    subprocess.run([mazurka, "check", program, "--no-trace", "--quiet", "--race=off", f"--time={time}", f"--json={result}", *options],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open(result) as file:
        return json.load(file)


def figure(facts, table):
    return next(f for f in facts["figures"] if f["paper"] == "002" and f["table"] == table)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def heading(*cells):
    row(*cells)
    row(*("---" for _ in cells))


def triple(rank):
    return "({c}, {v}, {t})".format(**rank) if rank else "not found"


def covered(run):
    """What a search has covered that has found nothing."""
    ranks = sorted((r["c"], r["v"], r["t"]) for r in run["ranked"]["covered"])
    return "no bug, covered " + " ".join(str(rank) for rank in ranks) if ranks else "no bug, nothing covered"


def least_bounds(program):
    """The least preemptions, then variables, between two threads if that is enough, within which the bug lies."""
    for c in range(4):
        if check(program, f"--preemptions={c}")["verdict"] != "bug":
            continue
        for v in range(c + 1):
            for t in (2, 3, 4) if c else (2,):
                bounds = (f"--preemptions={c}", f"--preemption-variables={v}", f"--preemption-threads={t}")
                if check(program, *bounds)["verdict"] == "bug":
                    return f"({c}, {v}, {t})"
    return "more"


def table1(names):
    heading("program", "threads", "variables", "executions", "found by ranked", "by bounds, scale `small`", "paper: threads", "variables",
            "schedules", "(c, v, t)")
    for facts in facts_of_paper(names, bugless=True):
        program, paper = build(facts, size), figure(facts, "1")
        runs = [check(program, "--search=ranked", f"--seed={1 + i}") for i in range(seeds if facts["bug"] else 1)]
        found = [run for run in runs if run["verdict"] == "bug" and run["ranked"]["found"]]
        best = min((run["ranked"]["found"] for run in found), key=lambda r: (r["c"], r["v"], r["t"]), default=None)
        made = f"{statistics.mean(run['statistics']['sampled'] for run in found or runs):,.0f}"
        share = "" if found and len(found) == seeds else f" ({len(found)} of {seeds})" if found else " in " + limit
        threads, variables = (max(run["ranked"][of] for run in runs) for of in ("threads", "variables"))
        row(facts["name"], threads, variables, made + share, triple(best) if facts["bug"] else covered(runs[0]),
            least_bounds(build(facts, "small")) if facts["bug"] else "-", paper["threads"], f"{paper['variables']:,}",
            f"{paper['schedules']:,}" if facts["bug"] else "-", triple(paper) if facts["bug"] else "-")


def needed(program):
    """What the report says of the smallest schedule of the program's bug."""
    run = check(program, "--minimize=10s", time="60s")
    if run["verdict"] != "bug":
        return "not found"
    finding = run["findings"][0]
    return f"{'needs' if finding['least_preemptions'] else 'has'} {finding['preemptions']}"


def needs(names):
    heading("program", "scale `small`", f"scale `{size}`", "paper: c", "what differs")
    for facts in facts_of_paper(names):
        row(facts["name"], needed(build(facts, "small")), needed(build(facts, size)), figure(facts, "1")["c"],
            facts["bug"].get("differs", ""))


def table3():
    facts = next(facts_of_paper(["region_ownership"]))
    program = build(facts, "small")
    paper = [f for f in facts["figures"] if f["paper"] == "002" and f["table"] == "3"]
    heading("bounds", "bug found?", "states until then, or in all", "seconds", "the paper's: found?", "executions", "seconds")
    for printed, bounds in zip(paper, ((), ("--preemption-variables=2",), ("--preemption-variables=1",))):
        run = check(program, "--preemptions=3", "--preemption-threads=2", *bounds, time="60s")
        row(f"c=3, {printed['configuration']}", {"bug": "yes", "covered": "no"}.get(run["verdict"], "> 60s"),
            f"{run['statistics']['processed']:,}", f"{run['statistics']['search_seconds']:.2f}", "yes" if printed["found"] else "no",
            f"{printed['executions']:,}", printed["seconds"])


PLANTED = r"""
#include <assert.h>
#include <pthread.h>
enum { WORKERS = 4, ROUNDS = 20 };
static int results[WORKERS][ROUNDS];
static volatile int sum, x, y, step;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void bug(int who)
{
    switch (BUG) {
    case 2: if (who == 1) step = 1; else if (who == 0) assert(step != 1); break;
    case 3: if (who == 2) step = 1; else if (who == 1 && step == 1) step = 2; else if (who == 0) assert(step != 2); break;
    case 4: if (who == 3) step = 1; else if (who == 2 && step == 1) step = 2; else if (who == 1 && step == 2) step = 3;
            else if (who == 0) assert(step != 3); break;
    case 12: if (who == 3) { x = 1; x = 0; } else if (who == 0) assert(x != 1); break;
    case 13: if (who == 3) { x = 1; x = 0; } else if (who == 2 && x == 1) step = 1; else if (who == 0 && step == 1) assert(x != 1); break;
    case 22: if (who == 3) { int a = x, b = x; assert(a != 1 || b != 0); } else if (who == 0) { x = 1; x = 0; } break;
    }
}
static void *work(void *number)
{
    int who = (int)(long)number;
    bug(who);
    for (int i = 0; i < ROUNDS; i++) {
        results[who][i] = i;
        pthread_mutex_lock(&lock);
        sum += results[who][i];
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
int main(void)
{
    pthread_t t[WORKERS];
    for (long i = 0; i < WORKERS; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < WORKERS; i++)
        for (int j = 0; j < ROUNDS; j++)
            sum -= results[i][j];
    return sum;
}
"""

SEARCHES = {"ranked": ("--search=ranked",), "pctvb": ("--search=pctvb",), "pct": ("--search=pct",), "pos": ("--search=pos",),
            "walk": ("--search=walk", "--runs=1"), "preemptions": ("--search=dfs", "--preemptions=0.."), "default": ()}
SEARCHES = {name: options for name, options in SEARCHES.items() if os.environ.get("ONLY", name) == name}


def soon(program, options):
    """Executions (of those that sample) or states, and seconds, until the bug is found: means of those seeds that find it."""
    runs = [check(program, *options, f"--seed={1 + i}") for i in range(seeds)]
    found = [run for run in runs if run["verdict"] == "bug"]
    if not found:
        return f"> {limit}"
    samples = any("=" + name in options[0] for name in ("ranked", "pct", "pctvb", "pos", "walk")) if options else False
    made = statistics.mean(run["statistics"]["sampled" if samples else "processed"] for run in found)
    seconds = statistics.mean(run["statistics"]["search_seconds"] for run in found)
    unit = "" if samples else " st."
    share = "" if len(found) == seeds else f" ({len(found)} of {seeds})"
    return f"{made:,.0f}{unit}, {seconds:.2f} s{share}"


def table4():
    paper = {2: ("(0, 0, 2)", "3.1, 10.9 s", "2.7, 768.9 s"), 3: ("(0, 0, 3)", "3.7, 12.1 s", "3.5, 1010.7 s"),
             4: ("(0, 0, 4)", "4.9, 14.9 s", "3.8, 1101.7 s"), 12: ("(1, 1, 2)", "1636.2, 6409.9 s", "timed out"),
             13: ("(1, 1, 3)", "4889, 20371.2 s", "timed out"), 22: ("(2, 1, 2)", "28121, 112950.3 s", "timed out")}
    heading("bug", *SEARCHES, "the paper's, with v and t", "without")
    for bug, (rank, with_bounds, without) in paper.items():
        program = build_text(f"planted{bug}", PLANTED, f"-DBUG={bug}")
        most = {"ranked": ("--search=ranked", f"--cvt=2,1,{rank[-2]}")}
        row(rank, *(soon(program, most.get(name, options)) for name, options in SEARCHES.items()), with_bounds, without)


# The first thread of the two has to be preempted between its writes to x: a bug of depth 2, (1, 1, 2). `often` is another variable.
SELDOM = r"""
#include <assert.h>
#include <pthread.h>
static volatile int x, often;
static void *first(void *unused)
{
    for (int i = 0; i < OFTEN; i++)
        often = i;
    x = 1;
    x = 0;
    return unused;
}
static void *second(void *unused)
{
    for (int i = 0; i < OFTEN; i++)
        often = i;
    assert(x != 1);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
"""


def until_found(program, *options):
    """Executions until the bug is found, with each seed."""
    runs = [check(program, *options, f"--seed={1 + i}") for i in range(seeds)]
    return [run["statistics"]["sampled"] for run in runs if run["verdict"] == "bug"]


def of_all(found):
    """The mean, and of how many seeds."""
    if not found:
        return f"> {limit}"
    return f"{statistics.mean(found):,.0f}" + ("" if len(found) == seeds else f" ({len(found)} of {seeds})")


def figure6():
    heading("accesses to x", "to the other variable", "pct", "pctvb", "pct over pctvb")
    for often in (0, 1, 3, 10, 30, 100, 300):
        program = build_text(f"seldom{often}", SELDOM, f"-DOFTEN={often}")
        pct = until_found(program, "--search=pct", "--bug-depth=2")
        pctvb = until_found(program, "--search=pctvb", "--bug-depth=2", "--variables=1")
        ratio = f"{statistics.mean(pct) / statistics.mean(pctvb):.1f}" if len(pct) == len(pctvb) == seeds else "-"
        row(3, 2 * often, of_all(pct), of_all(pctvb), ratio)


def figure7(names):
    """E1, E2: section 3 of the paper, the probability of the change point that a bug of depth 2 needs, without and with bounding."""
    heading("program", "variables", "accesses to one: least", "half have at most", "mean", "most",
            "more seldom than the mean", "E2 over E1")
    for facts in facts_of_paper(names, bugless=True):
        result = os.path.join(work.name, facts["name"] + "-variables.json")
        profile = subprocess.run([mazurka, "variables", build(facts, size, "fixed"), "--quiet", "--walks=3", f"--time={limit}",
                                  f"--json={result}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if profile.returncode != 0:
            row(facts["name"], f"> {limit}", *("-" for _ in range(6)))
            continue
        with open(result) as file:
            often = sorted(v["most_in_one_execution"] for v in json.load(file)["variables"])
        mean = statistics.mean(often)
        row(facts["name"], len(often), f"{often[0]:,}", f"{statistics.median_low(often):,}", f"{mean:,.1f}", f"{often[-1]:,}",
            f"{100 * sum(k < mean for k in often) / len(often):.0f} %", f"{mean * statistics.mean(1 / k for k in often):.1f}")


# Bugs of depth 1 to 4, as tests/model/test_pct.c has them: the order of two threads, and a change point for each time that they take turns.
DEEP = r"""
#include <assert.h>
#include <pthread.h>
static volatile int x, y;
static void *writer(void *unused)
{
    x = 1;
    if (DEPTH > 1)
        x = 0;
    if (DEPTH > 2)
        y = 1;
    if (DEPTH > 3)
        y = 0;
    return unused;
}
static void *reader(void *unused)
{
    int seen = x;
    if (DEPTH > 2 && seen)
        seen = y;
    assert(!seen);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
"""


def depths():
    heading("depth", "search", "threads", "steps, or accesses", "one execution finds it: 1 in", "executions for 90 %",
            "seeds that found it in them", "executions until then: mean", "most")
    for depth in range(1, 5):
        program = build_text(f"depth{depth}", DEEP, f"-DDEPTH={depth}")
        bounded = (("--search=pctvb", f"--variables={1 if depth < 4 else 2}"),) if depth > 1 else ()
        for options in (("--search=pct",), *bounded):
            options += (f"--bug-depth={depth}",)
            promise = check(program, *options, "--all", "--walks=200")["promise"]
            enough = math.ceil(math.log(0.1) / math.log1p(-promise["probability_once"]))
            found = until_found(program, *options, f"--walks={enough}")
            row(depth, options[0][9:], promise["threads"], promise.get("accesses", promise.get("steps")),
                f"{1 / promise['probability_once']:,.0f}", f"{enough:,}", f"{len(found)} of {seeds}", f"{statistics.mean(found):,.0f}",
                f"{max(found):,}")


def searches(names):
    heading("program", *SEARCHES)
    for facts in facts_of_paper(names):
        program = build(facts, size)
        row(facts["name"], *(soon(program, options) for options in SEARCHES.values()))


def main():
    what, names = (sys.argv + [""])[1], sys.argv[2:]
    of_programs = {"table1": table1, "needs": needs, "figure7": figure7, "searches": searches}
    of_their_own = {"table3": table3, "table4": table4, "figure6": figure6, "depths": depths}
    if what in of_programs:
        of_programs[what](names)
    elif what in of_their_own and not names:
        of_their_own[what]()
    else:
        sys.exit(__doc__)


main()
