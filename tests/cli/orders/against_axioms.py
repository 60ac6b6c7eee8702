#!/usr/bin/env python3
"""Holds `mazurka orders` against the axioms of RC11.

    against_axioms.py MAZURKA TEST_WEAK PROGRAMS SEED

Random litmus programs without seq_cst, as C that fails where an outcome is none of its own: with the orders that are found there is no
outcome more, and with any of them one step weaker there is. The axioms say so (TEST_WEAK more), which share no code with what was searched.
Prints what is wrong, and how many programs were weakened; exit status 1 if something is wrong."""
import json, os, re, subprocess, sys

ROOT = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "..")

ORDERS = {"relaxed": "rlx", "acquire": "acq", "release": "rel", "acq_rel": "ar", "none": "rlx"}
BITS = {"rlx": 0, "acq": 1, "rel": 2, "ar": 3}
SHAPE = re.compile(r"^// (\d+) (\d+) (.*)$")


def programs(source, wanted):
    """Number and text of some, of all classes."""
    found = [SHAPE.match(line).groups() for line in source.splitlines() if SHAPE.match(line)]
    all_of_them = [(int(n), text) for n, _, text in found if not re.search(r"\b(sc|sync)\b", text)]
    return all_of_them[::max(1, len(all_of_them) // wanted)][:wanted]


def statements(text):
    head, body = text.split(":", 1)
    return head, [[s.split() for s in thread.split(";") if s.strip()] for thread in body.split("||")]


def joined(head, threads):
    return head + ": " + " || ".join("; ".join(" ".join(s) for s in t) for t in threads)


def with_orders(text, orders):
    """Each statement with an order, or two of a compare-exchange."""
    head, threads = statements(text)
    rest = iter(orders)
    for thread in threads:
        for s in thread:
            while s[-1] in BITS:
                s.pop()
            s.extend(next(rest))
    return joined(head, threads)


def weaker(order):
    """One step: bit by bit, of either order."""
    for i, word in enumerate(order):
        for bit in (1, 2):
            if BITS[word] & bit:
                less = [w for w in BITS if BITS[w] == BITS[word] - bit][0]
                candidate = order[:i] + [less] + order[i + 1:]
                if len(candidate) == 1 or BITS[candidate[1]] & ~BITS[candidate[0]] == 0:
                    yield candidate


def more(test_weak, pairs):
    lines = "".join(a + "\t" + b + "\n" for a, b in pairs)
    done = subprocess.run([test_weak, "more"], cwd=ROOT, input=lines, capture_output=True, text=True, check=True)
    return [int(n) for n in done.stdout.split()]


def try_one(mazurka, test_weak, number, text):
    """What is wrong, and whether something is weaker."""
    done = subprocess.run([mazurka, "orders", "--format=json", "./litmus", "--", str(number)], capture_output=True, text=True)
    result = json.loads(done.stdout)
    if result["exit_code"] != 0:
        return "exit status %d: %s" % (done.returncode, result.get("result", result["written"])), False
    places = sorted(result["places"], key=lambda p: p["line"])
    found = [[ORDERS[w] for w in p["weakest"].split("/")] for p in places]
    pairs = [(text, with_orders(text, found))]
    for i, order in enumerate(found):
        pairs += [(text, with_orders(text, found[:i] + [less] + found[i + 1:])) for less in weaker(order)]
    counts = more(test_weak, pairs)
    if counts[0]:
        return "found %s, which has %d outcomes more" % (pairs[0][1], counts[0]), True
    for (_, less), count in zip(pairs[1:], counts[1:]):
        if count == 0:
            return "found %s, and %s has no outcome more" % (pairs[0][1], less), True
    return None, any(p["weakest"] != p["written"] for p in places)


def main(mazurka, test_weak, wanted, seed):
    source = subprocess.run([test_weak, "c", wanted, seed], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    chosen = programs(source, int(wanted))
    with open("litmus.c", "w") as out:
        out.write(re.sub(r'assert\(!"outcome \d+"\);', "return;", source))
    subprocess.run([mazurka, "cc", "-w", "litmus.c", "-o", "litmus", "-pthread"], check=True)
    wrong = weakened = 0
    for number, text in chosen:
        trouble, changed = try_one(mazurka, test_weak, number, text)
        weakened += changed
        if trouble:
            print("%s\n    %s" % (text, trouble))
            wrong += 1
    print("%d programs, %d of them can be weaker" % (len(chosen), weakened))
    return wrong > 0 or weakened == 0


sys.exit(main(*sys.argv[1:]))
