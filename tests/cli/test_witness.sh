#!/bin/bash
# test_witness.sh - --witness: violation witnesses of SV-COMP, format 2.2. Each is read back and held against what the format demands.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace -q "$@"; }
cp "$root"/examples/{counter.c,deadlock.c} "$cases_work"
cd "$cases_work" || exit 1

# Reads the part of YAML that is written here: mappings and lists by indentation, scalars in double quotes, words and numbers. Then what the
# format demands: which keys there are, of which kind, hashes of the files, the order of segments. Prints the specification, and each
# waypoint as type, thread, line and constraint.
cat > read_witness.py <<'P'
import hashlib, re, sys, uuid
from datetime import datetime

def scalar(text):
    if text.startswith('"'):
        assert re.fullmatch(r'"(?:[^"\\]|\\["\\])*"', text), text
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    assert re.fullmatch(r"[a-z0-9_]+", text), text
    return int(text) if text.isdigit() else text

def parse(lines, indent):
    """A mapping or a list whose lines begin with so many blanks; takes them from `lines`."""
    result = None
    while lines and len(lines[0]) - len(lines[0].lstrip()) == indent:
        line = lines[0].strip()
        if line.startswith("- "):
            result = [] if result is None else result
            if re.match(r'- (?:"[^"]*"|[a-z_]+):', line):
                lines[0] = " " * (indent + 2) + line[2:]
                result.append(parse(lines, indent + 2))
            else:
                lines.pop(0)
                result.append(scalar(line[2:]))
            continue
        key, rest = re.fullmatch(r'("(?:[^"\\]|\\.)*"|[a-z_]+):(?: (.*))?', line).groups()
        lines.pop(0)
        result = {} if result is None else result
        assert key not in result, key
        next_indent = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
        result[scalar(key)] = scalar(rest) if rest is not None else parse(lines, next_indent)
    return result

def only(mapping, required, optional=()):
    assert set(required) <= set(mapping) <= set(required) | set(optional), mapping

text = open(sys.argv[1], encoding="utf-8").read()
entries = parse(text.splitlines(), 0)
try:
    import yaml
    assert yaml.safe_load(text) == entries
except ImportError:
    pass
assert len(entries) == 1
entry = entries[0]
only(entry, ["entry_type", "metadata", "content"])
assert entry["entry_type"] == "violation_sequence"
meta = entry["metadata"]
only(meta, ["format_version", "uuid", "creation_time", "producer", "task"])
assert meta["format_version"] == "2.2" and uuid.UUID(meta["uuid"]).version == 4
datetime.strptime(meta["creation_time"], "%Y-%m-%dT%H:%M:%SZ")
only(meta["producer"], ["name", "version"], ["configuration", "command_line", "description"])
task = meta["task"]
only(task, ["input_files", "input_file_hashes", "specification", "data_model", "language"])
assert task["data_model"] == "LP64" and task["language"] == "C" and set(task["input_files"]) == set(task["input_file_hashes"])
for name, digest in task["input_file_hashes"].items():
    assert hashlib.sha256(open(name, "rb").read()).hexdigest() == digest
print(task["specification"])
created = 0
for i, segment in enumerate(entry["content"]):
    only(segment, ["segment"])
    waypoints = [w["waypoint"] for w in segment["segment"]]
    final = i == len(entry["content"]) - 1
    assert all((w["type"] == "target") == final for w in waypoints)
    assert len(waypoints) == (2 if final and "data-race" in task["specification"] else 1)
    for w in waypoints:
        constrained = w["type"] in ("assumption", "function_return")
        only(w, ["type", "action", "location", "thread_id"] + (["constraint"] if constrained else []))
        assert w["type"] in ("assumption", "target", "function_enter", "function_return", "branching") and w["action"] == "follow"
        if constrained:
            only(w["constraint"], ["value", "format"])
            assert w["constraint"]["format"] == ("c_expression" if w["type"] == "assumption" else "ext_c_expression")
        only(w["location"], ["file_name", "line"], ["column", "function"])
        assert w["location"]["file_name"] in task["input_files"] and w["location"]["line"] > 0
        assert w["thread_id"] <= created, "a thread that was not created"
        source = open(w["location"]["file_name"]).read().splitlines()[w["location"]["line"] - 1]
        created += w["type"] == "function_enter" and "pthread_create" in source
        print(w["type"], w["thread_id"], w["location"]["line"], w.get("constraint", {}).get("value", "-"))
