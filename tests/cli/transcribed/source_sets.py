#!/usr/bin/env python3
"""O-DPOR as section 5 of the paper on S-POR describes it (source sets with states matched, without sleep sets and wakeup trees), written
from the paper's text alone, on random programs of reads, writes and locks; beside it a search of everything. Both must come to the same
ends and deadlocks, and so must Mazurka with each of its reductions on the same programs in C.

    source_sets.py MAZURKA PROGRAMS CHECKED     so many programs; the first ones, and two with deadlocks, are checked by Mazurka, too
"""
import json
import random
import subprocess
import sys

REDUCTIONS = ["none", "odpor", "dlspor", "sum"]


def random_program(rng):
    """Threads of ("r", v), ("w", v, value), ("s", v): v is what was read last + 1, ("l", m), ("u", m)."""
    program = []
    threads = rng.choice([2, 3, 3])
    for _ in range(threads):
        code, held = [], []
        for _ in range(rng.randint(2, 4 if threads == 3 else 5)):
            kind = rng.random()
            if kind < 0.3:
                code.append(("r", rng.randrange(2)))
            elif kind < 0.5:
                code.append(("w", rng.randrange(2), rng.randint(1, 2)))
            elif kind < 0.65:
                code.append(("s", rng.randrange(2)))
            elif held and kind < 0.8:
                code.append(("u", held.pop()))
            elif len(held) < 2:
                held.append(rng.choice([m for m in (0, 1) if m not in held]))
                code.append(("l", held[-1]))
        program.append(code + [("u", m) for m in reversed(held)])
    return program


class Search:
    """A state is (variables, owners of locks, program counters, what each thread has read)."""

    def __init__(self, program):
        self.program, self.seen, self.ends, self.stuck = program, set(), set(), set()
        self.threads = range(len(program))
        self.behind = {}  # state -> thread -> (label, successor)
        self.path = []    # (state, label, indices of what happens before it, threads to be tried there)

    def start(self):
        return (0, 0), (-1, -1), tuple(0 for _ in self.threads), tuple(() for _ in self.threads)

    def next(self, s, t):
        return self.program[t][s[2][t]] if s[2][t] < len(self.program[t]) else None

    def enabled(self, s):
        ops = [(t, self.next(s, t)) for t in self.threads]
        return [t for t, a in ops if a and not (a[0] == "l" and s[1][a[1]] != -1)]

    def waiting(self, s):
        return [t for t in self.threads if self.next(s, t) and t not in self.enabled(s)]

    def label(self, s, t):
        a = self.next(s, t)
        return t, "r" if a[0] == "r" else "w", "m" if a[0] in "lu" else "v", a[1]

    def step(self, s, t):
        variables, owners, counters, read = map(list, s)
        a = self.next(s, t)
        counters[t] += 1
        if a[0] == "r":
            read[t] += (variables[a[1]],)
        elif a[0] == "w":
            variables[a[1]] = a[2]
        elif a[0] == "s":
            variables[a[1]] = ((read[t][-1] if read[t] else 0) + 1) % 4
        else:
            owners[a[1]] = t if a[0] == "l" else -1
        return tuple(variables), tuple(owners), tuple(counters), tuple(read)

    def is_last(self, s):
        if not self.enabled(s):
            (self.stuck if self.waiting(s) else self.ends).add(s)
        return not self.enabled(s)

    def everything(self):
        todo = [self.start()]
        while todo:
            s = todo.pop()
            if s not in self.seen and not self.is_last(s):
                todo += [self.step(s, t) for t in self.enabled(s)]
            self.seen.add(s)
        return self

    def before(self, a):
        found = set()
        for i, (_, b, earlier, _) in enumerate(self.path):
            if b[0] == a[0] or dependent(a, b):
                found |= {i} | earlier
        return found

    def race(self, a):
        """The step that is about to be taken, with steps on the path that nothing between them orders: lines 6 to 9 of [3]."""
        mine = self.before(a)
        for i, (s, b, _, todo) in enumerate(self.path):
            if not dependent(a, b) or any(i in self.path[k][2] for k in mine):
                continue
            later = [e[1] for e in self.path[i + 1:] if i not in e[2]] + [a]
            initials = {x[0] for n, x in enumerate(later) if not any(y[0] == x[0] or dependent(x, y) for y in later[:n])}
            possible = initials & set(self.enabled(s))
            if not todo & initials:
                todo |= {min(possible)} if possible else set(self.enabled(s))

    def hold_against_path(self, a):
        """A step behind a known state, or one that waits: in what order it comes is not known."""
        for s, b, _, todo in self.path:
            if dependent(a, b):
                todo |= {a[0]} if a[0] in self.enabled(s) else set(self.enabled(s))

    def known_behind(self, s, seen, labels):
        if s not in seen:
            seen.add(s)
            labels |= {self.label(s, t) for t in self.waiting(s)}
            for a, successor in self.behind[s].values():
                labels.add(a)
                self.known_behind(successor, seen, labels)
        return labels

    def source_sets(self, s=None):
        s = s or self.start()
        self.seen.add(s)
        self.behind[s] = {}
        for t in self.waiting(s):
            self.hold_against_path(self.label(s, t))
        if self.is_last(s):
            return self
        todo, done = {self.enabled(s)[0]}, set()
        while todo - done:
            t = min(todo - done)
            a, successor = self.label(s, t), self.step(s, t)
            done.add(t)
            self.race(a)
            self.path.append((s, a, self.before(a), todo))
            self.behind[s][t] = a, successor
            if successor not in self.seen:
                self.source_sets(successor)
            else:
                for b in self.known_behind(successor, set(), set()):
                    self.hold_against_path(b)
            self.path.pop()
        return self


