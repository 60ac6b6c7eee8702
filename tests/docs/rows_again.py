#!/usr/bin/env python3
"""rows_again.py MAZURKA - some runs of the papers' studies once more, against the results that are kept of them (suite/results/stores).

Of 000 a run, with seed 1, of each of a few searches in each program in which all of them are short; of the others all of some programs. A run
must end in the same way, after as many states, or within one in twenty: another compiler lays out another program. If not: `make
studies`, and the pages by what it says."""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import kept  # noqa: E402

SEARCHES = ["default", "preemptions-5", "guided", "random", "hybrid-pruning", "rb-3", "rb-1+random"]
SHORT = 10000  # states
OTHERS = {"002": "account,allocation_vector,piper", "003": "linked_list,replicated_workers", "004-safety": "alarm_clock,qsort_mt,sor",
          "clients-time": "rw_list_set_few_003"}


def rows(text):
    query = "SELECT program, configuration, seed, states, outcome FROM result"
    return {(program, search, seed): (states, outcome) for program, search, seed, states, outcome in kept.store(text).execute(query)}


def run_again(mazurka, study, *options):
    with tempfile.TemporaryDirectory() as work:
        store, text = f"{work}/again.db", f"{work}/again.txt"
        subprocess.run([mazurka, "lab", "run", study, *options, "--suite=suite", f"--store={store}", "--quiet"], cwd=kept.root, check=True)
        with open(text, "w", encoding="utf-8") as out:
            subprocess.run([mazurka, "lab", "export", f"--store={store}"], stdout=out, check=True)
        return rows(text)


def some_of_000(mazurka, before):
    programs = sorted({program for program, _, _ in before})
    short = [p for p in programs if all(before.get((p, s, 1), (SHORT + 1,))[0] <= SHORT for s in SEARCHES)]
    with tempfile.NamedTemporaryFile("w", suffix=".study") as study:
        study.write(f"[study]\ntitle = Once more\nprograms = {' '.join(short)}\nerrors = races\nstates = 750k\ntime = 10m\n"
                    f"[phase again]\nconfigurations = {' '.join(SEARCHES)}\n")
        study.flush()
        return run_again(mazurka, study.name)


def differs(before, after):
    return before is None or before[1] != after[1] or abs(before[0] - after[0]) * 20 > before[0]


def complaints(study, before, after, least):
    if len(after) < least:
        yield f"{study}: only {len(after)} runs were made"
    for row, result in after.items():
        if differs(before.get(row), result):
            yield f"{study}: {', '.join(map(str, row))}: {before.get(row)} is kept, and now it is {result}"


def main():
    mazurka = sys.argv[1]
    before = rows(kept.text("000"))
    wrong = list(complaints("000", before, some_of_000(mazurka, before), 30))
    for study, programs in OTHERS.items():
        wrong += complaints(study, rows(kept.text(study)), run_again(mazurka, study, f"--programs={programs}"), 5)
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
