#!/bin/bash
# test_dot.sh - --dot: the graph that was explored, for Graphviz. Each is read statement by statement; where Graphviz is there it draws it.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace -q "$@"; }
cp "$root"/examples/{counter.c,counter_fixed.c,deadlock.c,account.c} "$cases_work"
cd "$cases_work" || exit 1

# Prints: vertices, edges, those with several edges or that are ends, what the last vertex on the way is called. Fails if a statement is
# malformed, if something cannot be reached from the first vertex, or if what is red is no way.
cat > read_dot.py <<'P'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read().splitlines()
assert text[0] == "digraph explored {" and text[-1] == "}", "braces"
value = r'(?:"(?:[^"\\]|\\.)*"|[A-Za-z0-9.]+)'
attributes = rf'[a-z]+={value}(?:, [a-z]+={value})*'
vertices, edges = {}, []
for line in text[1:-1]:
    if m := re.fullmatch(rf'  (s\d+) \[({attributes})\];', line):
        vertices[m[1]] = m[2]
    elif m := re.fullmatch(rf'  (s\d+) -> (s\d+) \[({attributes})\];', line):
        edges.append(m.groups())
    else:
        assert re.fullmatch(rf'  (graph|node|edge) \[{attributes}\];|  label={value};', line), line
assert all(a in vertices and b in vertices for a, b, _ in edges)
assert len({(a, t.split(":")[0], b) for a, b, t in edges}) == len(edges)
reached, left = set(), ["s0"] if vertices else []
while left:
    v = left.pop()
    if v not in reached:
        reached.add(v)
        left += [b for a, b, _ in edges if a == v]
assert reached == set(vertices), set(vertices) - reached
way = {a: b for a, b, text in edges if "penwidth" in text}
assert len(way) == sum("penwidth" in text for _, _, text in edges), "not one way"
at, last = "s0", None
while at in way:
    at = way.pop(at)
assert not way, "red beside the way"
outs = {v: sum(a == v for a, _, _ in edges) for v in vertices}
met = sum(outs[v] > 1 or "doublecircle" in look or "deadlock" in look for v, look in vertices.items())
last = re.findall('label="([^"]*)"', vertices[at])[-1] if at != "s0" else "-"
print(len(vertices), len(edges), met, last)
P
drawn()
{
    if command -v dot > /dev/null; then
        dot -Tsvg "$1" > drawn.svg && grep -q '</svg>' drawn.svg || return 1
    fi
    python3 read_dot.py "$1"
}

whole_graphs()
{
    cd "$cases_work"
    check counter_fixed.c --reduction=none --dot=g.dot | grep -qx "verified: all 16 states"
    is "36 50 16 -" "$(drawn g.dot)" # the states that were counted are those with a choice, and the ends
    check counter_fixed.c --reduction=none --every-step --dot=g.dot | grep -qx "verified: all 36 states"
    is "36 50 16 -" "$(drawn g.dot)"
    check counter_fixed.c --dot=g.dot > said
    grep -q "$(cat said)" g.dot # in its title
    is "25 25" "$(drawn g.dot | cut -d' ' -f1,2)"
    grep -q 'label="1: lock lock\\ncounter_fixed.c:9"' g.dot
    grep -q 'thread 2 (work)' g.dot
    local reduction
    for reduction in spor despor dlspor dpor source-dpor optimal-dpor; do
        check counter_fixed.c --race=off --reduction=$reduction --dot=g.dot > /dev/null
        drawn g.dot > /dev/null || { echo "$reduction"; return 1; }
    done
}
case_ "--dot: everything that was explored" whole_graphs

ways_to_bugs()
{
    cd "$cases_work"
    check counter.c --race=off --dot=g.dot > /dev/null || true
    is "assertion" "$(drawn g.dot | cut -d' ' -f4)"
    check deadlock.c --dot=g.dot > /dev/null || true
    is "deadlock" "$(drawn g.dot | cut -d' ' -f4)"
    check counter.c --race=error --dot=g.dot > /dev/null || true
    drawn g.dot > /dev/null
    check account.c --all --dot=g.dot > /dev/null || true # all of it, with the way to the first
    is "69 71 assertion" "$(drawn g.dot | cut -d' ' -f1,2,4)"
    check account.c -j2 --dot=- 2>/dev/null > g.dot || true
    is "assertion" "$(drawn g.dot | cut -d' ' -f4)"
    for search in bfs walk pct; do
        check deadlock.c --search=$search --dot=g.dot > /dev/null || true
        drawn g.dot > /dev/null || { echo "$search"; return 1; }
    done
}
case_ "--dot: the way to a bug" ways_to_bugs

cat > "$cases_work/many.c" <<'C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *unused) { for (int i = 0; i < 12; i++) x++; return unused; }
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
what_is_left_out()
{
    cd "$cases_work"
    check many.c --reduction=none --dot=g.dot > /dev/null 2> said
    grep -q "the graph of --dot has the first 2000 states and .* transitions that were met: the rest is left out" said
    grep -q "the rest is left out" g.dot
    python3 read_dot.py g.dot > /dev/null
    check many.c --reduction=none --states=50 --dot=g.dot > /dev/null 2> said || true # a limit ends the search that is drawn
    grep -q "the graph of --dot has the first .* transitions that were met: the rest is left out" said
    grep -q "transitions; the rest is left out" g.dot
    says 2 "mazurka: --track tells no states apart: --dot needs that" check many.c --search=walk --track=all --dot=g.dot
    says 2 "mazurka: --dot draws one search: leave --runs out" check many.c --search=walk --runs=3 --dot=g.dot
    says 2 "mazurka: --dot draws one search: leave --budget out" check many.c --budget=1s --dot=g.dot
    says 2 "mazurka: --html and --dot: both would be written to g" check many.c --html=g --dot=g
    rm -f none.dot
    echo 'int main(void) { return x; }' > wrong.c
    ! check wrong.c --dot=none.dot > /dev/null 2>&1 && [ ! -e none.dot ]
}
case_ "--dot: what it leaves out, and refuses" what_is_left_out

end_cases
