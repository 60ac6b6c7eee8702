/* source.js - the source of the row that is looked at, with the lines at which the other threads are. */

/* Comments, strings and words of the language; enough to be read more easily, for C and C++. */
const TOKEN = new RegExp([
    "(\\/\\/.*|\\/\\*.*?(?:\\*\\/|$))", "(\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^'\\\\]|\\\\.)*'?)",
    "(^\\s*#\\s*\\w+|\\b(?:auto|bool|break|case|catch|char|class|const|constexpr|continue|default|delete|do|double|else|enum|extern|" +
    "false|float|for|goto|if|inline|int|long|namespace|new|nullptr|private|public|register|return|short|signed|sizeof|static|struct|" +
    "switch|template|this|throw|true|try|typedef|typename|union|unsigned|using|virtual|void|volatile|while|_Atomic|_Bool)\\b)",
].join("|"), "g");

/* `inside`: a comment that began on a line before goes on. Says whether it goes on behind the line. */
function addCode(parent, text, inside) {
    let at = 0;
    if (inside) {
        const end = text.indexOf("*/");
        add(parent, "i", "", end < 0 ? text : text.slice(0, end + 2));
        if (end < 0)
            return true;
        at = end + 2;
    }
    const rest = text.slice(at);
    let last = 0;
    for (const m of rest.matchAll(TOKEN)) {
        parent.append(rest.slice(last, m.index));
        add(parent, m[1] ? "i" : m[2] ? "q" : "b", "", m[0]);
        last = m.index + m[0].length;
        if (m[1] && m[1].startsWith("/*") && !m[1].endsWith("*/"))
            return true;
    }
    parent.append(rest.slice(last));
    return false;
}

class Source {
    constructor(parent, sources) {
        this.sources = sources || {};
        this.pages = new Map();
        this.panel = add(parent, "section", "source");
        this.head = add(this.panel, "h2", "");
        this.note = add(this.panel, "p", "note");
        this.body = add(this.panel, "div", "code");
        this.body.tabIndex = 0;
        this.body.setAttribute("aria-label", "source");
    }

    /* The lines of a file, made once. */
    page(file) {
        if (this.pages.has(file))
            return this.pages.get(file);
        const page = {element: add(null, "div", "file"), lines: new Map()};
        let next = 1;
        for (const piece of this.sources[file].pieces || []) {
            if (piece.line > next)
                add(page.element, "div", "gap", "…");
            let inside = false;
            piece.lines.forEach((text, i) => {
                const line = add(page.element, "div", "line");
                add(line, "span", "at");
                add(line, "span", "number", piece.line + i);
                inside = addCode(add(line, "code", ""), text, inside);
                page.lines.set(piece.line + i, line);
            });
            next = piece.line + piece.lines.length;
        }
        if (this.sources[file].count >= next)
            add(page.element, "div", "gap", "…");
        this.pages.set(file, page);
        return page;
    }

    show(model, row) {
        const place = row.place && row.place.file ? row.place : this.lastPlace(model, row);
        this.head.replaceChildren();
        if (!place) {
            this.head.append("no source for this step");
            this.note.textContent = "";
            this.body.replaceChildren();
            return;
        }
        add(this.head, "span", "file-name", placeText(place));
        if (place.function)
            add(this.head, "span", "in", ` in ${place.function}`);
        for (const caller of (row.callers || []).slice(0, 4))
            add(this.head, "span", "caller", ` ← ${caller}`);
        this.note.textContent = this.warning(place);
        const source = this.sources[place.file];
        if (!source || source.missing) {
            this.body.replaceChildren();
            return;
        }
        this.mark(model, row, place);
    }

    warning(place) {
        const source = this.sources[place.file];
        if (!source || source.missing)
            return `${place.file} cannot be quoted: ${source ? source.missing : "it was not read"}.`;
        return source.newer ? `${place.file} was changed after the program was built: its lines may be others now.` : "";
    }

    /* Of a step without one, such as the end of a thread: where the thread was before. */
    lastPlace(model, row) {
        for (let i = row.index - 1; i >= 0; i--)
            if (model.rows[i].thread === row.thread && model.rows[i].place && model.rows[i].place.file)
                return model.rows[i].place;
        return null;
    }

    mark(model, row, place) {
        const page = this.page(place.file);
        if (this.body.firstChild !== page.element)
            this.body.replaceChildren(page.element);
        for (const old of page.element.querySelectorAll(".line.current, .line.other")) {
            old.className = "line";
            old.firstChild.replaceChildren();
        }
        for (const thread of model.threads) {
            const at = thread === row.thread ? null : threadAt(model, thread, row.moment);
            const line = at && at.operation !== "thread exit" && at.place && at.place.file === place.file && page.lines.get(at.place.line);
            if (line) {
                line.classList.add("other");
                addThread(line.firstChild, thread);
            }
        }
        const current = page.lines.get(place.line);
        if (!current)
            return;
        current.classList.add("current", threadClass(row.thread));
        current.classList.toggle("faulty", row.kind === "fault");
        addThread(current.firstChild, row.thread); /* the nearest to the line, if there are many */
        this.reveal(current);
    }

    reveal(line) {
        const top = line.offsetTop, height = this.body.clientHeight, at = this.body.scrollTop;
        if (top < at + 40 || top > at + height - 60)
            this.body.scrollTop = top - height / 3;
    }
}
