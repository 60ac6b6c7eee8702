#!/usr/bin/env python3
"""compare.py - estimates of what is left of a search, held against what was left (run.sh).

compare.py NAME STATES [reduced] < estimate.log: a row of a table, with estimated / true states left at 25, 50 and 75 per cent.

  tree      Knuth's: every transition of a node has an equal share of it; for reduced searches, which find out how many are needed, as
            many as the average node has had so far.
  siblings  each transition that is left adds as many new states as those at its depth that were not the first of their node; where
            there were too few of them, the part of the first one's that they have added where there were more.
"""
import sys

ENOUGH = 3  # of transitions at a depth


def records(lines):
    found = []
    for line in lines:
        head, *nodes = line.split("|")
        one = [int(x) for x in head.split()], [[int(x) for x in n.split()] for n in nodes]
        if found and one[0][0] < found[-1][0][0]:
            found = []  # the search was started over
        found.append(one)
    return found


def tree(head, path, reduced):
    states, transitions = head
    share, done = 1.0, 0.0
    for enabled, tried, *_ in path:
        count = max(tried + 1, transitions / states) if reduced else enabled
        done += share * tried / count
        share /= count
    return states / (done + share / 2) - states


def siblings(head, path, reduced):
    states, transitions = head
    known = [n for n in path if n[3] >= ENOUGH and n[5] >= ENOUGH][:6]
    ratio, more = 0.5, transitions / states - 1
    if known:
        first, firsts, later, laters = (sum(n[i] for n in known) for i in (2, 3, 4, 5))
        ratio, more = later / laters / max(first / firsts, 1e-9), laters / firsts
    left = 0.0
    for enabled, tried, first, firsts, later, laters, below in reversed(path):
        untried = enabled - tried - 1
        if reduced:
            untried = max(0.0, min(untried, (laters / firsts if firsts >= ENOUGH else more) - tried))
        size = below + left if tried == 0 else first / max(firsts, 1)
        left += untried * (later / laters if laters >= ENOUGH else ratio * size)
    return left


def main():
    name, states, reduced = sys.argv[1], int(sys.argv[2]), sys.argv[3:4] == ["reduced"]
    found = records(sys.stdin)
    cells = []
    for estimate in tree, siblings:
        shown = []
        for part in 0.25, 0.5, 0.75:
            head, path = min(found, key=lambda r: abs(r[0][0] - part * states))
            shown.append(f"{estimate(head, path, reduced) / (states - head[0]):.2g}")
        cells.append(" ".join(shown))
    print(f"| {name} | {states:,} | {' | '.join(cells)} |", flush=True)


main()