P
witness() { cd "$cases_work"; python3 read_witness.py w.yml; }

assertions()
{
    cd "$cases_work"
    check counter.c --race=off --witness=w.yml > /dev/null || true
    is "G ! call(__assert_fail())
function_enter 0 15 -
function_enter 0 16 -
assumption 1 8 1
assumption 2 8 1
target 0 19 -" "$(witness)"
    check ./counter.c --race=off --witness=- 2> /dev/null > w.yml || true
    witness > /dev/null
}
case_ "--witness: an assertion, and the threads before it" assertions

# As programs of the competition are: an error function with a body of its own, and values that may be any.
cat > "$cases_work/reach.c" <<'C'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
void reach_error(void) { assert(0); }
int x, y;
void *writer(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t t;
    int wanted = __VERIFIER_nondet_int();
    y = __VERIFIER_nondet_bool();
    pthread_create(&t, 0, writer, 0);
    if (x == 1 && wanted == -1 && y) {
        reach_error();
    }
    pthread_join(t, 0);
    return 0;
}
C
competition()
{
    cd "$cases_work"
    check reach.c --race=off --witness=w.yml > /dev/null || true
    is 'G ! call(reach_error())
function_return 0 15 \result == -1
function_return 0 16 \result == 1
function_enter 0 17 -
assumption 1 9 1
assumption 0 18 1
target 0 19 -' "$(witness)"
    sed 's/void reach_error(void) .*/extern void reach_error(void);/' reach.c > declared.c
    check declared.c --race=off --witness=w.yml > /dev/null || true
    is 'G ! call(reach_error()) target 0 19 -' "$(witness | sed -n '1p;$p' | tr '\n' ' ' | sed 's/ $//')"
}
case_ "--witness: reach_error, and values that may be any" competition

cat > "$cases_work/memory.c" <<'C'
#include <pthread.h>
#include <stdlib.h>
int *p;
void *work(void *unused)
{
#ifdef TWICE
    free(p);
#else
    *p = 1;
#endif
    return unused;
}
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, work, 0);
    free(p);
    pthread_join(t, 0);
    return 0;
}
C
kinds()
{
    cd "$cases_work"
    check counter.c --race=error --witness=w.yml > /dev/null || true
    is "G ! data-race target target" "$(witness | sed -n '1p;/^target/p' | sed 's/^target .*/target/' | tr '\n' ' ' | sed 's/ $//')"
    is "2" "$(witness | grep '^target' | cut -d' ' -f2 | sort -u | wc -l)"
    check memory.c --race=off --witness=w.yml > /dev/null || true
    is "G valid-deref" "$(witness | head -n 1)"
    check memory.c -DTWICE --race=off --witness=w.yml > /dev/null || true
    is "G valid-free" "$(witness | head -n 1)"
    "$MAZURKA" cc -o memory memory.c 2> /dev/null
    check ./memory --race=off --witness=w.yml > /dev/null || true
    is "G valid-deref" "$(witness | head -n 1)"
}
case_ "--witness: other properties" kinds

cat > "$cases_work/plus.cpp" <<'C'
#include <cassert>
#include <thread>
int x;
int main() { std::thread t([] { x = 1; }); assert(x == 0); t.join(); }
C
refused()
{
    cd "$cases_work"
    rm -f none.yml
    says 1 "no witness was written: SV-COMP has no property for this kind of bug (deadlock)" check deadlock.c --witness=none.yml
    says 0 "no witness was written: there is no bug" check "$root/examples/counter_fixed.c" --witness=none.yml
    says 1 "no witness was written: the format is for programs in C, and plus.cpp is none" check plus.cpp --race=off --witness=none.yml
    [ ! -e none.yml ]
    says 2 "No space left" check counter.c --race=off --witness=/dev/full
}
case_ "--witness: what it refuses" refused

end_cases
