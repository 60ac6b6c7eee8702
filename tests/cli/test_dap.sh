#!/bin/bash
# test_dap.sh - `mazurka dap`: a client steps through an interleaving, forward and back.
. "$(dirname "$0")/../lib/cases.sh"
cp "$root"/examples/{counter,deadlock}.c "$cases_work"
cd "$cases_work"
"$MAZURKA" check counter.c --race=off -q >/dev/null
"$MAZURKA" check deadlock.c -q >/dev/null

client() # TRACE, and Python on standard input: `c` is a client that has launched the trace
{
    { printf 'import sys\nsys.path.insert(0, "%s")\nfrom dap_client import Client\n' "$root/tests/lib"
      printf 'c = Client(["%s", "dap"], cwd="%s")\n' "$MAZURKA" "$cases_work"
      cat; } >script.py
    timeout 60 python3 script.py "$@"
}

steps()
{
    client <<'P'
able = c.start(trace="counter.mzt")
assert able["supportsStepBack"] and able["exceptionBreakpointFilters"][0]["filter"] == "preemptions"
assert "cause: thread 1 (work) read counter = 0" in c.event("output")["output"]
c.request("setExceptionBreakpoints", filters=[])
c.request("configurationDone")
assert c.event("stopped") == {"reason": "entry", "threadId": 1, "allThreadsStopped": True}
assert c.where(1) == (15, "main: create thread 1 (work)")
assert [t["name"] for t in c.request("threads")["threads"]] == ["thread 0 (main)"]
assert c.move("next", 2) == ("step", 2, 8, "work: write counter: 1 → 1")
assert [t["name"] for t in c.request("threads")["threads"]] == ["thread 0 (main)", "thread 1 (work)", "thread 2 (work)"]
assert c.variables("Memory") == {"counter": "0"}
assert c.move("stepIn", 2) == ("step", 3, 8, "work: write counter: 0 → 1")
assert c.move("stepOut", 3) == ("step", 2, 8, "work: write counter: 1 → 1")
assert c.request("evaluate", expression="counter")["result"] == "1"
assert "no step of this interleaving touches n" in c.request("evaluate", expression="n", refused=True)
assert c.variables("Next step", 2) == {"text": "write counter: 1 → 1", "operation": "write", "object": "counter", "before": "1",
                                       "after": "1"}
end = ("exception", 1, 19, "main: counter == 2")
assert c.move("continue") == end and c.move("continue") == end and c.move("next") == end
assert c.request("exceptionInfo", threadId=1)["exceptionId"] == "assertion"
assert [t["id"] for t in c.request("threads")["threads"]] == [1]
assert c.where(2) == (0, "ended")
assert c.move("stepBack", 2)[:2] == ("step", 2)
assert c.move("stepBack", 2) == ("step", 2, 8, "work: write counter: 1 → 1")
assert c.variables("Memory") == {"counter": "1"}
assert c.move("stepBack", 2) == ("step", 2, 8, "work: read counter = 0") and c.variables("Memory") == {"counter": "0"}
assert c.move("reverseContinue", 1) == ("entry", 1, 15, "main: create thread 1 (work)")
c.request("restart")
assert c.event("stopped")["reason"] == "entry"
c.end()
P
}
case_ "forward and back" steps

# A text of JSON may hold any character.
zeros()
{
    client <<'P'
c.start(trace="counter.mzt")
c.request("configurationDone")
assert c.request("dataBreakpointInfo", name="\0")["dataId"] is None
c.end()
P
}
case_ "a text with a zero in it" zeros

