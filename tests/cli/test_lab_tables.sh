#!/bin/bash
# test_lab_tables.sh - the queries of `mazurka lab rank`, on stores with numbers of our own: what they answer is what the paper on DFS-RB
# prints of the same numbers, and what its formulas give, computed here with fractions, in which equal scores are equal.
. "$(dirname "$0")/../lib/cases.sh"
mkdir -p "$cases_work/suite/any"
touch "$cases_work/suite/any/any.c"
echo '{"name": "any", "title": "Not in the study", "sources": ["any.c"], "forms": {"fixed": []}, "bug": null}' \
    >"$cases_work/suite/any/facts.json"
export PYTHONPATH=$cases_work
cat >"$cases_work/made.py" <<'END'
# A store, and a study of it.
import re, sqlite3
def store(path, schema):
    text = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', open(schema + "/schema.h").read().split("#define STORE_SCHEMA")[1]))
    version = int(re.search(r"STORE_VERSION = (\d+)", open(schema + "/result_store.h").read()).group(1))
    db = sqlite3.connect(path)
    db.executescript(f"{text} PRAGMA application_id = {0x4d7a6b61}; PRAGMA user_version = {version};")
    return db
def add(db, program, configuration, runs): # runs: numbers of states, None where nothing was found
    db.execute("INSERT OR IGNORE INTO program VALUES (NULL, ?, 'buggy', 'paper', 1, '', 2, '', '')", (program,))
    db.execute("INSERT OR IGNORE INTO configuration VALUES (NULL, ?, '', ?, '', 1)", (configuration, configuration))
    e = db.execute("INSERT INTO experiment SELECT NULL, p.id, c.id, 'own', 9999, 1000, '' FROM program p, configuration c "
                   "WHERE p.name = ? AND c.name = ?", (program, configuration)).lastrowid
    for seed, states in enumerate(runs):
        db.execute("INSERT INTO run (experiment, seed, found, complete, states, transitions, max_depth, bytes, seconds) "
                   "VALUES (?, ?, ?, 0, ?, 1, 1, 1, 0.5)", (e, seed + 1, states is not None, states or 9999))
def study(path, programs, phases, keys):
    with open(path, "w") as out:
        out.write(f"[study]\ntitle = x\nprograms = {' '.join(programs)}\nstates = 9999\n{keys}\n")
        for name in sorted({c for of in phases.values() for c in of}):
            out.write(f"[configuration {name}]\nrandom = yes\noptions = --search=dfs\n")
        for name, of in phases.items():
            out.write(f"[phase {name}]\nconfigurations = {' '.join(of)}\nruns = 5\n")
END
rank() { "$MAZURKA" lab rank x.study --suite="$cases_work/suite" --store=x.db "$@"; }

# Tables 11 to 22: the six techniques that the paper also combines, alone and together. Section 9.3: 15 and 7 of 72 find nothing; section
# 9.4: 53 pairs find something both. In 30 of them together is better by the tables; the text has 29.
pairs()
{
    python3 - "$root/src/apps/store" <<'END'
import sys
from made import *
N = None
pairs = [(N, 451321), (N, 485374), (N, 96900), (N, 17138), (708569, 279632), (117695, 669970),   # Daisy
    (N, 1372), (663, 6645), (N, 44668), (N, 5579), (302, 179139), (66944, 4766),                  # Elevator
    (474, 45), (15, 216), (309, 34), (189, 68), (361, 126), (356, 73),                            # Alarm Clock
    (1555, 91), (46, 38), (296, 18), (N, N), (27, 22), (25, 82),                                  # Linked List
    (60521, 82), (335, 56), (8482, 54), (8473, 46), (65, 57), (53, 91),                           # Producer Consumer
    (618, 52), (47, 50), (74, 31), (63, 29), (63, 32), (30, 110),                                 # RAX Extended
    (N, 1258), (224, 440), (165, 258), (149, 313), (179, 1526), (18478, 1295),                    # Replicated Workers
    (N, 3405), (52, 5780), (N, 3539), (N, 3933), (232, 412), (349, 4295),                         # jPapaBench
    (N, 3942), (14962, 5593), (N, N), (N, N), (2911, 6812), (3427, 3109),                         # Monte Carlo
    (6777, N), (4601, N), (784, 7355), (681, 2157), (1403, 4462), (2103, N),                      # CDx
    (24991, 6788), (14201, 8318), (22072, 3779), (19017, 5221), (9933, 5580), (6920, 12423),      # Cache4j
    (6277, 1629), (65, 1504), (2094, 873), (24, N), (807, 843), (482, 8671)]                      # QSortMT
db = store("x.db", sys.argv[1])
for i, (alone, together) in enumerate(pairs):
    add(db, f"p{i // 6}", f"t{i % 6}", [alone])
    add(db, f"p{i // 6}", f"rb-1+t{i % 6}", [together])
db.commit()
techniques = [f"t{i}" for i in range(6)]
study("x.study", [f"p{i}" for i in range(12)], {"all": techniques + ["rb-1+" + t for t in techniques]}, "compare = all")
END
    says 0 "In all 15 of 72 alone and 7 together find nothing; of the 53 pairs in which both do, together is better in 30." rank
}
case_ "sections 9.3 and 9.4, from the paper's own numbers" pairs

