/* explored.js - of a result without findings: what was explored, how, and what the verdict rests on. */

const MODELS = {sc: "sequential consistency", c11: "C11 (RC11)", auto: "sequential consistency, then C11 (RC11)"};

function lookedFor(settings) {
    const kinds = ["assertions, aborts, crashes", "deadlocks", "misuse of locks and the like"];
    for (const [wanted, what] of [[settings.memory_checks === "on", "use of freed and of unknown memory"], [settings.leaks, "leaks"],
        [settings.race && settings.race !== "off", "data races"], [settings.livelock, "livelocks"],
        [settings.exit_status !== "any", "exit statuses"]])
        if (wanted)
            kinds.push(what);
    return kinds.join(", ");
}

function memoryModel(result) {
    const rc11 = result.rc11;
    if (!rc11)
        return MODELS[result.settings.memory_model];
    if (rc11.searched)
        return `${MODELS.sc}; then ${MODELS.c11}: ${rc11.complete ? "all of" : "a part,"} ${plural(rc11.states, "state")}`;
    return rc11.reason ? `${MODELS.sc}; no other one, because ${rc11.reason}` : MODELS[result.settings.memory_model];
}

/* The verdict without its premises, which have lines of their own. */
const reasonOf = (result) =>
    (result.premises || []).reduce((text, premise) => text.replace(`; ${premise}`, ""), result.reason || "nothing was found");

const premisesOf = (result) => (result.premises || []).length ? `under ${plural(result.premises.length, "premise")}, told below` : "";

/* Lines of the table: a name, and one text or several. Those without a text are left out. */
function exploredLines(result) {
    const s = result.statistics || {}, how = result.settings || {};
    const count = (n, one, many) => n ? plural(n, one, many) : null;
    return [
        ["Threads", count(s.threads, "thread")],
        ["States", count(s.states, "state")],
        ["Transitions", s.transitions ? `${plural(s.transitions, "transition")}, ${plural(s.max_depth, "step")} deep at most` : null],
        ["Executions sampled", s.sampled ? s.sampled.toLocaleString("en") : null],
        ["End states", count(s.end_states, "state")],
        ["Shared memory", count(s.visible_bytes, "byte")],
        ["Search", how.configuration ? how.configuration + (how.reduction ? ` --reduction=${how.reduction}` : "") : null],
        ["Memory model", result.settings ? memoryModel(result) : null],
        ["Looked for", result.settings ? lookedFor(how) : null],
        ["Pairs", (result.pairs || []).map((p) => `threads ${p.threads.join(" and ")}${p.fragment ? `, ${p.fragment}` : ""}: ` +
            `${p.verdict}, ${plural(p.states, "state")}`)],
        ["Time", s.total_seconds === undefined ? null : `${s.total_seconds.toFixed(2)} s`],
        ["Premises", (result.premises || []).length ? result.premises : "none but those of every verdict"],
        ["Never reached", result.unreached], ["Not seen", result.unseen], ["Not tracked", result.untracked],
        ["Taken as one step", result.taken_as_one_step], ["Notes", result.notes],
        ["Arguments", (result.arguments || []).join(" ") || null], ["Compiled", (result.compile || []).join(" ") || null],
    ].filter(([, text]) => text && text.length);
}

function addExplored(parent, result) {
    const section = add(parent, "section", "explored");
    add(section, "h2", "", "What was explored");
    const table = add(section, "table", "");
    for (const [name, text] of exploredLines(result)) {
        const line = add(table, "tr", "");
        add(line, "th", "", name).scope = "row";
        const cell = add(line, "td", "");
        for (const one of Array.isArray(text) ? text : [text])
            add(cell, "p", "", one);
    }
}