stops()
{
    client <<'P'
import os
c.start(trace="counter.mzt", stopOnEntry=False)
here = os.path.abspath("../counter.c")
def lines(*numbers):
    return c.request("setBreakpoints", source={"path": here}, breakpoints=[{"line": n} for n in numbers])["breakpoints"]
assert [b["verified"] for b in lines(17, 4)] == [True, False]
c.request("setExceptionBreakpoints", filters=["preemptions"])
c.request("configurationDone")
stop = c.event("stopped")
assert stop["reason"] == "breakpoint" and c.where(stop["threadId"])[0] == 17, stop
stop = c.move("continue")
assert stop[:2] == ("exception", 3), stop
assert c.move("continue")[:3] == ("breakpoint", 1, 17)
lines()
c.request("setExceptionBreakpoints", filters=[])
assert c.request("dataBreakpointInfo", name="nobody")["dataId"] is None
data = c.request("dataBreakpointInfo", name="counter")["dataId"]
both = c.request("setDataBreakpoints", breakpoints=[{"dataId": data}, {"dataId": "x"}])["breakpoints"]
assert both == [{"verified": True}, {"verified": False}]
assert c.move("reverseContinue") == ("data breakpoint", 3, 8, "work: write counter: 0 → 1")
assert c.move("reverseContinue")[0] == "entry"
c.end()
P
}
case_ "breakpoints: lines, preemptions, data" stops

locks()
{
    client <<'P'
c.start(trace="deadlock.mzt")
c.request("setExceptionBreakpoints", filters=[])
c.request("configurationDone")
c.event("stopped")
assert c.variables("Locks") == {}
assert c.move("continue")[:3] == ("exception", 1, 29)
assert c.variables("Locks") == {"right": "held by thread 2", "left": "held by thread 1"}
assert c.where(2) == (9, "one: lock right") and c.where(3) == (18, "other: lock left")
c.end()
P
}
case_ "a deadlock: who holds what" locks

# A program that reads standard input gets none, and takes nothing from the editor.
reader()
{
    sed 's/pthread_t /getchar(); pthread_t /; s/^#include <pthread.h>/&\n#include <stdio.h>/' "$root/examples/counter.c" >reader.c
    grep -q getchar reader.c
    cp reader.c "$cases_work"
    (cd "$cases_work" && says 1 "bug: assertion" "$MAZURKA" check reader.c --race=off -q </dev/null)
    client <<'P'
c.start(trace="reader.mzt")
c.request("configurationDone")
c.event("stopped")
c.end()
P
}
case_ "a program that reads standard input" reader

# What is no session, and what is no message.
odd()
{
    client <<'P'
assert c.request("threads", refused=True) == "nothing was launched"
assert "which trace?" in c.request("launch", refused=True)
assert "no such folder" in c.request("launch", refused=True, trace="counter.mzt", cwd="/none")
assert "none.mzt" in c.request("launch", refused=True, trace="none.mzt")
assert "does not know the request x" in c.request("x", refused=True)
c.start(trace="counter.mzt")
c.request("configurationDone")
assert c.request("stackTrace", threadId=99)["stackFrames"][0]["name"] == "no further step"
assert c.request("variables", variablesReference=77777)["variables"] == []
c.request("setBreakpoints", source={}, breakpoints=[{}])
c.end()
P
    is 0 "$("$MAZURKA" dap </dev/null | wc -c)"
    says 2 "begins with Content-Length" sh -c "printf 'x: 1\r\n\r\n{}' | '$MAZURKA' dap"
    says 2 "is a JSON object" sh -c "printf 'Content-Length: 2\r\n\r\n[]' | '$MAZURKA' dap"
    says 0 "" sh -c "printf 'Content-Length: 99\r\n\r\n{}' | '$MAZURKA' dap"
    says 2 "an editor says by messages" "$MAZURKA" dap counter.mzt
}
case_ "no session, no message" odd

