#!/usr/bin/env python3
"""Measures what the analysis of future accesses saves, on the programs of the suite at their small scale.

    bench/future.py [PATTERN]       only programs whose name contains PATTERN; prints two tables in Markdown

For the fixed form: states explored until the program is verified, with and without --future. For the form with the bug: states until
it is found by a depth-first search without reduction, in several orders, and with the filter. Limit: STATES (default 50000). Fixed
programs for which --future makes no difference are counted only.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MAZURKA = os.environ.get("MAZURKA", str(ROOT / "build/bin/mazurka"))
STATES = os.environ.get("STATES", "50000")
REDUCTIONS = [["none"], ["spor"], ["spor", "--future"], ["sum"], ["sum", "--future"]]
SEARCHES = [["--order=threads:0"], ["--order=interference"], ["--order=future"], ["--order=threads:0", "--filter=future"]]


def built(facts, folder, form, work):
    scale = [f"-D{name}={value}" for name, value in facts["scales"]["small"].items()]
    program = f"{work}/{facts['name']}-{form}"
    sources = [str(folder / source) for source in facts["sources"]]
    flags = facts.get("flags", [])
    command = [MAZURKA, "cc", "-g", "-w", *facts["forms"][form], *scale, *sources, *flags, "-o", program, "-pthread", "-lm"]
    return program if subprocess.run(command, capture_output=True, check=False, cwd=folder).returncode == 0 else None


def measured(program, options):
    result = subprocess.run([MAZURKA, "check", program, "--no-trace", "--minimize=off", "--race=off", "--trust=all", "--json=-", "--jobs=1",
                             f"--states={STATES}", "--search=dfs", *options], capture_output=True, text=True, check=False)
    try:
        return json.loads(result.stdout)
    except json.JSONDecodeError:
        return None


def explored(program, reduction):
    result = measured(program, ["--reduction=" + reduction[0], *reduction[1:]])
    if not result or result["verdict"] != "verified":
        return "-" if not result or result["verdict"] in ("unknown", "covered") else result["verdict"]
    return f"{result['statistics']['states']:,}"


def found(program, options):
    result = measured(program, ["--reduction=none", *options])
    if not result:
        return "-"
    if result["verdict"] != "bug":
        return "not found" if result["verdict"] == "covered" else f"> {int(STATES):,}"
    return f"{result['statistics']['states']:,}"


def makes_no_difference(row):
    return row[2] == row[3] and row[4] == row[5]


def table(title, columns, rows, is_left_out):
    same = [row for row in rows if is_left_out(row)]
    print(f"| {title} | " + " | ".join(columns) + " |")
    print("| --- |" + " ---: |" * len(columns))
    for row in rows:
        if row not in same:
            print("| " + " | ".join(row) + " |")
    print(f"\n{len(rows)} programs" + (f"; no difference: {len(same)}" if same else "") + ".\n")


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else ""
    verified, bugs = [], []
    with tempfile.TemporaryDirectory() as work:
        for path in sorted(ROOT.glob("suite/*/facts.json")):
            facts = json.loads(path.read_text())
            if pattern not in facts["name"]:
                continue
            for form in facts["forms"]:
                program = built(facts, path.parent, form, work)
                if program and form == "fixed":
                    verified.append([facts["name"], *(explored(program, r) for r in REDUCTIONS)])
                elif program and form == "buggy":
                    bugs.append([facts["name"], *(found(program, s) for s in SEARCHES)])
    table("states until verified", ["`" + " ".join(r) + "`" for r in REDUCTIONS], verified, makes_no_difference)
    table("states until the bug is found", ["by numbers of threads", *("`" + s[-1] + "`" for s in SEARCHES[1:])], bugs, lambda row: False)


main()
