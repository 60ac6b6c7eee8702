#!/usr/bin/env python3
"""mutants.py - how many random programs does it take to catch what could be wrong in a reduction?

    scripts/mutants.py [--programs=N] [--pattern=TEXT] [--jobs=N] [--all] [--check] [--table=PROGRAMS] [--elsewhere]

tests/model/mutants.txt lists mistakes, one each. All of them are compiled into one test_reductions, in a copy of the sources below
$BUILD/mutants, where a number in the environment says which one is made: 0 is none. Each is run by itself (`test_reductions catches`),
with the reductions that it can reach, and a line in $BUILD/mutants/results says how many programs of each class had been tried when
each reduction had lost what it claims to keep on one of them, and on five. --table prints what that means for a test with so many
programs of each basic class: docs/design/testing.md.

--programs: of each basic class, and half of that of the others (default 100, which takes two or three minutes of a processor); --pattern: mutants whose name contains it; --all: with every
reduction, not only those named; --check: does every mutant still fit the sources? Nothing is run. Mutants that have results are not run
again unless $BUILD/mutants/results is removed.

--elsewhere: mutants with @PATTERN in place of reductions, one after the other in a copy of everything: tests/run.sh PATTERN... must fail.
"""
import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

LIST = "tests/model/mutants.txt"
COPIED = ["Makefile", "VERSION", "src", "include", "tests/check.h", "tests/unit.mk", "tests/model", "tests/toy", "tests/unit",
          "bench/engine.c"]
DECLARED = "extern unsigned mutant; /* which one there is */\n"
CHOSEN = """/* mutant.c - which mutant there is. */
#include <stdlib.h>
unsigned mutant;
__attribute__((constructor)) static void choose(void)
{
    mutant = (unsigned)atoi(getenv("MUTANT"));
}
"""
CAUGHT = re.compile(r"caught (\S+) (\S+) (\d+): on (\d+) of (\d+) programs, the first (\d+), the last (\d+), (\S+) s")

Mutant = collections.namedtuple("Mutant", "number name file reductions old new")


def read_list():
    mutants, fields, old, new = [], None, [], []

    def finish():
        if fields:
            mutants.append(Mutant(len(mutants) + 1, fields[0], fields[1], fields[2:], "\n".join(old), "\n".join(new)))

    for line in open(LIST):
        line = line.rstrip("\n")
        if line.startswith("- "):
            old.append(line[2:])
        elif line.startswith("+ "):
            new.append(line[2:])
        elif line and not line.startswith("#"):
            finish()
            fields, old, new = line.split(), [], []
    finish()
    return mutants


def is_elsewhere(mutant):
    return mutant.reductions and mutant.reductions[0].startswith("@")


def parts(mutant):
    around = re.fullmatch(r"(.*)\[\[(.*)\]\](.*)", mutant.old, re.S)
    return around.groups() if around else ("", mutant.old, "")


def applied(text, mutant):
    """The source with both, of which the number takes one. None: it is not there once."""
    before, old, after = parts(mutant)
    if text.count(before + old + after) != 1:
        return None
    statement = old.endswith(";")
    choice = "{{ if (mutant == {}) {{ {} }} else {{ {} }} }}" if statement else "(mutant == {} ? ({}) : ({}))"
    return text.replace(before + old + after, before + choice.format(mutant.number, mutant.new, old) + after)


def mutate(folder, mutants):
    """All of them at once, into the files of a folder (None: nowhere). Returns the names of those that do not fit."""
    texts, misfits = {}, []
    for mutant in mutants:
        text = applied(texts.get(mutant.file) or open(mutant.file).read(), mutant)
        if text:
            texts[mutant.file] = text
        else:
            misfits.append(mutant.name)
    for file, text in texts.items() if folder else []:
        put(os.path.join(folder, file), DECLARED + text)
    return misfits


def put(file, text):
    """Written only if it says something else: what is built already stays."""
    if not os.path.exists(file) or open(file).read() != text:
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w") as out:
            out.write(text)


def build(folder, mutants):
    tree = os.path.join(folder, "tree")
    mutated = {mutant.file for mutant in mutants}
    listed = subprocess.run(["git", "ls-files", "--", *COPIED], check=True, stdout=subprocess.PIPE, text=True).stdout.split()
    for name in sorted(set(listed) - mutated):
        put(os.path.join(tree, name), open(name).read())
    mutate(tree, mutants)
    put(os.path.join(tree, "tests/toy/mutant.c"), CHOSEN)
    subprocess.run(["make", "-s", "-C", tree, "-j2", "SETUP=:", "WERROR=", "build/tests/model/test_reductions"], check=True,
                   stdout=subprocess.DEVNULL)
    return os.path.join(tree, "build/tests/model/test_reductions")


