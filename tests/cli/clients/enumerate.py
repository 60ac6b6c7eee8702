#!/usr/bin/env python3
"""Reads what `mazurka clients queue.spec --list --outcomes` prints for examples/clients/queue.spec, and works out by itself what the calls of
each client may return: a list of two places, every order by permutations of all calls. Prints what differs."""
import itertools

import listed

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


print("%d clients, %d wrong" % listed.compare(outcomes, lambda row: tuple(map(int, row.split())))[:2])
