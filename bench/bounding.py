#!/usr/bin/env python3
"""bounding.py - the tables of docs/bounding.md: the programs of the paper on variable and thread bounding (Bindal, Bansal, Lal 2013), ours
beside the paper's.

    bench/bounding.py table1 [PROGRAM...]   (c, v, t) of each program's bug, by --search=ranked and by bounds (VT-CHESS)
    bench/bounding.py table3                region_ownership within 3 preemptions, with and without a bound on variables
    bench/bounding.py table4                planted bugs of given ranks, among other work: executions and time, with bounding and without
    bench/bounding.py searches [PROGRAM...] how soon each search finds each program's bug

Environment: MAZURKA (build/bin/mazurka), TIME of one search (10s), SEEDS (5). Times are those of the search, in seconds on the clock; numbers of
executions do not depend on the machine, as long as TIME suffices.
"""
import json
import os
import statistics
import subprocess
import sys
import tempfile

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
mazurka = os.environ.get("MAZURKA", os.path.join(root, "build/bin/mazurka"))
limit = os.environ.get("TIME", "10s")
seeds = int(os.environ.get("SEEDS", "5"))
work = tempfile.TemporaryDirectory()


def facts_of_paper(names):
    for name in sorted(os.listdir(os.path.join(root, "suite"))):
        path = os.path.join(root, "suite", name, "facts.json")
        if not os.path.exists(path) or (names and name not in names):
            continue
        with open(path) as file:
            facts = json.load(file)
        if "002" in facts["papers"] and facts["bug"]:
            yield facts


def build(facts, scale):
    """The buggy form; its path."""
    folder = os.path.join(root, "suite", facts["name"])
    program = os.path.join(work.name, facts["name"] + "-" + scale)
    macros = [f"-D{key}={value}" for key, value in facts["scales"][scale].items()]
    sources = [os.path.join(folder, source) for source in facts["sources"]]
    subprocess.run([mazurka, "cc", "-g", "-o", program, *sources, *macros, *facts["forms"]["buggy"], *facts.get("flags", []), "-pthread"],
                   check=True)
    return program


def large_scale(facts):
    """The papers' values, unless there are more threads than Mazurka has."""
    return "medium" if "paper" in facts.get("needs_threads", {}) else "paper"


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
    for facts in facts_of_paper(names):
        program, paper = build(facts, large_scale(facts)), figure(facts, "1")
        runs = [check(program, "--search=ranked", f"--seed={1 + i}") for i in range(seeds)]
        found = [run for run in runs if run["verdict"] == "bug" and run["ranked"]["found"]]
        best = min((run["ranked"]["found"] for run in found), key=lambda r: (r["c"], r["v"], r["t"]), default=None)
        made = f"{statistics.mean(run['statistics']['sampled'] for run in found):,.0f}" if found else f"> {limit}"
        row(facts["name"], runs[0]["ranked"]["threads"], runs[0]["ranked"]["variables"],
            made if len(found) in (0, seeds) else f"{made} ({len(found)} of {seeds})", triple(best), least_bounds(build(facts, "small")),
            paper["threads"], f"{paper['variables']:,}", f"{paper['schedules']:,}", triple(paper))


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
        source, program = os.path.join(work.name, f"planted{bug}.c"), os.path.join(work.name, f"planted{bug}")
        with open(source, "w") as file:
            file.write(PLANTED)
        subprocess.run([mazurka, "cc", "-g", f"-DBUG={bug}", "-o", program, source, "-pthread"], check=True)
        most = {"ranked": ("--search=ranked", f"--cvt=2,1,{rank[-2]}")}
        row(rank, *(soon(program, most.get(name, options)) for name, options in SEARCHES.items()), with_bounds, without)


def searches(names):
    heading("program", *SEARCHES)
    for facts in facts_of_paper(names):
        program = build(facts, large_scale(facts))
        row(facts["name"], *(soon(program, options) for options in SEARCHES.values()))


def main():
    what, names = (sys.argv + [""])[1], sys.argv[2:]
    if what in ("table1", "searches"):
        {"table1": table1, "searches": searches}[what](names)
    elif what in ("table3", "table4") and not names:
        {"table3": table3, "table4": table4}[what]()
    else:
        sys.exit(__doc__)


main()
