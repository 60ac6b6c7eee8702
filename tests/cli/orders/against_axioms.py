#!/usr/bin/env python3
"""Holds `mazurka orders` against the axioms of RC11.

    against_axioms.py MAZURKA TEST_WEAK PROGRAMS SEED [apply]

Random litmus programs without seq_cst, as C that fails where an outcome is none of its own: with the orders that are found there is no
outcome more, and with any of them one step weaker there is, or load buffering, unless that is allowed. The axioms say so (TEST_WEAK more),
which share no code with what was searched. `apply`: with its diff each program is compiled and searched anew, without a reduction.
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


def buffering(text, written, found):
    """May a load be performed behind a store that was in order with it as written, on a circle of loads, stores behind them in their
    threads, and loads of what these store by other threads? For RC11 has no such executions."""
    _, threads = statements(text)
    ops = [(t, i, s[0], s[1] if s[0] == "store" else s[2] if s[0] != "fence" else None)
           for t, thread in enumerate(threads) for i, s in enumerate(thread)]
    number = {op[:2]: n for n, op in enumerate(ops)}
    reads = [(op, part) for op in ops if op[2] not in ("store", "fence") for part in ((0, 1) if op[2] == "cas" else (0,))]
    writes = [op for op in ops if op[2] not in ("load", "fence")]

    def bits(orders, op, part=0):
        return BITS[orders[number[op[:2]]][part]]

    def behind(r, w):
        return r[0][0] == w[0] and (r[0][1] < w[1] or r == (w, 0))

    def loose(orders, r, w):
        fenced = any(op[0] == w[0] and r[0][1] < op[1] < w[1] and op[2] == "fence" and bits(orders, op) for op in ops)
        return behind(r, w) and not fenced and not bits(orders, *r) & 1 and not bits(orders, w) & 2 and r[0][3] != w[3]

    def comes_back(w, read, seen):
        seen.add(w)
        told = [r for r in reads if r[0][3] == w[3] and r[0][0] != w[0]]
        return any(r[0] == read for r in told) or any(
            comes_back(v, read, seen) for r in told for v in writes if behind(r, v) and v not in seen)

    return any(loose(found, r, w) and not loose(written, r, w) and comes_back(w, r[0], set()) for r in reads for w in writes)


def try_one(mazurka, test_weak, text, allow):
    """What is wrong, and what was found."""
    done = subprocess.run([mazurka, "orders", "--format=json", "-w", "alone.c"] + ["--load-buffering=allow"] * allow,
                          capture_output=True, text=True)
    result = json.loads(done.stdout)
    if result["exit_code"] != 0:
        return "exit status %d: %s" % (done.returncode, result.get("result", result["written"])), result
    places = sorted(result["places"], key=lambda p: p["line"])
    found = [[ORDERS[w] for w in p["weakest"].split("/")] for p in places]
    written = [[ORDERS[w] for w in p["written"].split("/")] for p in places]
    if not allow and buffering(text, written, found):
        return "found %s, which allows load buffering" % with_orders(text, found), result
    pairs = [(text, with_orders(text, found))]
    for i, order in enumerate(found):
        for less in weaker(order):
            weakened = found[:i] + [less] + found[i + 1:]
            if allow or not buffering(text, written, weakened):
                pairs.append((text, with_orders(text, weakened)))
    counts = more(test_weak, pairs)
    if counts[0]:
        return "found %s, which has %d outcomes more" % (pairs[0][1], counts[0]), result
    for (_, less), count in zip(pairs[1:], counts[1:]):
        if count == 0:
            return "found %s, and %s has no outcome more" % (pairs[0][1], less), result
    return None, result


def write_alone(source, number):
    """One of the programs; all outcomes that it may have are right."""
    parts = re.sub(r'assert\(!"outcome \d+"\);', "return;", source).split("\n// ")
    block = [b for b in parts[1:] if b.startswith("%d " % number)][0].split("\nint main")[0]
    with open("alone.c", "w") as out:
        out.write("%s\n// %s\nint main(void)\n{\n    run%d();\n}\n" % (parts[0], block, number))


def apply_diff(mazurka, diff):
    """The program with its diff, searched as a whole: what is wrong with it."""
    subprocess.run(["patch", "-s", "-p1"], input=diff, text=True, check=True)
    done = subprocess.run([mazurka, "check", "-w", "--memory-model=c11", "--race=error", "--reduction=none", "alone.c"],
                          capture_output=True, text=True)
    return None if done.returncode == 0 else "with its diff: " + done.stdout


def main(mazurka, test_weak, wanted, seed, apply=""):
    source = subprocess.run([test_weak, "c", wanted, seed], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    chosen = programs(source, int(wanted))
    wrong = weakened = buffered = 0
    for number, text in chosen:
        for allow in (False, True):
            write_alone(source, number)
            trouble, result = try_one(mazurka, test_weak, text, allow)
            if apply and not trouble:
                trouble = apply_diff(mazurka, result["diff"])
            places = result.get("places", [])
            weakened += not allow and any(p["weakest"] != p["written"] for p in places)
            buffered += any(p["load_buffering"] for p in places)
            if trouble:
                print("%s\n    %s" % (text, trouble), flush=True)
                wrong += 1
    print("%d programs, %d of them can be weaker, %d of them but for load buffering" % (len(chosen), weakened, buffered))
    return wrong > 0 or weakened == 0


sys.exit(main(*sys.argv[1:]))
