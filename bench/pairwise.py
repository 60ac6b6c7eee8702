#!/usr/bin/env python3
"""pairwise.py - the experiment of the paper on pairwise verification (Parizek, Kliber), ours beside the paper's: the tables of
docs/design/searches/pairwise.md.

    bench/pairwise.py run [PROGRAM...]      every fragment of each program added and deleted, in all modes; what is stored is not run again
    bench/pairwise.py tables                tables 1 and 2: finderror and safetyverif
    bench/pairwise.py errors                are the errors those of the full search? and which are not found: same
    bench/pairwise.py bugs [SCALE]          all of the program as the fragment: is its own bug found? small (default) or paper
    bench/pairwise.py keep                  the results of one SHARE as text, which the other commands read as a DATABASE

A fragment that was *added*: the program as it is, with the fragment to look at. That was *deleted*: the program without it, with the
smallest lock block around it to look at, or the function (bench/fragments.py). Modes: *finderror*, the buggy form with data races as errors
(poised), to the first error; *safetyverif*, the fixed form without races, to the end; *same*, as safetyverif at scale `small` of
suite/NAME/facts.json, where the full search comes to its end. The others are at scale `paper`.

Limits are the paper's (60 s a pair in finderror, 600 s in safetyverif, 3600 s for the full search) at the rate of its tool, 12,500
states a second, divided by SHARE. Environment: MAZURKA (build/bin/mazurka), DATABASE (build/pairwise.db, SQLite), SHARE (60), JOBS (processors),
TIME of a run on the clock, for programs that a deletion has left without an end (60s), MODES (all: names with commas between), SAMPLE (of a
program with more fragments so many, one of each of as many equal pieces of their list; default: all).
"""
import collections
import concurrent.futures
import json
import os
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile

import fragments

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
mazurka = os.environ.get("MAZURKA", os.path.join(root, "build/bin/mazurka"))
share = int(os.environ.get("SHARE", "60"))
clock = os.environ.get("TIME", "60s")
sample = int(os.environ.get("SAMPLE", "0"))
RATE = 12500  # states a second of Java Pathfinder on these programs
FULL = 3600 * RATE // share
Mode = collections.namedtuple("Mode", "form scale pair_seconds options")
MODES = {
    "same": Mode("fixed", "small", 600, ["--race=off", "--all"]),
    "finderror": Mode("buggy", "paper", 60, ["--race=error", "--race-rule=poised"]),
    "safetyverif": Mode("fixed", "paper", 600, ["--race=off", "--all"])}
PROGRAMS = ["alarm_clock", "producer_consumer", "rax_extended", "replicated_workers", "sor", "cache4j", "elevator", "qsort_mt", "papabench"]
work = tempfile.TemporaryDirectory()


# --- running ------------------------------------------------------------------------------------------------------------------

def facts_of(name):
    with open(os.path.join(root, "suite", name, "facts.json")) as file:
        return json.load(file)


def flags_of(facts, form, scale):
    return facts["forms"][form] + facts.get("flags", []) + [f"-D{key}={value}" for key, value in facts["scales"][scale].items()]


