/* page.js - the page: what was found, the views of one finding, the keyboard, and the address, which names finding, step and filter. */

const HELP = [
    ["↓ j → n", "next step"], ["↑ k ← p", "step before"], ["Page Up, Page Down", "ten steps"],
    ["Home, End", "first step, the fault"], ["[ ]", "the context switch before, the next one"],
    ["f", "the step behind which nothing ends well"], ["{ }", "the finding before, the next one"], ["/", "filter"],
    ["Esc", "all steps again"], ["t", "light or dark"], ["?", "these keys"],
];

/* A file name that can be pasted into a shell. */
function shellWord(name) {
    const path = name.startsWith("-") ? `./${name}` : name;
    return /^[\w./-]+$/.test(path) ? path : `'${path.replace(/'/g, "'\\''")}'`;
}

class Page {
    constructor(root, result) {
        this.root = root;
        this.result = result;
        this.findings = findingsOf(result);
        this.models = new Map();
        this.hidden = new Set();
        this.build();
        if (this.findings.length)
            this.open();
    }

    /* --- what stands where --------------------------------------------------------------------------------------------- */

    build() {
        const program = this.result.program || "";
        document.title = `${this.result.verdict}: ${program.replace(/.*\//, "")} - Mazurka`;
        this.root.classList.toggle("listed", this.findings.length > 1);
        const bar = add(this.root, "header", "bar");
        add(bar, "span", "brand", "Mazurka");
        add(bar, "span", "program", program);
        this.replay = add(bar, "code", "replay");
        addButton(bar, "tool", "◐", "light or dark (t)", () => this.toggleTheme());
        addButton(bar, "tool", "?", "keys", () => this.toggleHelp());
        if (this.findings.length > 1)
            this.buildList();
        this.main = add(this.root, "main", "");
        this.buildHead();
        if (this.findings.length)
            this.buildViews();
        else
            addExplored(this.main, this.result);
        this.buildHelp();
        this.buildFoot();
    }

    buildList() {
        const list = add(this.root, "nav", "findings");
        list.setAttribute("aria-label", "findings");
        add(list, "h2", "", plural(this.findings.length, "finding"));
        this.links = this.findings.map((f, i) => {
            const link = addButton(list, "finding", null, f.headline, () => this.showFinding(i));
            add(link, "span", "kind", f.kind);
            add(link, "span", "headline", f.headline);
            return link;
        });
    }

    buildHead() {
        this.head = add(this.main, "div", "head");
        this.kind = add(this.head, "p", "kind", this.result.verdict);
        this.headline = add(this.head, "h1", "", this.findings.length ? "" : reasonOf(this.result));
        this.facts = add(this.head, "p", "facts", this.findings.length ? "" : premisesOf(this.result));
        this.cause = add(this.head, "ul", "cause");
        if (!this.findings.length) {
            this.kind.classList.toggle("good", this.result.verdict === "verified");
            this.root.classList.add("empty");
        }
    }

    buildViews() {
        const views = add(this.main, "div", "views");
        const left = add(views, "section", "steps");
        const tools = add(left, "div", "tools");
        this.filter = add(tools, "input", "filter");
        this.filter.type = "search";
        this.filter.placeholder = "filter by variable, lock, function, file";
        this.filter.setAttribute("aria-label", "filter steps");
        this.filter.setAttribute("list", "names");
        this.names = add(tools, "datalist", "");
        this.names.id = "names";
        this.filter.addEventListener("input", () => this.refilter());
        this.chips = add(tools, "span", "chips");
        this.counted = add(tools, "span", "counted");
        this.lanes = new Lanes(left, (index) => this.select(index));
        const right = add(views, "div", "beside");
        this.source = new Source(right, this.result.sources);
        this.state = new State(right, (index) => this.select(index), (name) => this.setFilter(name));
    }

    buildHelp() {
        this.help = add(this.root, "dialog", "help");
        const table = add(this.help, "table", "");
        for (const [keys, what] of HELP) {
            const line = add(table, "tr", "");
            add(line, "th", "", keys);
            add(line, "td", "", what);
        }
        add(this.help, "p", "", "Arrows between the lanes lead from a step to one of another thread that is ordered behind it: " +
            "create and start, end and join, unlock and lock, release and acquire.");
        this.help.addEventListener("click", () => this.help.close());
    }

