#!/usr/bin/env python3
"""Reads what `mazurka clients blocking_queue.spec --list --outcomes` prints for examples/clients/blocking_queue.spec, and works out by itself
what the calls of each client may return, and who may wait for ever. With the argument `quiescent` no order of a thread's calls is kept.
Prints what differs."""
import itertools, sys

import listed

ROOM = 1


def call(held, name, argument):
    """The results, or None: it waits."""
    full = len(held) == ROOM
    if name == "blocking_queue_offer":
        if not full:
            held.append(argument)
        return [int(not full)]
    if name == "blocking_queue_put":
        return None if full else held.append(argument) or []
    return [held.pop(0)] if held else None


def play(order, threads):
    """What is held, and the results of each call of the order; or None: one of them waits."""
    held, results = [], {}
    for t, i in order:
        results[t, i] = call(held, *threads[t][i])
        if results[t, i] is None:
            return None
    return held, results


def outcome(threads, made, results):
    text = []
    for t, calls in enumerate(threads):
        for i in range(len(calls)):
            text += map(str, results[t, i]) if i < made[t] else ["waits" if i == made[t] else "-"]
    return " ".join(text)


def outcomes(threads, quiescent):
    """All that can be made of each thread's first calls, in any order: no thread is left that could go on."""
    found, orders = set(), 0
    for made in itertools.product(*(range(len(calls) + 1) for calls in threads)):
        calls = [(t, i) for t, count in enumerate(made) for i in range(count)]
        for order in itertools.permutations(calls):
            if not quiescent and any(order.index((t, i)) < order.index((t, i - 1)) for t, i in order if i > 0):
                continue
            played = play(order, threads)
            if not played:
                continue
            nexts = [threads[t][count] for t, count in enumerate(made) if count < len(threads[t])]
            if all(call(list(played[0]), *one) is None for one in nexts):
                found.add(outcome(threads, made, played[1]))
                orders += 1
    return orders, found


clients, wrong, found = listed.compare(lambda threads: outcomes(threads, "quiescent" in sys.argv), str.strip)
waiting = any("waits" in row for rows in found for row in rows)
print("%d clients, %d wrong, %s wait" % (clients, wrong, "some" if waiting else "none"))