# The document that it shows is that of `mazurka replay --json`.
json()
{
    "$MAZURKA" replay counter.mzt --json=r.json >out || is 1 $?
    is "mazurka-replay bug assertion" "$(jq -r '[.schema, .verdict, .findings[0].kind] | join(" ")' r.json)"
    says 2 "name a file" "$MAZURKA" replay counter.mzt --json=-
}
json_here() { cp "$cases_work"/counter.* .; "$MAZURKA" check counter.c --race=off -q >/dev/null || is 1 $?; json; }
case_ "mazurka replay --json" json_here
# The extension in an editor that is none: what it registers starts the adapter.
extension()
{
    python3 -c 'import json, sys; p = json.load(open(sys.argv[1])); assert p["contributes"]["debuggers"][0]["type"] == "mazurka"' \
        "$root/examples/vscode/package.json"
    command -v node >/dev/null || { echo "skip: there is no node"; return 0; }
    mkdir -p node_modules/vscode
    cat >node_modules/vscode/index.js <<'J'
const registered = {};
module.exports = {registered,
    workspace: {getConfiguration: () => ({get: () => 'mazurka'}),
        findFiles: async (glob) => (glob.endsWith('.mzt') ? ['/b.mzt', '/a.mzt'] : ['broken.sarif', 'r.sarif']).map((fsPath) => ({fsPath})),
        fs: {readFile: async (file) => require('fs').promises.readFile(file.fsPath)},
        createFileSystemWatcher: () => ({onDidCreate(f) { registered.written = f; }, onDidChange() {}, onDidDelete() {}})},
    languages: {createDiagnosticCollection: () => ({shown: new Map(), clear() { this.shown.clear(); },
        set(uri, list) { this.shown.set(uri, list); registered.problems = this.shown; }})},
    DiagnosticSeverity: {Error: 0, Information: 2}, Uri: {parse: (text) => text},
    Range: class { constructor(line) { this.line = line; } },
    Location: class { constructor(uri, range) { Object.assign(this, {uri, range}); } },
    Diagnostic: class { constructor(range, message, severity) { Object.assign(this, {range, message, severity}); } },
    DiagnosticRelatedInformation: class { constructor(location, message) { Object.assign(this, {location, message}); } },
    window: {showQuickPick: async (names) => names[0]},
    debug: {registerDebugAdapterDescriptorFactory: (type, factory) => { registered[type] = factory; return {}; }},
    commands: {registerCommand: (name, run) => { registered[name] = run; return {}; }},
    DebugAdapterExecutable: class { constructor(command, args) { Object.assign(this, {command, args}); } }};
J
    cp "$root"/examples/vscode/*.js .
    cp "$cases_work"/deadlock.c .
    "$MAZURKA" check deadlock.c -q --sarif=r.sarif >/dev/null || is 1 $?
    echo '{"runs": [' >broken.sarif
    is "mazurka dap /a.mzt 4" "$(node -e '
        const {registered} = require("vscode"), context = {subscriptions: []};
        require("./extension.js").activate(context);
        const adapter = registered.mazurka.createDebugAdapterDescriptor();
        registered["mazurka.pickTrace"]().then((t) => console.log(adapter.command, adapter.args[0], t, context.subscriptions.length));')"
    # The bug is where the report has it, with its steps; a file that is damaged hides none, and one without bugs takes them away.
    node -e '
        const {registered} = require("vscode"), assert = require("assert"), fs = require("fs");
        const settled = () => new Promise((done) => setTimeout(done, 200));
        (async () => {
            require("./extension.js").activate({subscriptions: []});
            await settled();
            const [[uri, [bug, ...others]], ...more] = registered.problems;
            assert(uri.startsWith("file:///") && uri.endsWith("/deadlock.c") && !others.length && !more.length);
            assert(bug.source === "mazurka" && bug.code === "deadlock" && bug.severity === 0);
            const result = JSON.parse(fs.readFileSync("r.sarif")).runs[0].results[0];
            assert.equal(bug.message, result.message.text);
            assert.equal(bug.range.line + 1, result.locations[0].physicalLocation.region.startLine);
            assert(bug.relatedInformation.length > 1 && bug.relatedInformation.every((s) => s.location.uri === uri && s.message));
            fs.writeFileSync("r.sarif", JSON.stringify({runs: []}));
            registered.written();
            await settled();
            assert.equal(registered.problems.size, 0);
        })().catch((error) => { console.error(error); process.exit(1); });'
}
case_ "the extension for VS Code" extension
end_cases
