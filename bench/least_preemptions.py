#!/usr/bin/env python3
"""How often the schedule that is shown has as few preemptions as there can be.

    least_preemptions.py [--time=SECONDS] [--within=SECONDS] PROGRAM.c|FOLDER...

A folder is a program of the suite, which is taken at its scales "small" and "paper". Each program is checked as a user would. The least number of preemptions for the fault that is shown first is then found by searches that
have nothing to do with how schedules are made small: everything within 0, 1, ... preemptions, without a reduction, --all, each for
SECONDS (10). A case is decided if all bounds below the number that is shown were explored whole, or if one of them has the fault.
Prints a line for each case where fewer would do or that is not decided, and the sums. Left out are programs without a bug (that is found in four times SECONDS), or with data races alone, and faults
that are shown as they were found: livelocks, runaways, overflowing stacks. --within=SECONDS ends with the programs that fit into that.
"""
import json, os, re, subprocess, sys, tempfile, time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
MAZURKA = os.environ.get("MAZURKA", os.path.join(ROOT, "build/bin/mazurka"))


def check(sources, *options):
    with tempfile.TemporaryDirectory() as work:
        result = os.path.join(work, "r.json")
        subprocess.run([MAZURKA, "check", *sources, "--no-trace", "--quiet", "--json=" + result, *options], cwd=work,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=False)
        try:
            return json.load(open(result, encoding="utf-8"))
        except (OSError, ValueError):
            return None


def fault(finding):
    return finding["kind"], finding.get("text"), (finding.get("place") or {}).get("line")


def programs(word):
    """What the word names, each as a name, its sources, and options; nothing where the options say how to search."""
    if os.path.isdir(word) and not os.path.exists(os.path.join(word, "facts.json")):
        return
    if os.path.isdir(word):
        facts = json.load(open(os.path.join(word, "facts.json"), encoding="utf-8"))
        sources = [os.path.realpath(os.path.join(word, s)) for s in facts["sources"]]
        fixed = facts.get("flags", []) + facts.get("options", [])
        for scale in ("small", "paper"):
            yield f"{word} ({scale})", sources, fixed + [f"-D{k}={v}" for k, v in facts["scales"].get(scale, {}).items()]
        return
    text = open(word, encoding="utf-8", errors="replace").read()
    options = [w for line in re.findall(r"^(?://|/\*) options: ([^\n*]*)", text, re.M) for w in line.split()]
    if not any(w.startswith(("--search", "--reduction", "--preemptions", "--rb", "-j")) for w in options):
        yield word, [os.path.realpath(word)], options


def least_below(sources, shown, wanted, seconds, options):
    """A smaller number that has the fault, or `shown`; None if that cannot be decided."""
    for bound in range(shown):
        result = check(sources, "--search=dfs", "--reduction=none", f"--preemptions={bound}", "--all", "--minimize=off",
                       f"--time={seconds}s", *options)
        if result is None:
            return None
        if any(fault(f) == wanted for f in result["findings"]):
            return bound
        if result["coverage"] and "time" in result["coverage"]:
            return None
    return shown


def arguments():
    seconds, end, words = 10, None, []
    for word in sys.argv[1:]:
        if word.startswith("--time="):
            seconds = int(word[7:])
        elif word.startswith("--within="):
            end = time.monotonic() + int(word[9:])
        else:
            words.append(word)
    return seconds, end, [p for word in words for p in programs(word)]


def main():
    seconds, end, all_programs = arguments()
    cases = decided = least = claimed = wrong = 0
    for name, sources, options in all_programs:
        if end and time.monotonic() > end:
            break
        options = ["--race=off"] + options
        result = check(sources, f"--time={4 * seconds}s", *options)
        found = result["findings"] if result and result["verdict"] == "bug" else []
        if not found or found[0].get("preemptions") is None or found[0]["kind"] in ("livelock", "runaway", "stack-overflow"):
            continue
        shown = found[0]["preemptions"]
        number = least_below(sources, shown, fault(found[0]), seconds, options)
        cases += 1
        decided += number is not None
        least += number == shown
        claimed += bool(found[0].get("least_preemptions"))
        wrong += bool(found[0].get("least_preemptions")) and number is not None and number < shown
        if number is not None and number < shown:
            print(f"{name}: {shown} shown, {number} needed", flush=True)
        elif number is None:
            print(f"{name}: {shown} shown, not decided", flush=True)
    share = 100 * least / decided if decided else 0
    print(f"{cases} bugs; decided: {decided}; shown with the least number: {least} ({share:.1f} %); said to be the least: {claimed}, "
          f"of which wrong: {wrong}")


main()