    buildFoot() {
        const foot = add(this.root, "footer", "");
        const s = this.result.statistics;
        if (s && s.states)
            add(foot, "span", "", `${plural(s.states, "state")}, ${plural(s.transitions, "transition")}`);
        for (const text of this.findings.length ? (this.result.premises || []).concat(this.result.notes || []) : [])
            add(foot, "span", "", text);
        add(foot, "span", "version", `Mazurka ${this.result.mazurka_version || ""}`);
    }

    /* --- one finding ----------------------------------------------------------------------------------------------------- */

    showFinding(number, step) {
        this.number = number;
        const f = this.findings[number];
        if (!this.models.has(number))
            this.models.set(number, makeModel(f));
        this.model = this.models.get(number);
        (this.links || []).forEach((link, i) => link.setAttribute("aria-current", i === number));
        this.kind.textContent = f.kind;
        this.headline.textContent = f.headline;
        this.headline.classList.toggle("long", f.headline.length > 100);
        this.replay.textContent = f.trace_file ? `mazurka replay ${shellWord(f.trace_file)}` : "";
        this.showFacts(f);
        this.showCause();
        this.hidden.clear();
        this.showChips();
        this.names.replaceChildren();
        for (const name of new Set([...this.model.variables.values()].map((v) => v.name).concat([...this.model.locks.keys()])))
            add(this.names, "option", "").value = name;
        this.selected = step !== undefined && this.model.rows[step] ? step : this.model.first;
        this.refilter();
    }

    showFacts(f) {
        this.facts.replaceChildren();
        const least = f.least_preemptions && f.preemptions ? "needs " : "";
        const facts = [f.steps ? plural(f.steps.length + (f.left_out || 0), "step") : null,
            f.context_switches === undefined ? null : plural(f.context_switches, "context switch", "context switches"),
            f.preemptions === undefined ? null : least + plural(f.preemptions, "preemption"),
            f.left_out ? `the first ${plural(f.left_out, "step")} left out here` : null,
            f.never_ends_well ? "no schedule of this program ends well" : null];
        for (const fact of facts.filter(Boolean))
            add(this.facts, "span", "", fact);
        if (Number.isInteger(f.fatal_step) && this.model.rows[f.fatal_step])
            addButton(this.facts, "go", `from step ${f.fatal_step + 1} on nothing ends well`, "go there (f)",
                () => this.select(f.fatal_step));
    }

    showCause() {
        this.cause.replaceChildren();
        for (const sentence of explain(this.model)) {
            const item = add(this.cause, "li", "");
            for (const part of sentence)
                if (typeof part === "string")
                    item.append(part);
                else
                    addButton(item, "go", part.text, `step ${part.row + 1}`, () => this.select(part.row));
        }
    }

    showChips() {
        this.chips.replaceChildren();
        for (const thread of this.model.threads.slice(0, 64)) {
            const title = `${threadName(this.model, thread)}: shown or not`;
            const chip = addButton(this.chips, `chip ${threadClass(thread)}`, null, title, () => {
                if (!this.hidden.delete(thread))
                    this.hidden.add(thread);
                chip.setAttribute("aria-pressed", !this.hidden.has(thread));
                this.refilter();
            });
            chip.setAttribute("aria-pressed", true);
            addThread(chip, thread);
            if (this.model.threads.length <= 6)
                chip.append(this.model.starts.get(thread) || "");
        }
    }

    setFilter(text) {
        this.filter.value = text;
        this.refilter();
    }

    refilter() {
        this.shown = filterRows(this.model, this.filter.value, this.hidden);
        const all = this.shown.length === this.model.rows.length;
        this.counted.textContent = all ? "" : `${this.shown.length - 1} of ${this.model.rows.length - 1}`;
        this.lanes.show(this.model, this.shown);
        if (!this.shown.includes(this.selected))
            this.selected = this.nearest(this.selected);
        this.select(this.selected);
    }

    /* The row that is shown and lies nearest. */
    nearest(index) {
        const at = lastAt(this.shown, index, (i) => i);
        return this.shown[Math.max(0, at)];
    }