def dependent(a, b):
    return a[0] != b[0] and a[2:] == b[2:] and "w" in (a[1], b[1])


def in_c(program):
    text = """#include <pthread.h>
#include <stdatomic.h>
static atomic_int v[2];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int read[3][8];
"""
    for t, code in enumerate(program):
        text += f"static void *thread{t}(void *unused)\n{{\n"
        n = 0
        for a in code:
            last = f"read[{t}][{n - 1}]" if n else "0"
            text += "    " + {"r": f"read[{t}][{n}] = v[{a[1]}]", "w": f"v[{a[1]}] = {a[-1]}", "s": f"v[{a[1]}] = ({last} + 1) % 4",
                              "l": f"pthread_mutex_lock(&m[{a[1]}])", "u": f"pthread_mutex_unlock(&m[{a[1]}])"}[a[0]] + ";\n"
            n += a[0] == "r"
        text += "    return unused;\n}\n"
    return text + "int main(void)\n{\n    pthread_t t[3];\n" + "".join(
        f"    pthread_create(&t[{t}], 0, thread{t}, 0);\n" for t in range(len(program))) + "".join(
        f"    pthread_join(t[{t}], 0);\n" for t in range(len(program))) + "    return 0;\n}\n"


def checked(mazurka, reduction):
    subprocess.run([mazurka, "check", "./random_program", "--search=dfs", "--race=off", "--all", f"--reduction={reduction}", "--no-trace",
                    "--quiet", "--json=result.json"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("result.json", encoding="utf-8") as f:
        n = json.load(f)["statistics"]
    return n["end_states"], n["deadlocks"]


def main():
    mazurka, programs, few = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    wrong = deadlocks = 0
    for number in range(programs):
        program = random_program(random.Random(number))
        all_of_it, reduced = Search(program).everything(), Search(program).source_sets()
        deadlocks += len(all_of_it.stuck) > 0
        if (reduced.ends, reduced.stuck) != (all_of_it.ends, all_of_it.stuck) or len(reduced.seen) > len(all_of_it.seen):
            print(f"program {number}: O-DPOR has {len(reduced.ends)} ends of {len(all_of_it.ends)}: {program}")
            wrong += 1
        if number >= few and not (all_of_it.stuck and deadlocks <= 2):
            continue
        with open("random_program.c", "w", encoding="utf-8") as f:
            f.write(in_c(program))
        subprocess.run([mazurka, "cc", "-O1", "-pthread", "random_program.c", "-o", "random_program"], check=True)
        for reduction in REDUCTIONS:
            found, there = checked(mazurka, reduction), (len(all_of_it.ends), len(all_of_it.stuck))
            if found != there:
                print(f"program {number}, {reduction}: {found} ends and deadlocks, there are {there}: {program}")
                wrong += 1
    print(f"{programs} programs, {wrong} wrong, deadlocks in some: {deadlocks > 0}")
    sys.exit(wrong > 0)


main()
