#!/bin/bash
# test_formats.sh - results for other programs: JUnit XML, SARIF, lines that editors and GitHub read. Each is read back by a parser.
. "$(dirname "$0")/../lib/cases.sh"
check() { "$MAZURKA" check --no-trace "$@"; }
cp "$root"/examples/{counter.c,counter_fixed.c,deadlock.c} "$cases_work"
cat >"$cases_work/odd <&\".c" <<'C'
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *unused) { x = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    assert(x < 1 && "<&>\033[31m\"'" != 0);
    pthread_join(t, 0);
    return 0;
}
C
odd='odd <&".c'
cd "$cases_work" || exit 1

# Cases, failures, errors, skipped, and whether the first case has what its verdict asks for.
junit()
{
    cd "$cases_work"
    python3 - "$1" <<'P'
import sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1]).getroot()
assert suite.tag == "testsuite" and len(suite.findall("testcase")) == int(suite.get("tests"))
for what in ("failure", "error", "skipped"):
    name = what if what == "skipped" else what + "s"
    assert len(suite.findall("testcase/" + what)) == int(suite.get(name)), what
case = suite.find("testcase")
failure = case.find("failure")
print(suite.get("tests"), suite.get("failures"), suite.get("errors"), suite.get("skipped"), case.get("file"), case.get("line"),
      failure is not None and "interleaving:" in failure.text and failure.get("type"))
P
}

junit_of()
{
    cd "$cases_work"
    check counter.c --race=off --junit=r.xml >/dev/null 2>&1 || true
    is "1 1 0 0 counter.c 19 assertion" "$(junit r.xml)"
    check counter_fixed.c --junit=r.xml >/dev/null 2>&1
    is "1 0 0 0 None None False" "$(junit r.xml)"
    check counter.c --all --junit=r.xml >/dev/null 2>&1 || true
    is "$(grep -c '<testcase' r.xml)" "$(junit r.xml | cut -d' ' -f1)"
    check counter_fixed.c --search=walk --walks=3 --junit=r.xml >/dev/null 2>&1 || true
    is "1 0 0 1" "$(junit r.xml | cut -d' ' -f1-4)"
    check "$odd" --race=off --junit=r.xml >/dev/null 2>&1 || true
    is "1 1 0 0 $odd 9 assertion" "$(junit r.xml)"
    check counter.c --junit=- 2>/dev/null >r.xml || true
    junit r.xml
    grep -q '<testcase classname="mazurka" name="counter"' r.xml # as when it has passed
}
case_ "JUnit" junit_of

# Bytes that no parser takes: halves of UTF-16 pairs, what is no character, what is written too long or lies beyond all characters.
cat >"$cases_work/bytes.c" <<'C'
#include <pthread.h>
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
static int x;
static void *work(void *unused) { x = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (x == 1)
        __assert_fail("a\nb\001 ]]> \377 \xed\xa0\x80 \xef\xbf\xbe \xef\xbf\xbf \xe0\x80\xaf "
                      "\xf4\x90\x80\x80 \xe2\x82\xac", "odd\n.c", 7, "main");
    pthread_join(t, 0);
    return 0;
}
C
odd_bytes()
{
    cd "$cases_work"
    check bytes.c --race=off --junit=r.xml --sarif=r.sarif --json=r.json >said 2>&1 || true
    is "1 1 0 0" "$(junit r.xml | cut -d' ' -f1-4)" || return 1
    python3 -c 'import json; [json.loads(open(f, "rb").read().decode()) for f in ("r.sarif", "r.json")]; open("said", "rb").read().decode()'
    grep -q '€' r.xml
}
case_ "bytes that no parser takes" odd_bytes

one_output()
{
    cd "$cases_work"
    says 2 "one of them only can be written to standard output" check counter.c --json=- --junit=-
}
case_ "standard output is for one of them" one_output

# What the schema of SARIF 2.1.0 asks for, of what is there.
sarif()
{
    python3 - "$1" <<'P'
import json, sys
log = json.load(open(sys.argv[1]))
assert log["version"] == "2.1.0" and len(log["runs"]) == 1
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
assert run["tool"]["driver"]["name"] and len({r["id"] for r in rules}) == len(rules)
for result in run["results"]:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] and result["level"] == "error" and result["message"]["text"]
    orders = []
    for flow in result["codeFlows"]:
        assert len({f["id"] for f in flow["threadFlows"]}) == len(flow["threadFlows"])
        for thread in flow["threadFlows"]:
            assert thread["locations"]
            mine = [place["executionOrder"] for place in thread["locations"]]
            assert mine == sorted(mine)
            orders += mine
            for place in thread["locations"]:
                assert place["importance"] in ("important", "essential", "unimportant") and place["location"]["message"]["text"]
    assert sorted(orders) == list(range(1, len(orders) + 1))