    select(index) {
        if (!this.shown.includes(index)) { /* a link leads to what the filter hides */
            this.filter.value = "";
            this.hidden.clear();
            this.showChips();
            this.selected = index;
            this.refilter();
            return;
        }
        this.selected = index;
        const row = this.model.rows[index];
        this.root.dataset.step = index;
        this.lanes.select(index);
        this.source.show(this.model, row);
        this.state.show(this.model, row);
        this.remember();
    }

    /* --- the keyboard ---------------------------------------------------------------------------------------------------- */

    move(by) {
        const at = lastAt(this.shown, this.selected, (i) => i);
        this.select(this.shown[Math.max(0, Math.min(this.shown.length - 1, at + by))]);
    }

    /* To the next row, or the one before, at which another thread goes on. */
    moveToSwitch(by) {
        const thread = (i) => this.model.rows[this.shown[i]].thread;
        let at = lastAt(this.shown, this.selected, (i) => i) + by;
        while (at > 0 && at < this.shown.length - 1 && thread(at) === thread(at - 1))
            at += by;
        this.select(this.shown[Math.max(0, Math.min(this.shown.length - 1, at))]);
    }

    key(event) {
        const typing = event.target === this.filter;
        if (event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (event.key === "Escape" && !this.help.open) {
            this.filter.blur();
            this.hidden.clear();
            this.showChips();
            this.setFilter("");
        } else if (typing && event.key === "Enter") {
            this.filter.blur();
        } else if (typing) {
            return;
        } else if (!this.act(event.key)) {
            return;
        }
        event.preventDefault();
    }

    act(key) {
        const f = this.findings[this.number];
        const actions = {
            ArrowDown: () => this.move(1), ArrowRight: () => this.move(1), j: () => this.move(1), n: () => this.move(1),
            ArrowUp: () => this.move(-1), ArrowLeft: () => this.move(-1), k: () => this.move(-1), p: () => this.move(-1),
            PageDown: () => this.move(10), PageUp: () => this.move(-10),
            Home: () => this.select(this.shown[0]), End: () => this.select(this.shown[this.shown.length - 1]),
            "[": () => this.moveToSwitch(-1), "]": () => this.moveToSwitch(1),
            "{": () => this.number > 0 && this.showFinding(this.number - 1),
            "}": () => this.number < this.findings.length - 1 && this.showFinding(this.number + 1),
            f: () => Number.isInteger(f.fatal_step) && this.select(f.fatal_step),
            "/": () => this.filter.focus(), t: () => this.toggleTheme(), "?": () => this.toggleHelp(),
        };
        if (actions[key])
            actions[key]();
        return Boolean(actions[key]);
    }

    toggleHelp() {
        if (this.help.open)
            this.help.close();
        else
            this.help.showModal();
    }

    toggleTheme() {
        const dark = document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
        document.documentElement.dataset.theme = dark === "dark" ? "light" : "dark";
    }

    /* --- the address: #finding=2&step=14&filter=x -------------------------------------------------------------------------- */

    open() {
        const words = new URLSearchParams(location.hash.slice(1));
        const number = Math.min(Math.max(1, Number(words.get("finding")) || 1), this.findings.length);
        if (words.get("theme") === "dark" || words.get("theme") === "light")
            document.documentElement.dataset.theme = words.get("theme");
        this.filter.value = words.get("filter") || "";
        this.showFinding(number - 1, words.has("step") ? Number(words.get("step")) - 1 : undefined);
        document.addEventListener("keydown", (event) => this.key(event));
        addEventListener("beforeprint", () => this.lanes.print(true));
        addEventListener("afterprint", () => this.lanes.print(false));
    }

    /* Not at every key: browsers mind. */
    remember() {
        clearTimeout(this.remembering);
        this.remembering = setTimeout(() => {
            const words = new URLSearchParams({finding: this.number + 1, step: this.selected + 1});
            if (this.filter.value)
                words.set("filter", this.filter.value);
            history.replaceState(null, "", `#${words}`);
        }, 400);
    }
}

window.page = new Page(document.getElementById("page"), JSON.parse(document.getElementById("data").textContent));
