#!/usr/bin/env python3
"""count_states.py - where the numbers in the `// states:` lines of tests/programs come from.

An explicit-state model of the programs in tests/programs/ok/exact (and a few others), written from their sources and
independent of the engine. It counts what `mazurka check` counts: states with more than one successor, and ends; and the
transitions out of the former. Operations that only one thread could conflict with (creating threads, private memory) are
not steps; a thread's end and its join are. Not needed to run the tests: they compare with the numbers in the files.

A thread is a list of operations. An operation is a function of (state, thread) that gives its successors: none if it cannot
happen now. A state is (positions, memory, registers); a thread that has ended has position None.
"""


def explore(threads, memory, every_step=False):
    """states, transitions, ends of main (joining all threads in order) beside `threads`, each followed by its end. With
    every_step points with one successor count too, as they do with --every-step."""
    programs = [[join(i + 1) for i in range(len(threads))] + [end]] + [t + [end] for t in threads]
    start = (tuple(0 for _ in programs), tuple(sorted(memory.items())), tuple(0 for _ in programs))
    seen, todo = {start}, [start]
    choices = ends = transitions = deadlocks = 0
    while todo:
        state = todo.pop()
        successors = [s for t, at in enumerate(state[0]) if at is not None for s in programs[t][at](state, t)]
        if not successors:
            finished = all(at is None for at in state[0])
            ends, deadlocks = ends + finished, deadlocks + (not finished)
        elif every_step or len(successors) > 1:
            choices += 1
            transitions += len(successors)
        for s in successors:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return choices + ends + deadlocks, transitions, ends


def change(state, t, jump=None, register=0, **memory):
    """The state after t has gone on (or to `jump`), with these changes of memory; registers are dead unless given."""
    positions, old, registers = list(state[0]), dict(state[1]), list(state[2])
    positions[t] = positions[t] + 1 if jump is None else jump
    registers[t] = register
    old.update(memory)
    return tuple(positions), tuple(sorted(old.items())), tuple(registers)


def get(state, name):
    return dict(state[1])[name]


def end(state, t):
    positions = list(state[0])
    positions[t] = None
    return [(tuple(positions), state[1], state[2])]


def join(other):
    return lambda s, t: [change(s, t)] if s[0][other] is None else []


def lock(m):
    return lambda s, t: [change(s, t, **{m: t})] if get(s, m) == 0 else []


def unlock(m):
    return lambda s, t: [change(s, t, **{m: 0})]


def wait(semaphore):
    return lambda s, t: [change(s, t, **{semaphore: get(s, semaphore) - 1})] if get(s, semaphore) else []


def post(semaphore):
    return lambda s, t: [change(s, t, **{semaphore: get(s, semaphore) + 1})]


def store(name, value):
    return lambda s, t: [change(s, t, **{name: value})]


def load(name):
    return lambda s, t: [change(s, t, register=get(s, name))]


def look(name):
    """A read of which nothing is kept; the register stays."""
    return lambda s, t: [change(s, t, register=s[2][t])]


def store_next(name):
    return lambda s, t: [change(s, t, **{name: s[2][t] + 1})]


def choose(n, name):
    return lambda s, t: [change(s, t, **{name: i}) for i in range(n)]