invocation = run["invocations"][0]
first = run["results"][0] if run["results"] else None
place = first["locations"][0]["physicalLocation"] if first else None
print(invocation["executionSuccessful"], invocation["exitCode"], len(run["results"]), first and first["ruleId"],
      place and place["artifactLocation"]["uri"], place and place["region"]["startLine"],
      first and len(first["codeFlows"][0]["threadFlows"]))
P
}

sarif_of()
{
    cd "$cases_work"
    check counter.c --race=off --sarif=r.sarif >/dev/null 2>&1 || true
    is "True 1 1 assertion counter.c 19 3" "$(sarif r.sarif)"
    check deadlock.c --race=off --sarif=r.sarif >/dev/null 2>&1 || true
    is "True 1 1 deadlock" "$(sarif r.sarif | cut -d' ' -f1-4)"
    check counter_fixed.c --sarif=r.sarif >/dev/null 2>&1
    is "True 0 0 None None None None" "$(sarif r.sarif)"
    check "$odd" --race=off --sarif=r.sarif >/dev/null 2>&1 || true
    is "True 1 1 assertion odd%20%3C%26%22.c 9 2" "$(sarif r.sarif)"
    check "$PWD/counter.c" --race=off --sarif=r.sarif >/dev/null 2>&1 || true
    is counter.c "$(sarif r.sarif | cut -d' ' -f5)"
    mkdir -p elsewhere
    (cd elsewhere && check "$cases_work/counter.c" --race=off --sarif=../r.sarif >/dev/null 2>&1) || true
    is "file://$PWD/counter.c" "$(sarif r.sarif | cut -d' ' -f5)"
    check counter.c --all --sarif=- 2>/dev/null >r.sarif || true
    sarif r.sarif
}
case_ "SARIF" sarif_of

lines()
{
    cd "$cases_work"
    check counter.c --race=off --format=short >out 2>/dev/null || true
    is "counter.c:19: error: assertion failed: counter == 2 at counter.c:19 in main [assertion]" "$(head -1 out)"
    is "counter.c:8: note: thread 2 (work): write counter: 0 → 1" "$(grep 'note.*write' out | head -1)"
    ! grep -qv '^counter.c:[0-9]*: \(error\|note\): ' out
    check counter.c --race=off --format=short --quiet >out 2>/dev/null || true
    is 1 "$(wc -l <out)"
    is "counter_fixed: verified" "$(check counter_fixed.c --format=short 2>/dev/null | cut -d: -f1,2)"
    is "::notice title=mazurka::counter_fixed: verified" "$(check counter_fixed.c --format=github 2>/dev/null | cut -d: -f1-6)"
    is "::error file=counter.c,line=19,title=assertion::counter: assertion failed: counter == 2 at counter.c:19 in main" \
        "$(check counter.c --race=off --format=github 2>/dev/null)"
    is "::error file=odd <&\".c,line=9,title=assertion" "$(check "$odd" --race=off --format=github 2>/dev/null | cut -d: -f1-3)"
}
case_ "lines for editors and for GitHub" lines

# Of a bug that has a very long interleaving the last steps are written, and how many are not.
long()
{
    cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
enum { N = 2600 };
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused)
{
    for (int i = 0; i < N; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
    return unused;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x < 2 * N);
}
C
    check long.c --race=off --search=walk --walks=1 --sarif=r.sarif --json=r.json -q || is 1 $?
    python3 - <<'P'
import json
flow = json.load(open("r.sarif"))["runs"][0]["results"][0]["codeFlows"][0]
steps = [l for t in flow["threadFlows"] for l in t["locations"]]
finding = json.load(open("r.json"))["findings"][0]
assert len(steps) == len(finding["steps"]) == 20000, (len(steps), len(finding["steps"]))
left_out = finding["left_out"]
assert left_out > 0 and flow["message"]["text"] == f"the interleaving; its first {left_out} steps are left out", flow["message"]
assert min(l["executionOrder"] for l in steps) == left_out + 1
assert all(0 <= b < i for i, s in enumerate(finding["steps"]) for b in s.get("behind", []))
P
}
case_ "a very long interleaving" long

wrong()
{
    cd "$cases_work"
    says 2 "No such file or directory" check counter.c --junit=none/r.xml
    says 2 "this is a directory" check counter.c --sarif=.
    says 2 "text, short or github" check counter.c --format=xml || says 2 "text|short|github" check counter.c --format=xml
    says 2 "No space left" check counter.c --junit=/dev/full
    says 2 "No space left" check counter.c --sarif=/dev/full
}
case_ "what cannot be written" wrong
