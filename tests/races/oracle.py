#!/usr/bin/env python3
"""oracle.py - random little programs whose data races are also computed by an independent model, from the definition.

    oracle.py MAZURKA FIRST COUNT [CC]     programs with seeds FIRST, FIRST + 1, ...; prints "ok" or "FAIL" and what differs

The model runs every interleaving of the statements to its end and remembers no states. Happens-before is kept as sets of events
that are known, not as clocks: a thread knows what it did; a release hands a copy of what is known to the place, an acquire adds what
the place has. Each statement stands on a line of its own, so a race is a pair of lines.

Two sets are computed: `all` pairs that race in some execution, and the `first` ones, those of executions without an earlier race.
Mazurka must report at least all first ones and nothing that is no race; and where it cannot do without clocks (some atomic orders
less than it tells, some trylock fails), or is told to use them, exactly `all`.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = "relaxed", "acquire", "release", "acq_rel", "seq_cst"
LOADS, STORES = [RELAXED, ACQUIRE, SEQ_CST], [RELAXED, RELEASE, SEQ_CST]
UPDATES = [RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST]
ACQUIRES, RELEASES = {ACQUIRE, ACQ_REL, SEQ_CST}, {RELEASE, ACQ_REL, SEQ_CST}


class Statement:
    def __init__(self, kind, name=None, value=0, order=None, guard=False, skip=0):
        self.kind, self.name, self.value, self.order = kind, name, value, order
        self.guard = guard  # True: only if r, what was read last, is not 0; a number: only if it is that
        self.skip = skip    # a trylock that fails: so many statements are left out
        self.line = 0

    def code(self):
        n, v, o = self.name, self.value, "memory_order_%s" % self.order
        text = {
            "write": f"{n} = {v};", "read": f"r = {n};",
            "raw_write": f"*(volatile int *)&{n} = {v};", "raw_read": f"r = *(volatile int *)&{n};",
            "store": f"atomic_store_explicit(&{n}, {v}, {o});", "load": f"r = atomic_load_explicit(&{n}, {o});",
            "add": f"r = atomic_fetch_add_explicit(&{n}, 1, {o});", "fence": f"atomic_thread_fence({o});",
            "lock": f"pthread_mutex_lock(&{n});", "unlock": f"pthread_mutex_unlock(&{n});",
            "trylock": f"if (pthread_mutex_trylock(&{n}) == 0) {{", "end": f"pthread_mutex_unlock(&{n}); }}",
            "rdlock": f"pthread_rwlock_rdlock(&{n});", "wrlock": f"pthread_rwlock_wrlock(&{n});",
            "rwunlock": f"pthread_rwlock_unlock(&{n});",
            "post": f"sem_post(&{n});", "trywait": f"r = sem_trywait(&{n}) == 0;",
            "cas": f"atomic_compare_exchange_strong(&{n}, &{v}, 1);",
            "create": f"pthread_create(&t[{v}], 0, thread{v}, 0);",
        }[self.kind]
        return ("" if self.guard is False else "if (r) " if self.guard is True else f"if (r == {self.guard}) ") + text

    def applies(self, r):
        return r == self.guard if type(self.guard) is int else r != 0 or not self.guard


def random_block(rng, weak, out, depth):
    """One statement, or a section with a lock."""
    guard = rng.random() < 0.45
    pick = rng.random()
    plain, atomic = rng.choice("xy"), rng.choice("ab")
    order = lambda orders: rng.choice(orders) if weak else SEQ_CST if rng.random() < 0.5 else orders[-2]
    if pick < 0.22:
        out.append(Statement("write", plain, rng.randint(1, 2), guard=guard))
    elif pick < 0.42:
        out.append(Statement("read", plain, guard=guard))
    elif pick < 0.56:
        out.append(Statement("store", atomic, rng.randint(0, 2), order(STORES), guard))
    elif pick < 0.70:
        out.append(Statement("load", atomic, order=order(LOADS), guard=guard))
    elif pick < 0.75:
        out.append(Statement("add", atomic, order=order(UPDATES), guard=guard))
    elif pick < 0.78:
        out.append(Statement(rng.choice(["raw_write", "raw_read"]), atomic, 1, guard=guard))
    elif pick < 0.80:
        out.append(Statement("cas", atomic, plain, SEQ_CST, guard))
    elif pick < 0.82 and weak:
        out.append(Statement("fence", order=rng.choice([ACQUIRE, RELEASE, ACQ_REL, SEQ_CST])))
    elif pick < 0.85:
        out.append(Statement("post", "s", guard=guard))
    elif pick < 0.88 and weak:
        out.append(Statement("trywait", "s"))
    elif depth == 0:
        inner = []
        for _ in range(rng.randint(1, 2)):
            random_block(rng, weak, inner, 1)
        way = rng.random()
        if way < 0.2 and weak:
            name = rng.choice("mn")
            out += [Statement("trylock", name, skip=len(inner) + 1)] + inner + [Statement("end", name)]
        elif way < 0.45:
            out += [Statement(rng.choice(["rdlock", "wrlock"]), "l")] + inner + [Statement("rwunlock", "l")]
        else:
            name = rng.choice("mn")
            out += [Statement("lock", name)] + inner + [Statement("unlock", name)]
    else:
        out.append(Statement("write", plain, 1, guard=guard))


def section(rng, inner):
    if rng.random() < 0.3:
        return [Statement(rng.choice(["rdlock", "wrlock"]), "l")] + inner + [Statement("rwunlock", "l")]
    name = rng.choice("mmn")
    return [Statement("lock", name)] + inner + [Statement("unlock", name)]


def random_handover(rng):
    """Data is handed over by a flag that orders less than it tells. On some ways sections with locks order it by chance; these ways
    and others lead to the same states."""
    access = lambda: Statement(rng.choice(["write", "read"]), "x", 1, guard=True)
    giver = section(rng, [Statement("write", "x", 1)])
    if rng.random() < 0.3:
        giver += section(rng, [])
    giver.append(Statement("store", "a", 1, rng.choice(STORES[:2])))
    taker = []
    for _ in range(rng.randint(1, 2)):
        taker += section(rng, [])
    taker += [Statement("load", "a", order=rng.choice(LOADS[:2])), access()]
    threads = [giver, taker]
    if rng.random() < 0.3:
        threads.append(section(rng, [Statement("write", "y", 1)] if rng.random() < 0.5 else []))
    rng.shuffle(threads)
    return threads


def random_sequences(rng):
    """Several threads store to one atomic variable and update it, with and without releases: who reads what was stored learns of
    those whose release sequence goes on until there. Thread 0 is main, which creates the others and writes something in between: those
    who are created later know of it."""
    def write(last):
        kind = "store" if last else rng.choice(["store", "add"])
        weak, strong = (RELAXED, RELEASE) if kind == "store" else (rng.choice([RELAXED, ACQUIRE]), rng.choice([RELEASE, ACQ_REL]))
        return Statement(kind, "a", 3 if last else rng.randint(1, 2), weak if rng.random() < (0.8 if last else 0.3) else strong)

    def writer(plain):
        body = [Statement("write", plain, 1)] if rng.random() < 0.7 else []
        if rng.random() < 0.1:
            body.append(Statement("fence", order=rng.choice([RELEASE, ACQ_REL])))
        body += [write(False) for _ in range(rng.choice([1, 1, 2]))]
        if rng.random() < 0.7:
            body.append(write(True))
            if rng.random() < 0.4:
                body.insert(-1, Statement("load", "a", order=RELAXED))
                body[-1].guard = 2
        return body

    reader = [Statement("load", "a", order=rng.choice([ACQUIRE, ACQUIRE, RELAXED]))]
    if reader[0].order == RELAXED:
        reader.append(Statement("fence", order=ACQUIRE))
    reader += [Statement("read", plain, guard=rng.choice([2, 3, 3, 3])) for plain in ("y" if rng.random() < 0.6 else "xy")]
    threads = [reader] + [writer(plain) for plain in rng.choice(["y", "y", "xy", "yx", "yy"])]
    order = list(range(len(threads)))
    rng.shuffle(order)
    main = [Statement("create", value=k + 1) for k in order]
    main.insert(rng.randint(0, len(main)), Statement("write", rng.choice("xy"), 1))
    return [main] + threads


def random_program(seed):
    rng = random.Random(seed)
    kind = rng.random()
    if kind < 0.3:
        return random_handover(rng)
    if kind < 0.6:
        return random_sequences(rng)
    weak = rng.random() < 0.7
    count = 2 if rng.random() < 0.6 else 3
    most = 6 if count == 2 else 4
    threads = []
    for _ in range(count):
        body = []
        while len(body) < rng.randint(2, most):
            random_block(rng, weak, body, 0)
        threads.append(body)
    return threads


def has_main(threads):
    return any(s.kind == "create" for s in threads[0])


def source_of(threads):
    lines = ["#include <pthread.h>", "#include <semaphore.h>", "#include <stdatomic.h>",
             "static int x, y;", "static atomic_int a, b;", "static sem_t s;",
             "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;",
             "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;"]
    main = has_main(threads)
    for t, body in enumerate(threads):
        if t == 0 and main:
            continue
        lines += ["static void *thread%d(void *p)" % t, "{", "    int r = 1;"]
        for s in body:
            lines.append("    " + s.code())
            s.line = len(lines)
        lines += ["    (void)r;", "    return p;", "}"]
    lines += ["int main(void)", "{", "    pthread_t t[%d];" % len(threads), "    sem_init(&s, 0, 0);"]
    if main:
        for s in threads[0]:
            lines.append("    " + s.code())
            s.line = len(lines)
    else:
        lines += ["    pthread_create(&t[%d], 0, thread%d, 0);" % (t, t) for t in range(len(threads))]
    lines += ["    pthread_join(t[%d], 0);" % t for t in range(main, len(threads))]
    return "\n".join(lines + ["    return 0;", "}"]) + "\n"


class State:
    """Of one execution. Known things are frozensets of event numbers."""

    def __init__(self, threads):
        n = len(threads)
        self.pc, self.r = [0] * n, [1] * n
        self.memory = dict.fromkeys("xyab", 0)
        self.sem, self.owner, self.readers = 0, {}, frozenset()
        self.knows = [frozenset()] * n
        self.created = set(range(1 if has_main(threads) else n))
        self.place = {}                     # what goes with a lock
        self.sequences = {}                 # release sequences of an atomic variable that go on: (thread that heads it, what goes with it)
        self.released = [frozenset()] * n   # at the last release fence
        self.seen = [frozenset()] * n       # by loads that did not acquire
        self.accesses = ()                  # (event, thread, name, write, atomic, line)
        self.events = 0
        self.raced = False

    def copy(self):
        c = State.__new__(State)
        own, other = c.__dict__, self.__dict__
        own.update(other)
        for name in State.changing:
            own[name] = other[name].copy()
        return c

    changing = ("pc", "r", "memory", "owner", "knows", "created", "place", "sequences", "released", "seen")


class Model:
    def __init__(self, threads, most_runs):
        self.threads, self.first, self.all, self.runs, self.most = threads, set(), set(), 0, most_runs
        self.weak = False

    def pair(self, state, a, line):
        p = tuple(sorted((a, line)))
        self.all.add(p)
        state.racing.add(p)

    def access(self, s, t, st, write, atomic, what=None):
        what = what or st.name
        for event, u, name, w, at, line in s.accesses:
            if u != t and name == what and (w or write) and not (at and atomic) and event not in s.knows[t]:
                self.pair(s, line, st.line)
        s.events += 1
        s.accesses += ((s.events, t, what, write, atomic, st.line),)
        s.knows[t] |= {s.events}

    def load(self, s, t, name, order):
        what = frozenset().union(*(released for head, released in s.sequences.get(name, ())))
        if order in ACQUIRES:
            s.knows[t] |= what
        else:
            s.seen[t] |= what

    def update(self, s, t, name, order):
        self.load(s, t, name, order)
        s.sequences[name] = s.sequences.get(name, ()) + (self.sequence(s, t, order),)

    def store(self, s, t, name, order):
        own = tuple(q for q in s.sequences.get(name, ()) if q[0] == t)
        s.sequences[name] = own + (self.sequence(s, t, order),)

    @staticmethod
    def sequence(s, t, order):
        """That an atomic write heads: what a release, or a fence before it, goes with."""
        return t, s.knows[t] if order in RELEASES else s.released[t]

    def acquire(self, s, t, key):
        s.knows[t] |= s.place.get(key, frozenset())

    def release(self, s, t, key):
        s.place[key] = s.place.get(key, frozenset()) | s.knows[t]

    def enabled(self, s, t):
        if s.pc[t] >= len(self.threads[t]) or t not in s.created:
            return False
        st = self.threads[t][s.pc[t]]
        if not st.applies(s.r[t]):
            return True
        if st.kind in ("lock", "rdlock"):
            return st.name not in s.owner
        if st.kind == "wrlock":
            return st.name not in s.owner and not s.readers
        return True

    def step(self, s, t):
        st = self.threads[t][s.pc[t]]
        s.pc[t] += 1
        s.racing = set()
        if st.applies(s.r[t]):
            getattr(self, "do_" + st.kind)(s, t, st)
        if s.racing and not s.raced:
            self.first |= s.racing
            s.raced = True

    def do_write(self, s, t, st):
        self.access(s, t, st, True, False)
        s.memory[st.name] = st.value

    def do_read(self, s, t, st):
        self.access(s, t, st, False, False)
        s.r[t] = s.memory[st.name]

    do_raw_write, do_raw_read = do_write, do_read

    def do_store(self, s, t, st):
        self.weak |= st.order not in RELEASES
        self.access(s, t, st, True, True)
        s.memory[st.name] = st.value
        self.store(s, t, st.name, st.order)

    def do_load(self, s, t, st):
        self.weak |= st.order not in ACQUIRES
        self.access(s, t, st, False, True)
        s.r[t] = s.memory[st.name]
        self.load(s, t, st.name, st.order)

    def do_add(self, s, t, st):
        self.weak |= st.order not in (ACQ_REL, SEQ_CST)
        self.access(s, t, st, True, True)
        s.r[t] = s.memory[st.name]
        s.memory[st.name] += 1
        self.update(s, t, st.name, st.order)

    def do_cas(self, s, t, st):
        same = s.memory[st.name] == s.memory[st.value]
        self.access(s, t, st, same, True)
        self.access(s, t, st, not same, False, st.value)
        if same:
            s.memory[st.name] = 1
            self.update(s, t, st.name, st.order)
        else:
            s.memory[st.value] = s.memory[st.name]
            self.load(s, t, st.name, st.order)

    def do_create(self, s, t, st):
        s.created.add(st.value)
        s.knows[st.value] = s.knows[t]

    def do_fence(self, s, t, st):
        if st.order in ACQUIRES:
            s.knows[t] |= s.seen[t]
        if st.order in RELEASES:
            s.released[t] = s.knows[t]

    def do_lock(self, s, t, st):
        s.owner[st.name] = t
        self.acquire(s, t, st.name)

    def do_unlock(self, s, t, st):
        del s.owner[st.name]
        self.release(s, t, st.name)

    do_end = do_unlock

    def do_trylock(self, s, t, st):
        if st.name in s.owner:
            self.weak = True
            s.pc[t] += st.skip
        else:
            self.do_lock(s, t, st)

    def do_rdlock(self, s, t, st):
        s.readers |= {t}
        self.acquire(s, t, "l")

    def do_wrlock(self, s, t, st):
        s.owner["l"] = t
        self.acquire(s, t, "l")
        self.acquire(s, t, "readers of l")

    def do_rwunlock(self, s, t, st):
        if s.owner.get("l") == t:
            del s.owner["l"]
            self.release(s, t, "l")
        else:
            s.readers -= {t}
            self.release(s, t, "readers of l")

    def do_post(self, s, t, st):
        s.sem += 1
        self.release(s, t, "s")

    def do_trywait(self, s, t, st):
        s.r[t] = int(s.sem > 0)
        if s.sem:
            s.sem -= 1
            self.acquire(s, t, "s")
        else:
            self.weak = True

    def explore(self, s):
        able = [t for t in range(len(self.threads)) if self.enabled(s, t)]
        if not able:
            self.runs += 1
            return self.runs < self.most
        for t in able:
            c = s if t == able[-1] else s.copy()
            self.step(c, t)
            if not self.explore(c):
                return False
        return True


def lines_of(result):
    pairs = set()
    for f in result["findings"]:
        if f["kind"] == "race" and f["confirmed"]:
            pairs.add(tuple(sorted(a["place"]["line"] for a in f["accesses"])))
    return pairs


def run(*command):
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=120)


# As `mazurka check --cc=CC FILE.c` does it. Clang is not loaded a second time to link: gcc does, with gold where that is installed.
def compile_program(mazurka, path, cc):
    gold = ["-fuse-ld=gold"] if shutil.which("ld.gold") else []
    run(mazurka, "cc", "--cc=" + cc, "-c", "-o", path + ".o", path)
    run(mazurka, "cc", "--cc=gcc", *gold, "-o", path[:-2], path + ".o")


def check(mazurka, program, *options):
    out = program + ".json"
    run(mazurka, "check", "--memory-model=sc", "--quiet", "--no-trace", "--json=" + out, *options, program)
    with open(out) as f:
        return json.load(f)


def complaint(seed, mazurka, directory, cc):
    threads = random_program(seed)
    path = os.path.join(directory, "p%d.c" % seed)
    with open(path, "w") as f:
        f.write(source_of(threads))
    model = Model(threads, 60000)
    if not model.explore(State(threads)):
        return None, "skipped"
    compile_program(mazurka, path, cc)
    program = path[:-2]
    result = check(mazurka, program)
    found = lines_of(result)
    kinds = {f["kind"] for f in result["findings"]} - {"race"}
    unsure = [f for f in result["findings"] if not f["confirmed"]]
    what = "first %s all %s found %s weak %s" % (sorted(model.first), sorted(model.all), sorted(found), model.weak)
    if kinds - {"deadlock"} or unsure:
        return "other findings: %s (%s)" % (result["reason"], what), what
    if "deadlock" in kinds:
        return None, "skipped"
    if not model.first <= found:
        return "a race was missed: %s" % what, what
    if not found <= model.all:
        return "a false alarm: %s" % what, what
    if model.weak and found != model.all:
        return "not all were found: %s" % what, what
    for reduction in ["sum", "none"]:
        graph = lines_of(check(mazurka, program, "--race-rule=graph", "--reduction=" + reduction))
        if graph != found and (model.weak or not model.first <= graph <= model.all):
            return "in the graph, with %s: %s, graph %s" % (reduction, what, sorted(graph)), what
    clocks = lines_of(check(mazurka, program, "--race-rule=clocks"))
    if clocks != model.all:
        return "with clocks from the start: %s, clocks %s" % (what, sorted(clocks)), what
    poised = lines_of(check(mazurka, program, "--race-rule=poised"))
    if not poised <= found:
        return "poised finds more: %s, poised %s" % (what, sorted(poised)), what
    return None, what


def main():
    mazurka, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    cc = sys.argv[4] if len(sys.argv) > 4 else "gcc"
    bad = compared = racy = 0
    with tempfile.TemporaryDirectory() as directory:
        for seed in range(first, first + count):
            why, what = complaint(seed, mazurka, directory, cc)
            compared += what != "skipped"
            racy += "all []" not in what and what != "skipped"
            if os.environ.get("VERBOSE"):
                print(seed, what)
            if why:
                bad += 1
                print("    seed %d: %s" % (seed, why))
                sys.stdout.write("".join("    > " + line + "\n" for line in source_of(random_program(seed)).split("\n")))
    name = "races of %d random programs (%s), %d of them racy, as the model has them" % (compared, cc, racy)
    print(("FAIL " if bad else "ok ") + name)
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
