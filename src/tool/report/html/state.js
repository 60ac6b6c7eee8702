/* state.js - what is known at the row that is looked at: the step itself, variables, locks, threads. */

const LISTED = 100;

class State {
    constructor(parent, onSelect, onFilter) {
        this.onSelect = onSelect;
        this.onFilter = onFilter;
        this.panel = add(parent, "section", "state");
        this.values = add(this.panel, "div", "values");
        this.side = add(this.panel, "div", "side");
    }

    show(model, row) {
        this.model = model;
        this.values.replaceChildren();
        this.side.replaceChildren();
        this.showValues(row);
        this.showLocks(row);
        this.showThreads(row);
    }

    table(parent, title) {
        add(parent, "h2", "", title);
        return add(parent, "table", "");
    }

    goTo(parent, index, word = "step ") {
        return addButton(parent, "go", `${word}${index + 1}`, this.model.rows[index].text, () => this.onSelect(index));
    }

    addObject(line, name) {
        const button = addButton(add(line, "th", ""), "go name tail", null, `${name}: show only steps with it`, () => this.onFilter(name));
        add(button, "bdi", "", name);
    }

    /* Those that were touched last, in the order in which they came up. */
    listed(row) {
        const all = [...this.model.variables.values()].filter((v) => v.touches[0] <= row.index);
        const recent = (v) => v.touches[Math.max(0, lastAt(v.touches, row.index, (t) => t))];
        if (all.length <= LISTED)
            return all;
        const chosen = new Set(all.slice().sort((a, b) => recent(b) - recent(a)).slice(0, LISTED));
        return all.filter((v) => chosen.has(v));
    }

    showValues(row) {
        const listed = this.listed(row);
        const table = this.table(this.values, "Values");
        if (!listed.length)
            add(this.values, "p", "none", "none was read or written yet");
        for (const v of listed) {
            const {value, before, change} = valueAt(v, row.moment);
            const now = change && change.index === row.index;
            const line = add(table, "tr", now ? "changed" : row.object && keyOf(row) === v.key ? "touched" : "");
            this.addObject(line, v.name);
            const cell = add(line, "td", "value");
            if (now && before !== value)
                add(cell, "s", "", before);
            add(cell, "span", "", value);
            cell.title = value;
            const by = add(line, "td", "by");
            if (change) {
                addThread(by, change.thread);
                this.goTo(by, change.index, "");
            }
        }
        if (this.model.variables.size > listed.length && listed.length === LISTED)
            add(this.values, "p", "none", `the ${LISTED} that were used last`);
    }

    showLocks(row) {
        if (!this.model.locks.size)
            return;
        const table = this.table(this.side, "Locks");
        for (const [name, history] of [...this.model.locks].slice(0, LISTED)) {
            const holders = holdersAt(history, row.moment);
            const line = add(table, "tr", row.takes === name || row.gives_up === name ? "touched" : "");
            this.addObject(line, name);
            const cell = add(line, "td", "by");
            if (!holders.length)
                add(cell, "span", "free", "free");
            for (const h of holders) {
                addThread(cell, h.thread);
                this.goTo(cell, h.index);
            }
        }
    }

    where(row) {
        if (!row.place || !row.place.file)
            return row.text;
        return this.model.files.size > 1 ? placeText(row.place).replace(/.*\//, "") : `line ${row.place.line}`;
    }

    showThreads(row) {
        const table = this.table(this.side, "Threads");
        for (const thread of this.model.threads.slice(0, LISTED)) {
            const at = threadAt(this.model, thread, row.moment);
            const line = add(table, "tr", thread === row.thread ? "touched" : "");
            const who = add(line, "th", "");
            addThread(who, thread);
            addName(who, "name", this.model.starts.get(thread) || "");
            const cell = add(line, "td", "");
            if (!at)
                add(cell, "span", "free", "has not begun");
            else if (at.operation === "thread exit")
                add(cell, "span", "free", "has ended");
            else
                addButton(cell, "go", this.where(at), `${whereText(at.place)}: ${at.text}`, () => this.onSelect(at.index));
            if (at && (at.kind === "blocked" || at.kind === "waits"))
                add(cell, "span", "waiting", " waits");
        }
    }
}