def run(test, mutant, options, file):
    number, reductions = (mutant.number, mutant.reductions) if mutant else (0, [])
    command = [test, "catches", str(options.programs), "1", "300", "all"]
    if reductions and not options.all:
        command.append(" ".join(reductions))
    done = subprocess.run(command, env={**os.environ, "MUTANT": str(number)}, stdout=subprocess.PIPE, text=True, errors="replace")
    with open(file + ".new", "w") as out:
        out.write(done.stdout)
        out.write(f"status {done.returncode}\n")
    os.rename(file + ".new", file)


def is_caught(tree, mutant):
    before, old, after = parts(mutant)
    text = open(mutant.file).read()
    put(os.path.join(tree, mutant.file), text.replace(before + old + after, before + mutant.new + after))
    patterns = [pattern[1:] for pattern in mutant.reductions]
    binaries = ["build/tests/" + pattern for pattern in patterns if re.match("(unit|model)/", pattern)]
    made = subprocess.run(["make", "-s", "-C", tree, "-j2", "WERROR=", "all", *binaries], stdout=subprocess.DEVNULL)
    told = subprocess.run([os.path.join(tree, "tests/run.sh"), *patterns], stdout=subprocess.PIPE, text=True).stdout
    put(os.path.join(tree, mutant.file), text)
    return made.returncode == 0 and re.search("^FAIL ", told, re.M) is not None


def run_elsewhere(folder, mutants):
    tree = os.path.join(folder, "whole")
    os.makedirs(tree, exist_ok=True)
    subprocess.run(f"git ls-files -z | xargs -0 cp --parents -u -t '{tree}'", shell=True, check=True)
    for mutant in mutants:
        print("caught  " if is_caught(tree, mutant) else "SURVIVES", mutant.name, flush=True)


UNMATCHED = {"sleep", "dpor", "source-dpor", "optimal-dpor", "despor-stateless", "dlspor-stateless"}
BASIC = set("nolock lock-dfree lock-deadlock trylock condvar spin spin+locks assert-exit assert-stop choice mix-acyclic mix-cyclic "
            "all-loops toggle-loops spawn-join".split())


def size(reduction, kind, states, programs):
    """Of that many programs, as test_reductions takes them, those that this reduction is tried with."""
    most = programs if kind in BASIC else (programs + 1) // 2
    return (most + 9) // 10 if reduction in UNMATCHED and states != 60 else most


def summarize(file, programs):
    """What the results of a mutant say: how many counterexamples, classes and reductions catch it, on how many of the programs that were
    tried, and by what factor it is caught sooner than the test ends: by the reduction that is best at it, and by the one that is worst."""
    firsts, classes, caught, tried, examples = collections.defaultdict(list), set(), 0, 0, 0
    for line in open(file, errors="replace"):
        examples += line.startswith("FAIL ")
        found = CAUGHT.match(line)
        if not found:
            continue
        reduction, kind = found.group(1, 2)
        states, catches, of, first = (int(found.group(i)) for i in (3, 4, 5, 6))
        caught, tried = caught + catches, tried + of
        if catches:
            firsts[reduction].append(size(reduction, kind, states, programs) / first)
            classes.add(kind)
    factors = [max(of_one) for of_one in firsts.values()] or [0]
    return examples, len(classes), len(firsts), caught, tried, max(factors), min(factors)


def table(results, mutants, programs):
    print("| mutant | counterexamples | classes | reductions | programs that catch it | best factor | worst factor |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    rows = []
    for mutant in mutants:
        file = os.path.join(results, mutant.name)
        if os.path.exists(file):
            rows.append((*summarize(file, programs), mutant.name))
    for examples, classes, reductions, caught, tried, best, worst, name in sorted(rows, key=lambda row: row[6]):
        print(f"| {name} | {examples} | {classes} | {reductions} | {caught} of {tried} | {best:.0f} | {worst:.0f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--pattern", default="")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--table", type=int, metavar="PROGRAMS")
    parser.add_argument("--elsewhere", action="store_true")
    options = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    mutants = read_list()
    misfits = mutate(None, mutants)
    if misfits:
        sys.exit(f"{LIST}: these do not fit the sources: {' '.join(misfits)}")
    if options.check:
        print(f"{len(mutants)} mutants fit the sources")
        return
    folder = os.path.join(os.environ.get("BUILD", "build"), "mutants")
    results = os.path.join(folder, "results")
    os.makedirs(results, exist_ok=True)
    if options.elsewhere:
        run_elsewhere(folder, [mutant for mutant in mutants if is_elsewhere(mutant) and options.pattern in mutant.name])
        return
    mutants = [mutant for mutant in mutants if not is_elsewhere(mutant)]
    if options.table:
        table(results, mutants, options.table)
        return
    test = build(folder, mutants)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for mutant in mutants:
            name = mutant.name if mutant else "none"
            file = os.path.join(results, name)
            if options.pattern in name and not os.path.exists(file):
                pool.submit(run, test, mutant, options, file)


main()