def processor_time(command):
    """Seconds of processors that a command takes, with all that it starts."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def compiled(name, mode, edited, directory):
    """The program, with other texts in place of some sources ({name: text}), or None. A source keeps its name, which fragments are named by."""
    facts, folder, program = facts_of(name), os.path.join(root, "suite", name), os.path.join(directory, name)
    for source, text in edited.items():
        with open(os.path.join(directory, source), "wb") as file:
            file.write(text)
    sources = [os.path.join(directory if source in edited else folder, source) for source in facts["sources"]]
    made = subprocess.run([mazurka, "cc", "-g", "-w", "-I", folder, *flags_of(facts, MODES[mode].form, MODES[mode].scale),
                           "-o", program, *sources, "-pthread"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return program if made.returncode == 0 else None


def error_of(finding):
    """What tells errors apart: the kind and the line; threads may be in a deadlock in many ways."""
    place = finding.get("place")
    return finding["kind"] + (f" at line {place['line']}" if place and finding["kind"] != "deadlock" else "")


def check(program, options, directory):
    result = os.path.join(directory, "result.json")
    seconds = processor_time([mazurka, "check", program, "--no-trace", "--quiet", f"--time={clock}", f"--json={result}", *options])
    if not os.path.exists(result):
        return {"verdict": "error", "seconds": seconds, "states": 0, "errors": [], "pairs": 0, "unfinished": 0}
    with open(result) as file:
        said = json.load(file)
    os.unlink(result)
    pairs = [pair["verdict"] for pair in said.get("pairs") or [] if pair["verdict"] not in ("never entered", "not explored")]
    return {"verdict": said["verdict"], "reason": said["reason"], "seconds": seconds, "states": said["statistics"]["processed"],
            "errors": sorted({error_of(finding) for finding in said["findings"] if finding["confirmed"] is not False}), "pairs": len(pairs),
            "unfinished": sum(verdict.startswith("stopped by") for verdict in pairs)}


def pairwise_options(mode, source, lines):
    limit = MODES[mode].pair_seconds * RATE // share
    return [f"--fragment={source}:{lines[0]}-{lines[1]}", f"--pair-states={limit}", *MODES[mode].options]


def full_options(mode):
    return ["--search=dfs", f"--states={FULL}", *MODES[mode].options]


class Store:
    """Runs, by what was run; those of another share or another Mazurka are others."""

    def __init__(self):
        name = os.environ.get("DATABASE", os.path.join(root, "build/pairwise.db"))
        is_text = name.endswith(".txt")
        self.connection = sqlite3.connect(":memory:" if is_text else name)
        self.connection.execute("CREATE TABLE IF NOT EXISTS run (share INTEGER, program TEXT, mode TEXT, fragment TEXT, version TEXT,"
                                " search TEXT, result TEXT, PRIMARY KEY (share, program, mode, fragment, version, search))")
        if is_text:
            with open(name, encoding="utf-8") as file:
                self.connection.executemany(f"INSERT INTO run VALUES ({share}, ?, ?, ?, ?, ?, ?)",
                                            (line.rstrip("\n").split("\t") for line in file if not line.startswith("#")))

    def keep(self):
        print(f"# SHARE={share} bench/pairwise.py keep: program, mode, fragment, version, search, result")
        for *key, result in self.connection.execute("SELECT program, mode, fragment, version, search, result FROM run WHERE share = ?"
                                                    " ORDER BY program, mode, fragment, version, search", (share,)):
            kept = json.loads(result) | {"seconds": round(json.loads(result)["seconds"], 3)}
            kept.pop("reason", None)
            print(*key, json.dumps(kept), sep="\t")

    def has(self, *key):
        return self.connection.execute("SELECT 1 FROM run WHERE share = ? AND program = ? AND mode = ? AND fragment = ? AND version = ?"
                                       " AND search = ?", (share, *key)).fetchone()

    def put(self, key, result):
        self.connection.execute("INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?)", (share, *key, json.dumps(result)))
        self.connection.commit()

    def runs(self, name, mode):
        """{fragment: {(version, search): result}}, without fragments that no thread came to."""
        found = collections.defaultdict(dict)
        for fragment, version, search, result in self.connection.execute(
                "SELECT fragment, version, search, result FROM run WHERE share = ? AND program = ? AND mode = ?", (share, name, mode)):
            found[fragment][version, search] = json.loads(result)
        whole = found.pop("", {}).get(("added", "full"))
        return whole, {f: runs for f, runs in found.items() if runs["added", "pairwise"]["pairs"] and ("deleted", "full") in runs}


def run_whole(name, mode, original):
    """The full search of the program as it is, which is that of every fragment that was added."""
    with tempfile.TemporaryDirectory(dir=work.name) as directory:
        return {("added", "full"): check(original, full_options(mode), directory)}


def run_fragment(name, mode, file, source, fragment, original):
    """All runs of one fragment of a source file: {(version, search): result}."""
    with tempfile.TemporaryDirectory(dir=work.name) as directory:
        results = {("added", "pairwise"): check(original, pairwise_options(mode, file, source.lines(fragment)), directory)}
        if results["added", "pairwise"]["pairs"] == 0:
            return results
        program = compiled(name, mode, {file: source.without(fragment)}, directory)
        if program:
            results["deleted", "pairwise"] = check(program, pairwise_options(mode, file, source.lines(fragment.around)), directory)
            results["deleted", "full"] = check(program, full_options(mode), directory)
        return results


def key_of(place, source, fragment):
    """What names a fragment; `place` is before its lines: its file, where the program has several."""
    first, last = source.lines(fragment)
    text = re.sub(r"\s+", " ", source.text[fragment.start:fragment.end].decode())
    return f"{place}{first}-{last} {fragment.kind} {fragment.start} {text if len(text) <= 60 else text[:57] + '...'}"


def sampled(all_of_them):
    """The middle of each of `sample` equal pieces."""
    count = len(all_of_them)
    return all_of_them if not 0 < sample < count else [all_of_them[(2 * i + 1) * count // (2 * sample)] for i in range(sample)]


def jobs_of(name, mode, store, pool):
    """What is left to run of a program: {job: (program, mode, fragment)}."""
    facts, flags = facts_of(name), flags_of(facts_of(name), MODES[mode].form, MODES[mode].scale)
    directory = os.path.join(work.name, f"{name}-{mode}")
    os.mkdir(directory)
    original, jobs = compiled(name, mode, {}, directory), {}
    if not store.has(name, mode, "", "added", "full"):
        jobs[pool.submit(run_whole, name, mode, original)] = name, mode, ""
    sources = [(file, fragments.Source(os.path.join(root, "suite", name, file), flags)) for file in facts["sources"]]
    for file, source, fragment in sampled([(file, source, fragment) for file, source in sources for fragment in source.fragments()]):
        key = key_of(f"{file}:" if len(sources) > 1 else "", source, fragment)
        if not store.has(name, mode, key, "added", "pairwise"):
            jobs[pool.submit(run_fragment, name, mode, file, source, fragment, original)] = name, mode, key
    return jobs


def run(names):
    store, jobs = Store(), {}
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
        for mode in os.environ.get("MODES", ",".join(MODES)).split(","):
            for name in names or PROGRAMS:
                jobs |= jobs_of(name, mode, store, pool)
        for count, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            for (version, search), result in job.result().items():
                store.put((*jobs[job], version, search), result)
            print(f"\r{count} of {len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)


# --- tables -------------------------------------------------------------------------------------------------------------------

def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def heading(*cells):
    row(*cells)
    row(*("---" for _ in cells))


def mean(values):
    return f"{statistics.mean(values):.2f} ± {statistics.pstdev(values):.2f}" if values else "-"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def printed(figure, kind, share_of):
    return f"{figure[kind + '_seconds']} ± {figure[kind + '_deviation']}", f"{figure[share_of]} %"


def table(store, mode, number):
    print(f"\n{mode}, beside table {number} of the paper:\n")
    heading("program", "fragments", "pairwise, s", "states", "pairs not finished", "with errors", "full, s", "states", "not finished",
            "paper: fragments", "pairwise, s", "timed out", "full, s", "failed")
    for name in PROGRAMS:
        whole, runs = store.runs(name, mode)
        figure = next(f for f in facts_of(name)["figures"] if f["paper"] == "004" and f["table"] == number)
        pairs = [[run["added", "pairwise"], run["deleted", "pairwise"]] for run in runs.values()]
        fulls = [[whole, run["deleted", "full"]] for run in runs.values()]
        each_pair, each_full = [run for two in pairs for run in two], [run for two in fulls for run in two]
        with_errors = sum(any(run["errors"] for run in two) for two in pairs)
        row(name, len(runs), mean([sum(run["seconds"] for run in two) for two in pairs]),
            f"{statistics.mean(sum(run['states'] for run in two) for two in pairs):,.0f}" if pairs else "-",
            percent(sum(run["unfinished"] for run in each_pair), sum(run["pairs"] for run in each_pair)), with_errors,
            mean([sum(run["seconds"] for run in two) for two in fulls]),
            f"{statistics.mean(sum(run['states'] for run in two) for two in fulls):,.0f}" if fulls else "-",
            percent(sum(run["verdict"] == "unknown" for run in each_full), len(each_full)), figure["fragments"],
            *printed(figure, "pairwise", "pairwise_timed_out"), *printed(figure, "full", "full_failed"))


def tables():
    store = Store()
    table(store, "finderror", "1")
    table(store, "safetyverif", "2")


def errors():
    store, lost = Store(), []
    heading("program", "deleted fragments", "with errors, by the full search", "pairwise: the same", "some of them", "none", "others that the full search did not come to")
    for name in PROGRAMS:
        _, runs = store.runs(name, "same")
        counts, further = collections.Counter(), 0
        for fragment, run in runs.items():
            full, pairwise = (set(run["deleted", search]["errors"]) for search in ("full", "pairwise"))
            further += bool(pairwise - full)
            if not full:
                continue
            end = "same" if full <= pairwise else "some" if full & pairwise else "none"
            counts[end] += 1
            if end != "same":
                lost.append((name, fragment, sorted(full - pairwise), run["deleted", "pairwise"]))
        row(name, len(runs), sum(counts.values()), counts["same"], counts["some"], counts["none"], further)
    print()
    heading("program", "deleted", "errors that only the full search finds", "pairs", "of them not finished")
    for name, fragment, missed, pairwise in lost:
        lines, kind, _, text = fragment.split(" ", 3)
        row(name, f"{lines} ({kind}): `{text}`", "; ".join(missed), pairwise["pairs"], pairwise["unfinished"])


def bugs(scale):
    searches = (["--search=bfs"], ["--search=pairwise"], ["--search=pairwise", "--pair-rule=figure2"])
    heading(f"program ({scale})", "breadth first", "pairwise, authors", "pairwise, figure2")
    for name in sorted(PROGRAMS):
        facts, program = facts_of(name), os.path.join(work.name, name)
        subprocess.run([mazurka, "cc", "-g", *flags_of(facts, "buggy", scale), "-o", program,
                        *(os.path.join(root, "suite", name, source) for source in facts["sources"]), "-pthread"], check=True)
        runs = [check(program, ["--race=off", "--states=300000", *options], work.name) for options in searches]
        row(name, *(f"{run['errors'][0].split()[0] if run['errors'] else run['verdict']}, {run['states']:,} states" for run in runs))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["run", *names]:
            run(names)
        case ["tables"]:
            tables()
        case ["errors"]:
            errors()
        case ["keep"]:
            Store().keep()
        case ["bugs"] | ["bugs", "small" | "paper"]:
            bugs(sys.argv[2] if len(sys.argv) > 2 else "small")
        case _:
            sys.exit(__doc__)