def arrive(barrier, n):
    """Counts arrivals; a round is over when their number is a multiple of n."""
    def step(s, t):
        arrived = get(s, barrier)
        return [change(s, t, register=arrived // n, **{barrier: arrived + 1})]
    return step


def leave(barrier, n):
    return lambda s, t: [change(s, t)] if get(s, barrier) // n > s[2][t] else []


def jump_if(name, value, target):
    """A read, and then on to `target` if it found `value`."""
    return lambda s, t: [change(s, t, jump=target) if get(s, name) == value else change(s, t)]


def cond_wait(cond, mutex):
    return lambda s, t: [change(s, t, **{mutex: 0, cond: get(s, cond) | 1 << t})]


def cond_wake(cond, mutex, target):
    def step(s, t):
        free = get(s, mutex) == 0 and not get(s, cond) >> t & 1
        return [change(s, t, jump=target, **{mutex: t})] if free else []
    return step


def broadcast(cond):
    return lambda s, t: [change(s, t, **{cond: 0})]


def add(name, value):
    return lambda s, t: [change(s, t, **{name: get(s, name) + value})]


def philosophers(n):
    def dine(me):
        first, second = sorted((me, (me + 1) % n))
        return [lock(f"m{first}"), lock(f"m{second}"), unlock(f"m{second}"), unlock(f"m{first}")]
    return [dine(me) for me in range(n)], {f"m{i}": 0 for i in range(n)}


waiter = [lock("m"), jump_if("flag", 1, 4), cond_wait("c", "m"), cond_wake("c", "m", 1), unlock("m")]
setter = [lock("m"), store("flag", 1), broadcast("c"), unlock("m")]

def main_first(threads, memory, before, after):
    """The same in the first experiments with this engine, which counted otherwise: every step, a thread's end is none, and main
    goes before all others whenever it can: `before` steps, the joins, `after` steps."""
    n = len(threads)
    threads = [[]] + threads  # numbers begin with main's
    start = (0, (tuple(0 for _ in threads), tuple(sorted(memory.items())), tuple(0 for _ in threads)))
    seen, todo, transitions = {start}, [start], 0
    while todo:
        at, state = todo.pop()
        waits = before <= at < before + n and state[0][at - before + 1] < len(threads[at - before + 1])
        if at < before + n + after and not waits:
            successors = [(at + 1, state)]
        else:
            successors = [(at, s) for t, code in enumerate(threads) if state[0][t] < len(code)
                          for s in code[state[0][t]](state, t)]
        transitions += len(successors)
        for s in successors:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return len(seen), transitions


def racy_counter(threads, rounds):
    return [[load("x"), store_next("x")] * rounds] * threads, {"x": 0}


def looking_counter(threads, rounds):
    return [[load("x"), look("x"), store_next("x")] * rounds] * threads, {"x": 0}


def mutex_counter(threads, rounds):
    return [[lock("m"), load("x"), store_next("x"), unlock("m")] * rounds] * threads, {"m": 0, "x": 0}


models = {
    "ok/exact/idle.c": ([[]] * 4, {}),
    "ok/exact/locks.c": ([[lock("m"), unlock("m")] * 2] * 3, {"m": 0}),
    "ok/exact/semaphores.c": ([[post("s")] * 2] * 2 + [[wait("s")] * 2] * 2, {"s": 0}),
    "ok/exact/stores.c": ([[store("x", i), store("y", i)] for i in (1, 2, 3)], {"x": 0, "y": 0}),
    "ok/exact/barrier.c": ([[arrive("b", 3), leave("b", 3)] * 2] * 3, {"b": 0}),
    "ok/exact/choices.c": ([[choose(3, "a")], [choose(3, "b")]], {"a": 0, "b": 0}),
    "ok/exact/increments.c": ([[load("x"), store_next("x")]] * 3, {"x": 0}),
    "ok/exact/signals.c": ([waiter, waiter, setter], {"m": 0, "c": 0, "flag": 0}),
    "ok/classic/philosophers.c": philosophers(4),
    "ok/dead/mutex_counter.c": mutex_counter(3, 4),
    "ok/dead/large_frames.c": looking_counter(3, 2),
    "ok/dead/variadic.c": ([[look("x")] + [add("x", n) for n in (1, 0, 1, 0, 0, 0, 0, 3, 0, 1, 2)]] * 2, {"x": 0}),
    "ok/dead/, all others": racy_counter(3, 2),
    "bench/mutex_counter.c 4 x 6": mutex_counter(4, 6),
    "bench/racy_counter.c 3 x 4": racy_counter(3, 4),
    "bench/racy_counter.c 4 x 3": racy_counter(4, 3),
}
# tests/cli/test_states.sh
with_every_step = {
    "mutex counter 3 x 4": mutex_counter(3, 4),
    "mutex counter 4 x 6": mutex_counter(4, 6),
    "racy counter 3 x 4": racy_counter(3, 4),
    "racy counter 4 x 3": racy_counter(4, 3),
}

if __name__ == "__main__":
    for name, model in models.items():
        states, transitions, ends = explore(*model)
        print(f"{name}: states: {states}  transitions: {transitions}  ends: {ends}")
    for name, model in with_every_step.items():
        states, transitions, ends = explore(*model, every_step=True)
        # and one state before: main is about to create the first thread
        print(f"--every-step, {name}: states: {states + 1}  transitions: {transitions + 1}")
    for name, model in with_every_step.items():
        states, transitions = main_first(*model, len(model[0]) + 1, 1)
        print(f"main first, {name}: states: {states}  transitions: {transitions}")
