#!/usr/bin/env python3
"""Would early backtracking in front of the default search find first bugs sooner? Measured, program by program, with what it costs.

    bench/first_bug.py [PATTERN]     only programs whose path contains PATTERN; a line for each, and a summary

Programs: those of the suite with their own bug at the paper's size, examples, and tests/programs/bad. The default search beside
`--rb='<I,pl,d,Lb,0.75,1.5>' --order=future`, the row of suite/results/own.md that finds the most. Leave-one-out: for each program the
budget in transitions (0: none) that is best on all the others. One process, seed 1, 20 s each; seconds are those of a processor.
"""
import json
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAZURKA = os.environ.get("MAZURKA", str(ROOT / "build/bin/mazurka"))
BEST = ["--search=dfs", "--rb=<I,pl,d,Lb,0.75,1.5>", "--rb-paper", "--rb-states=20000", "--states=100000", "--order=future"]
LONG = {"hash_set", "tree_set", "merge_sort", "tsp", "moldyn"}  # a hundred threads and more, or executions of minutes
BUDGETS = [0, 100, 300, 1000, 3000, 10000, 30000]


def build(sources, flags, to):
    command = [MAZURKA, "cc", "-g", "-w", *flags, *map(str, sources), "-o", to, "-pthread", "-lm"]
    return subprocess.run(command, capture_output=True, check=False, cwd=sources[0].parent).returncode == 0


def programs(work):
    for path in sorted(ROOT.glob("suite/*/facts.json")):
        facts = json.loads(path.read_text())
        if facts["name"] in LONG or "buggy" not in facts["forms"]:
            continue
        scale = facts["scales"].get("paper") or next(iter(facts["scales"].values()))
        flags = [*facts["forms"]["buggy"], *(f"-D{name}={value}" for name, value in scale.items()), *facts.get("flags", [])]
        yield f"suite/{facts['name']}", [path.parent / s for s in facts["sources"]], flags, f"{work}/{facts['name']}"
    for folder in ("examples", "tests/programs/bad"):
        for path in sorted((ROOT / folder).glob("**/*.c")):
            if "refused" not in path.parts and "_create(" in path.read_text():
                yield f"{folder}/{path.stem}", [path], [], f"{work}/{path.stem}"


def measured(binary, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([MAZURKA, "check", binary, "--no-trace", "--minimize=off", "--race=off", "-j1", "--seed=1", "--time=20s", "--json=-",
                          *options], capture_output=True, text=True, check=False).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        result = json.loads(out)
    except json.JSONDecodeError:
        return None
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result["verdict"] == "bug", result["statistics"]["transitions"], seconds


def cost(row, budget, seconds):
    _, default, best = row
    if budget == 0:
        return max(default[1 + seconds], 1e-3)
    if best[0] and best[1] <= budget:
        return max(best[1 + seconds], 1e-3)
    spent = budget * best[2] / max(1, best[1]) if seconds else budget
    return max(default[1 + seconds] + spent, 1e-3)


def mean(rows, budget, seconds):
    return math.exp(sum(math.log(cost(r, budget, seconds)) for r in rows) / len(rows))


def summary(rows):
    for seconds, name in ((False, "transitions"), (True, "seconds")):
        chosen = [min(BUDGETS, key=lambda b, x=x: mean([r for r in rows if r is not x], b, seconds)) for x in rows]
        ratio = math.exp(sum(math.log(cost(x, b, seconds) / cost(x, 0, seconds)) for x, b in zip(rows, chosen)) / len(rows))
        print(f"{name}: geometric mean by budget:", ", ".join(f"{b}: {mean(rows, b, seconds):.4g}" for b in BUDGETS))
        print(f"{name}: sum by budget:", ", ".join(f"{b}: {sum(cost(r, b, seconds) for r in rows):.4g}" for b in BUDGETS))
        print(f"{name}: leave-one-out chooses", ", ".join(f"{b} {chosen.count(b)} times" for b in BUDGETS if b in chosen), f"ratio {ratio:.3f}")


def main():
    rows, pattern = [], sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as work:
        for name, sources, flags, binary in programs(work):
            if pattern not in name or not build(sources, flags, binary):
                continue
            default, best = measured(binary, []), measured(binary, BEST)
            if default and best and (default[0] or best[0]):
                rows.append((name, default, best))
                print(f"{name}: default {default}, early backtracking {best}", flush=True)
    if len(rows) > 1:
        summary(rows)


main()
