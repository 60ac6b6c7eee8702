#!/usr/bin/env python3
"""Reads what `mazurka clients queue.spec --list --outcomes` prints for examples/clients/queue.spec, and works out by itself what the calls of
each client may return: a list of two places, every order by permutations of all calls. Prints what differs."""
import itertools, re, sys

ROOM = 2


def call(held, name, argument):
    if name == "queue_push":
        if len(held) == ROOM:
            return [0]
        held.append(argument)
        return [1]
    if name == "queue_pop":
        return [1, held.pop(0)] if held else [0, 0]
    return [len(held)]


def outcomes(threads):
    owners = [t for t, calls in enumerate(threads) for _ in calls]
    found, orders = set(), set(itertools.permutations(owners))
    for order in orders:
        held, next_call, results = [], [0] * len(threads), [[] for _ in threads]
        for t in order:
            results[t] += call(held, *threads[t][next_call[t]])
            next_call[t] += 1
        found.add(tuple(value for thread in results for value in thread))
    return len(orders), found


def main():
    clients, wrong = 0, 0
    lines = sys.stdin.read().splitlines()
    for at, line in enumerate(lines):
        head = re.match(r"\d+: (.*)", line)
        if not head:
            continue
        threads = [[(n, int(a) if a else None) for n, a in re.findall(r"(\w+)\((\d*)\)", part)] for part in head[1].split("|")]
        orders, expected = outcomes(threads)
        rows = itertools.takewhile(lambda text: not re.match(r"\d+: ", text), lines[at + 2:])
        printed = {tuple(map(int, row.split())) for row in rows}
        said = int(re.match(r" +([\d,]+) order", lines[at + 1])[1].replace(",", ""))
        clients += 1
        if printed != expected or said != orders:
            print(line, "printed", sorted(printed), "expected", sorted(expected), said, orders)
            wrong += 1
    print("%d clients, %d wrong" % (clients, wrong))


main()
