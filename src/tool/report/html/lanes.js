/* lanes.js - the rows of a finding, a lane for each thread, and the order between them.
 *
 * A row has a fixed height, and only those in sight are drawn: the list may have any length. On paper all of them are, up to a number.
 */

const ROW = 24, BEYOND = 12, PRINTED = 1500, LEFT = 9; /* LEFT: characters of a name that is cut */
const QUALIFIED = /(?:[^\s]+'s )?[^\s=,]+(?:\.|->|::)[^\s=,]*/; /* "main's queue.items.begin:" */

function laneWidth(threads) {
    return threads <= 6 ? 22 : threads <= 12 ? 14 : threads <= 40 ? 8 : 4;
}

class Lanes {
    constructor(parent, onSelect) {
        this.onSelect = onSelect;
        this.view = add(parent, "div", "lanes");
        this.view.tabIndex = 0;
        this.view.setAttribute("role", "listbox");
        this.view.setAttribute("aria-label", "steps");
        this.sheet = add(this.view, "div", "sheet");
        this.view.addEventListener("scroll", () => this.draw());
        this.view.addEventListener("click", (event) => {
            const row = event.target.closest("[data-row]");
            if (row)
                this.onSelect(Number(row.dataset.row));
        });
        new ResizeObserver(() => this.draw()).observe(this.view);
    }

    /* Which rows of which finding. */
    show(model, shown) {
        this.model = model;
        this.shown = shown;
        this.position = new Map(shown.map((index, i) => [index, i]));
        this.width = laneWidth(model.threads.length);
        this.laneOf = new Map(model.threads.map((t, i) => [t, i]));
        this.edges = model.edges.filter((e) => this.position.has(e.from) && this.position.has(e.to));
        this.life = this.livesOf();
        this.sheet.style.height = `${shown.length * ROW}px`;
        this.sheet.style.setProperty("--lanes", `${this.graphWidth()}px`);
        const longest = Math.max(3, ...model.threads.map((t) => (model.starts.get(t) || "").length));
        this.sheet.style.setProperty("--who", `${Math.min(longest, 24) * 7.6 + 10}px`);
        this.drawn = null;
        this.draw();
    }

    graphWidth() {
        return Math.max(28, this.model.threads.length * this.width + 12);
    }

    /* First and last position of each thread. */
    livesOf() {
        const life = new Map();
        this.shown.forEach((index, i) => {
            const t = this.model.rows[index].thread;
            if (!life.has(t))
                life.set(t, [i, i]);
            life.get(t)[1] = i;
        });
        return life;
    }

    select(index, keep) {
        this.selected = index;
        const i = this.position.get(index);
        if (i !== undefined && !keep) {
            const top = i * ROW, height = this.view.clientHeight, at = this.view.scrollTop;
            if (top < at + ROW)
                this.view.scrollTop = top - Math.min(height / 3, 4 * ROW);
            else if (top > at + height - 2 * ROW)
                this.view.scrollTop = top - height + Math.min(height / 3, 4 * ROW);
        }
        this.drawn = null;
        this.draw();
    }

    range() {
        if (this.printing)
            return [Math.max(0, this.shown.length - PRINTED), this.shown.length];
        const first = Math.floor(this.view.scrollTop / ROW) - BEYOND;
        const last = Math.ceil((this.view.scrollTop + this.view.clientHeight) / ROW) + BEYOND;
        return [Math.max(0, first), Math.min(this.shown.length, last)];
    }

    print(printing) {
        this.printing = printing;
        this.drawn = null;
        this.draw();
    }

    draw() {
        if (!this.model)
            return;
        const [first, last] = this.range();
        const drawn = `${first} ${last} ${this.selected}`;
        if (drawn === this.drawn)
            return;
        this.drawn = drawn;
        this.sheet.replaceChildren();
        this.offset = this.printing ? first : 0;
        if (this.printing)
            this.sheet.style.height = `${(last - first) * ROW}px`;
        else
            this.sheet.style.height = `${this.shown.length * ROW}px`;
        this.drawGraph(first, last);
        for (let i = first; i < last; i++)
            this.drawRow(i);
    }

    /* --- a row ----------------------------------------------------------------------------------------------------------- */

    drawRow(i) {
        const row = this.model.rows[this.shown[i]];
        const element = add(this.sheet, "div", `row ${row.kind} ${threadClass(row.thread)}`);
        element.style.top = `${(i - this.offset) * ROW}px`;
        element.dataset.row = row.index;
        element.setAttribute("role", "option");
        element.setAttribute("aria-selected", row.index === this.selected);
        element.classList.toggle("selected", row.index === this.selected);
        element.classList.toggle("racing", Boolean(row.racing) || Boolean(row.inCycle));
        element.classList.toggle("fatal", Boolean(row.fatal));
        element.classList.toggle("causal", Boolean(row.in_cause));
        const switched = i === 0 || this.model.rows[this.shown[i - 1]].thread !== row.thread;
        element.classList.toggle("switched", switched && i > 0);
        const number = add(element, "span", "number", row.kind === "fault" ? "" : row.index + 1);
        number.title = row.in_cause ? "the cause names this step" : "";
        add(element, "span", "graph");
        const who = add(element, "span", "who");
        if (switched && row.kind !== "fault")
            addName(who, "name", this.model.starts.get(row.thread) || row.thread);
        who.title = threadName(this.model, row.thread);
        const text = add(element, "span", "text");
        text.title = row.text;
        this.addText(text, row.text, row.kind !== "fault");
        this.addMarks(element, row);
        const place = add(element, "span", "place", row.kind === "fault" ? "" : this.shortPlace(row.place));
        place.title = whereText(row.place);
    }

    /* Where there is no room, a qualified name loses its head, and the value behind it stays. */
    addText(parent, text, named) {
        const name = named ? QUALIFIED.exec(text) : null;
        if (!name) {
            add(parent, "span", "words", text);
            return;
        }
        add(parent, "span", "verb", text.slice(0, name.index));
        addName(parent, "name", name[0]).style.minWidth = `${Math.min(name[0].length, LEFT)}ch`;
        add(parent, "span", "words", text.slice(name.index + name[0].length));
    }

    addMarks(element, row) {
        if (row.preempts !== null && row.preempts !== undefined)
            add(element, "span", "mark preemption", `preempts ${row.preempts}`).title = `thread ${row.preempts} could have gone on here`;
        if (row.fatal)
            add(element, "span", "mark doom", "fatal").title = "point of no return";
        if (row.note)
            add(element, "span", "mark doom", row.note);
        if (row.racing)
            add(element, "span", "mark doom", "race").title = "one of the two accesses that nothing orders";
        if (row.inCycle)
            add(element, "span", "mark doom", "cycle").title = "one of the threads that wait for each other";
    }

    shortPlace(place) {
        const file = this.model.files.size > 1 && place && place.file ? place.file.replace(/.*\//, "") : "";
        return place && place.file && place.line ? `${file}:${place.line}` : "";
    }

    /* --- the graph ------------------------------------------------------------------------------------------------------- */

    x(thread) {
        return 8 + this.width / 2 + this.laneOf.get(thread) * this.width;
    }

    y(i) {
        return (i - this.offset) * ROW + ROW / 2;
    }

    drawGraph(first, last) {
        const height = (last - this.offset) * ROW;
        const svg = addSvg(this.sheet, "svg", {class: "graph-lines", width: this.graphWidth(), height});
        const near = (from, to) => from < last && to >= first;
        for (const [thread, [from, to]] of this.life)
            if (near(from, to) && from < to)
                addSvg(svg, "line", {class: `life ${threadClass(thread)}`, x1: this.x(thread), x2: this.x(thread),
                    y1: this.y(Math.max(from, first - 1)), y2: this.y(Math.min(to, last))});
        for (let i = first; i < last; i++) {
            const row = this.model.rows[this.shown[i]];
            if (i > 0 && this.model.rows[this.shown[i - 1]].thread === row.thread)
                addSvg(svg, "line", {class: `run ${threadClass(row.thread)}`, x1: this.x(row.thread), x2: this.x(row.thread),
                    y1: this.y(i - 1), y2: this.y(i)});
        }
        for (const e of this.edges)
            if (near(this.position.get(e.from), this.position.get(e.to)) || near(this.position.get(e.to), this.position.get(e.from)))
                this.drawEdge(svg, e);
        for (let i = first; i < last; i++)
            this.drawDot(svg, this.model.rows[this.shown[i]], i);
    }

    drawEdge(svg, e) {
        const a = this.model.rows[e.from], b = this.model.rows[e.to];
        const x1 = this.x(a.thread), y1 = this.y(this.position.get(e.from)), x2 = this.x(b.thread), y2 = this.y(this.position.get(e.to));
        const down = y2 > y1 ? 1 : -1, end = y2 - 6 * down;
        const own = e.from === this.selected || e.to === this.selected;
        addSvg(svg, "path", {class: `edge ${e.kind}${own ? " own" : ""}`, fill: "none", d: this.wayOf(x1, y1, x2, end, down)});
        if (e.kind !== "race")
            addSvg(svg, "path", {class: `arrow ${e.kind}${own ? " own" : ""}`,
                d: `M${x2 - 3},${end - 4 * down} L${x2 + 3},${end - 4 * down} L${x2},${end + down} Z`});
    }

    /* A curve; one that leads far runs along the lane to which it leads, so that it crosses the others once. */
    wayOf(x1, y1, x2, y2, down) {
        const bend = Math.min(Math.abs(y2 - y1) / 2, 18) * down;
        if (Math.abs(y2 - y1) < 3 * ROW || x1 === x2)
            return `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2}`;
        const beside = x2 + Math.sign(x1 - x2) * this.width * 0.3;
        return `M${x1},${y1} C${x1},${y1 + bend} ${beside},${y1 + 4 * down} ${beside},${y1 + ROW * down} ` +
            `L${beside},${y2 - 16 * down} C${beside},${y2 - 8 * down} ${x2},${y2 - 10 * down} ${x2},${y2}`;
    }

    drawDot(svg, row, i) {
        const cx = this.x(row.thread), cy = this.y(i), size = this.width >= 8 ? 4 : 2.5;
        const extra = `${row.kind} ${threadClass(row.thread)}${row.racing || row.inCycle ? " racing" : ""}${row.fatal ? " fatal" : ""}`;
        if (row.kind === "fault")
            addSvg(svg, "path", {class: `dot ${extra}`, d: `M${cx - 4},${cy - 4} l8,8 M${cx + 4},${cy - 4} l-8,8`});
        else if (row.kind === "blocked" || row.kind === "waits")
            addSvg(svg, "rect", {class: `dot ${extra}`, x: cx - size + 0.5, y: cy - size + 0.5, width: 2 * size - 1, height: 2 * size - 1});
        else
            addSvg(svg, "circle", {class: `dot ${extra}`, cx, cy, r: row.kind === "step" ? size : size - 1});
        if (row.fatal || row.racing || row.note)
            addSvg(svg, "circle", {class: "ring", cx, cy, r: size + 3});
    }
}
