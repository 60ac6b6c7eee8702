/* model.js - a finding as rows, and what is known at each of them: values, locks, where the threads are. No drawing here. */
"use strict";

const DATA_OPERATIONS = new Set(["read", "write", "read-write", "copy", "compare", "atomic load", "atomic store", "atomic update",
    "compare-exchange"]);
const NOT_OF_THE_PROGRAM = new Set(["refused", "diverged", "internal"]);

const plural = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many || one + "s"}`;
const withArticle = (noun) => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
const placeText = (p) => p && p.file ? (p.line ? `${p.file}:${p.line}` : p.file) : "";
const whereText = (p) => placeText(p) + (p && p.function ? (placeText(p) ? " in " : "in ") + p.function : "");

/* What a result has found, without what is no fault of the program's or was not confirmed. */
function findingsOf(document) {
    return (document.findings || []).filter((f) => f.confirmed && !NOT_OF_THE_PROGRAM.has(f.kind));
}

function threadName(model, number) {
    const start = model.starts.get(number);
    return start ? `thread ${number} (${start})` : `thread ${number}`;
}

/* --- rows: the steps, and what stands at the end ------------------------------------------------------------------------- */

/* The threads of a cycle of waiting, in its order; empty if there is none. */
function cycleOf(pending) {
    const next = new Map(pending.filter((p) => p.waits_for !== null && !p.enabled).map((p) => [p.thread, p.waits_for]));
    for (const first of next.keys()) {
        const seen = [];
        let at = first;
        while (next.has(at) && !seen.includes(at)) {
            seen.push(at);
            at = next.get(at);
        }
        if (at === first && seen.length > 1)
            return seen;
    }
    return [];
}

function waitRows(finding, cycle) {
    return (finding.pending || []).filter((p) => !p.enabled).map((p) => ({
        kind: "waits", thread: p.thread, place: p.place, operation: p.operation, waitsFor: p.waits_for, inCycle: cycle.includes(p.thread),
        text: p.text + (p.held_by.length && p.operation !== "join" ? `, held by thread ${p.held_by.join(", ")}` : ""),
    }));
}

/* Where an access of a race is among the steps; -1: it has not been made. */
function accessStep(steps, access) {
    for (let i = steps.length - 1; i >= 0 && access.performed; i--) {
        const s = steps[i];
        if (s.thread === access.thread && s.place && s.place.pc === access.place.pc && s.kind !== "blocked")
            return i;
    }
    return -1;
}

function endRows(finding, cycle) {
    const rows = [];
    if (finding.kind === "deadlock" || finding.kind === "livelock")
        rows.push(...waitRows(finding, cycle));
    for (const a of finding.accesses || [])
        if (!a.performed)
            rows.push({kind: "access", thread: a.thread, place: a.place, text: `is about to make ${withArticle(a.access)} of ${a.object}`});
    if (finding.kind && finding.kind !== "none")
        rows.push({kind: "fault", thread: finding.thread, place: finding.place,
            text: ["deadlock", "livelock", "race"].includes(finding.kind) ? finding.kind : finding.headline});
    return rows;
}

/* Marks the last step of a thread at a place. */
function noteAt(model, place, thread, note) {
    const row = place && model.rows.filter((r) => r.thread === thread && r.kind !== "fault" && r.place && r.place.pc === place.pc).pop();
    if (row)
        row.note = note;
}

function makeRows(model) {
    const f = model.finding;
    model.cycle = cycleOf(f.pending || []);
    model.rows = (f.steps || []).concat(endRows(f, model.cycle)).map((s, index) => Object.assign({}, s, {index}));
    model.fault = model.rows.length - 1;
    const waits = model.rows.filter((r) => r.inCycle || r.kind === "waits" && r.operation !== "join");
    const begin = waits.find((r) => r.inCycle) || waits[0];
    model.first = begin ? begin.index : model.fault; /* where a reader begins */
    model.files = new Set(model.rows.map((r) => r.place && r.place.file).filter(Boolean));
    for (const a of f.accesses || []) {
        const at = accessStep(f.steps, a);
        const row = at >= 0 ? model.rows[at] : model.rows.find((r) => r.kind === "access" && r.thread === a.thread);
        if (row) {
            row.racing = true;
            model.racing.push(row.index);
        }
    }
    if (Number.isInteger(f.fatal_step) && model.rows[f.fatal_step])
        model.rows[f.fatal_step].fatal = true;
    for (const p of f.pending || [])
        noteAt(model, p.lost_signal, p.lost_signal_by, "nobody waits");
    if (f.block)
        noteAt(model, f.block.freed, f.block.freed_by, "frees it");
    let before = null;
    for (const row of model.rows) {
        row.moment = row.index < (f.steps || []).length ? row.index : model.fault; /* what stands at the end is there at once */
        row.preempts = row.preempted && before !== null ? before : null;
        before = row.thread;
        if (!model.threads.includes(row.thread))
            model.threads.push(row.thread);
    }
    model.threads.sort((a, b) => a - b);
}

/* --- what is known at each row --------------------------------------------------------------------------------------------- */

const keyOf = (row) => `${row.object}@${row.address}`;

function noteValue(model, row) {
    if (!row.object || !DATA_OPERATIONS.has(row.operation) || row.after === null || row.after === undefined)
        return;
    let variable = model.variables.get(keyOf(row));
    if (!variable) {
        variable = {key: keyOf(row), name: row.object, initial: row.before, changes: [], touches: []};
        model.variables.set(variable.key, variable);
    }
    variable.touches.push(row.index);
    const last = variable.changes.length ? variable.changes[variable.changes.length - 1].value : variable.initial;
    if (row.after !== last || /write|store|update|exchange|copy/.test(row.operation) && row.after !== row.before)
        variable.changes.push({index: row.index, thread: row.thread, value: row.after});
}

function noteLock(model, row) {
    for (const [name, step] of [[row.gives_up, -1], [row.takes, 1]])
        if (name) {
            if (!model.locks.has(name))
                model.locks.set(name, []);
            model.locks.get(name).push({index: row.index, thread: row.thread, step});
        }
}

/* The last entry at or before a row, by bisection. */
function lastAt(list, index, of) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (of(list[middle]) <= index)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

function valueAt(variable, index) {
    const at = lastAt(variable.changes, index, (c) => c.index);
    const change = at >= 0 ? variable.changes[at] : null;
    const before = at > 0 ? variable.changes[at - 1].value : variable.initial;
    return {value: change ? change.value : variable.initial, before, change};
}

/* Who holds a lock: [{thread, index of where it was taken}]. Readers may share it, and its owner may take it again. */
function holdersAt(history, index) {
    const held = new Map();
    for (const h of history) {
        if (h.index > index)
            break;
        const own = held.get(h.thread) || [];
        if (h.step > 0)
            own.push(h.index);
        else
            own.pop();
        held.set(h.thread, own);
    }
    return [...held].filter(([, own]) => own.length).map(([thread, own]) => ({thread, index: own[0]}));
}

/* The thread's last row at or before one; null: it has not begun. */
function threadAt(model, thread, index) {
    const own = model.ofThread.get(thread) || [];
    const at = lastAt(own, index, (i) => i);
    return at < 0 ? null : model.rows[own[at]];
}

/* The start function of each thread; of a number that was used again all of them. */
function startsOf(finding) {
    const starts = new Map();
    for (const t of finding.threads || [])
        if (!starts.has(t.number))
            starts.set(t.number, t.start || "?");
        else if (t.start && !starts.get(t.number).split(" / ").includes(t.start))
            starts.set(t.number, `${starts.get(t.number)} / ${t.start}`);
    return starts;
}

function makeModel(finding) {
    const model = {finding, rows: [], threads: [], racing: [], cycle: [], variables: new Map(), locks: new Map(), ofThread: new Map(),
        starts: startsOf(finding), edges: []};
    makeRows(model);
    for (const row of model.rows) {
        noteValue(model, row);
        noteLock(model, row);
        for (const from of row.behind || [])
            model.edges.push({from, to: row.index, kind: "order"});
        if (!model.ofThread.has(row.thread))
            model.ofThread.set(row.thread, []);
        if (row.kind !== "fault" || !model.rows.some((r) => r.kind === "waits")) /* that all wait is no thread's step */
            model.ofThread.get(row.thread).push(row.index);
    }
    for (const row of model.rows.filter((r) => r.kind === "waits" && r.inCycle)) {
        const to = model.rows.find((r) => r.kind === "waits" && r.thread === row.waitsFor);
        if (to)
            model.edges.push({from: row.index, to: to.index, kind: "cycle"});
    }
    if (model.racing.length === 2)
        model.edges.push({from: Math.min(...model.racing), to: Math.max(...model.racing), kind: "race"});
    return model;
}

/* --- filtering --------------------------------------------------------------------------------------------------------------- */

function matches(row, query) {
    if (!query || row.kind === "fault")
        return true;
    const text = [row.text, row.object, row.takes, row.gives_up, row.place && row.place.function, placeText(row.place)];
    return text.some((t) => t && t.toLowerCase().includes(query));
}

/* Indices of the rows that are shown. A row of the end stays. */
function filterRows(model, query, hidden) {
    const wanted = query.trim().toLowerCase();
    return model.rows.filter((r) => (r.kind === "fault" || !hidden.has(r.thread)) && matches(r, wanted)).map((r) => r.index);
}

/* --- the cause, in sentences --------------------------------------------------------------------------------------------------- */

/* Each is a list of texts and of rows to go to: {row, text}. What the result itself says of the cause comes first. */
function explain(model) {
    const f = model.finding;
    const to = (row, text) => row === undefined || row < 0 ? text : {row, text};
    const lines = f.cause ? [(f.cause_parts || [f.cause]).map((p) => typeof p === "string" ? p : to(p.step, p.text))] : [];
    for (const a of f.accesses || [])
        lines.push([to(accessStep(f.steps, a), threadName(model, a.thread)), ` ${a.performed ? "made" : "is about to make"} `,
            `${withArticle(a.access)} of ${a.object} at ${whereText(a.place)}, `,
            `and holds ${a.holds.length ? a.holds.join(", ") : "no lock"}`]);
    if (f.accesses && f.accesses.length && !f.cause)
        lines.push(["Nothing orders the two accesses."]);
    if (f.block)
        lines.push([`The block of ${plural(f.block.size, "byte")} was allocated at ${whereText(f.block.allocated)} by `,
            threadName(model, f.block.allocated_by), ...(f.block.freed ? [`, and freed at ${whereText(f.block.freed)} by `,
                to(freeStep(model), threadName(model, f.block.freed_by))] : []), "."]);
    if (f.kind === "deadlock")
        lines.push(...explainWaits(model));
    if (f.kind === "livelock")
        lines.push(...explainLivelock(model));
    if (f.kind === "assertion" && !f.cause)
        lines.push(...explainAssertion(model));
    return lines;
}

function freeStep(model) {
    const row = model.rows.find((r) => r.note === "frees it");
    return row ? row.index : -1;
}

function explainWaits(model) {
    const lines = [];
    for (const p of model.finding.pending || []) {
        if (p.enabled)
            continue;
        const row = model.rows.find((r) => r.kind === "waits" && r.thread === p.thread);
        const line = [{row: row.index, text: threadName(model, p.thread)}, ` waits at ${whereText(p.place)}: ${p.text}`];
        if (p.held_by.length && p.operation !== "join")
            line.push(`, held by ${p.held_by.map((t) => threadName(model, t)).join(", ")}`);
        if (p.lost_signal)
            line.push(`; signalled at ${placeText(p.lost_signal)} by ${threadName(model, p.lost_signal_by)} while nobody waited`);
        lines.push(line);
    }
    if (model.cycle.length)
        lines.push([`A cycle: thread ${model.cycle.concat(model.cycle[0]).join(" → thread ")}.`]);
    return lines;
}

/* Where a livelock's threads are is told as well: they can go on, and do not get anywhere. */
function explainLivelock(model) {
    return (model.finding.pending || []).map((p) => [`${threadName(model, p.thread)} is at ${whereText(p.place)}: ${p.text}`]);
}

/* What the line that failed has read, and who wrote it last. */
function explainAssertion(model) {
    const f = model.finding, lines = [], seen = new Set();
    for (let i = model.fault - 1; i >= 0 && lines.length < 3; i--) {
        const row = model.rows[i];
        if (row.thread !== f.thread || row.kind === "output")
            continue;
        if (!row.place || row.place.line !== f.place.line || row.place.file !== f.place.file)
            break;
        const variable = row.object ? model.variables.get(keyOf(row)) : null;
        if (!variable || seen.has(variable.key))
            continue;
        seen.add(variable.key);
        const {change} = valueAt(variable, i);
        if (change && change.index < i)
            lines.push([`It read ${row.object} = ${row.after}, which `, {row: change.index, text: threadName(model, change.thread)},
                ` wrote last, at ${whereText(model.rows[change.index].place)}: ${model.rows[change.index].text}`]);
    }
    return lines;
}