# Random runs with many ties.
formulas()
{
    python3 - "$root/src/apps/store" <<'END'
import random, sys
from made import *
random.seed(7)
db = store("x.db", sys.argv[1])
programs, configurations = [f"p{i}" for i in range(5)], [f"c{i}" for i in range(40)]
for c in range(40):
    for p in programs:
        chance = 1 if c % 3 else 0.6
        add(db, p, f"c{c}", [random.choice((20, 30, 40, 60)) if random.random() < chance else None for i in range(4)])
db.commit()
study("x.study", programs, {"all": configurations}, "rank = all")
END
    rank >tables
    cat tables
    python3 - <<'END'
import math, sqlite3
from fractions import Fraction as F
db = sqlite3.connect("x.db")
runs = {}
for p, c, found, states in db.execute("SELECT program, configuration, found, states FROM result"):
    runs.setdefault((int(p[1:]), int(c[1:])), []).append(states if found else None)
def of(table): # its rows of cells
    text = open("tables").read().split(f"### {table}")[1].split("\n### ")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")][2:]
def found(p, c): return [s for s in runs[p, c] if s is not None]
def mean(p, c): return F(sum(found(p, c)), len(found(p, c)))
def variation(p, c): # rounded: a square root is no fraction
    return round(1 + math.sqrt(sum((s - mean(p, c)) ** 2 for s in found(p, c)) / len(found(p, c))) / mean(p, c), 12)
def ranks(scores):
    return [(sum(o < s for o in scores) + 1 + sum(o <= s for o in scores)) / 2 for s in scores]
def lists(programs):
    e, d, v = [], [], []
    for c in range(40):
        fails = any(not found(p, c) for p in programs)
        e.append(math.inf if fails else math.prod(F(4, len(found(p, c))) for p in programs))
        d.append(math.inf if fails else math.prod(mean(p, c) / min(mean(p, o) for o in range(40) if found(p, o)) for p in programs))
        v.append(math.inf if fails else round(math.prod(variation(p, c) for p in programs), 9))
    r = [sum(x) for x in zip(ranks(e), ranks(d), ranks(v))]
    return e, d, v, r
def rho(a, b):
    return 1 - 6 * sum((x - y) ** 2 for x, y in zip(ranks(a), ranks(b))) / (len(a) * (len(a) ** 2 - 1))
e, d, v, r = lists(range(5))
good = [c for c in range(40) if e[c] < math.inf]
assert 5 < len(good) < 40 and len(set(ranks(e))) < len(good) / 2, len(good) # there are failures, and ties
order = sorted(good, key=lambda c: (r[c], c))[:10]
def number(x): return f"{round(x * 100) / 100:g}"
wanted = [[str(i + 1), f"c{c}"] + [number(x[c]) for x in (r, ranks(e), ranks(d), ranks(v))]
          + [f"{float(s[c] / min(s)):.2f}" for s in (e, d, v)] for i, c in enumerate(order)]
assert of("Table 4") == wanted, (of("Table 4"), wanted)
among = [[x[c] for c in good] for x in (e, d, v)]
assert [row[1] for row in of("Table 5")] == [f"{rho(among[a], among[b]):.2f}" for a, b in ((0, 1), (0, 2), (1, 2))], of("Table 5")
for p, row in enumerate(of("Table 7")):
    own, others = lists([p])[3], lists([o for o in range(5) if o != p])[3]
    assert row[1:] == [f"{rho(own, others):.3f}", f"{rho([own[c] for c in good], [others[c] for c in good]):.3f}"], (p, row)
def better(p, i, k): # Â12, by pairs
    a, b = ([math.inf if s is None else s for s in runs[p, c]] for c in (i, k))
    half = sum((x > y) + (x == y) / 2 for x in a for y in b) / len(a) / len(b)
    return (half < 0.5) - (half > 0.5)
score = [sum(better(p, i, k) for p in range(5) for k in range(40) if k != i) / 5 for i in range(40)]
best = sorted(range(40), key=lambda c: (-score[c], c))[:10]
assert [row[0] for row in of("Table 6")] == [f"c{c}" for c in best], (of("Table 6"), best)
for p, row in enumerate(of("Configurations that find an error")):
    n = [len(found(p, c)) for c in range(40)]
    assert row[1:6] == [str(x) for x in (40, n.count(4), n.count(2) + n.count(3), n.count(1), n.count(0))], row
END
}
case_ "ranks, similarities and pairs, by the formulas" formulas
end_cases
