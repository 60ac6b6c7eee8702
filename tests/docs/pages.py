#!/usr/bin/env python3
"""Compares what the pages show with what is printed.

    pages.py [--update|--links] PAGE...

Four things in a page are compared:
  - a block whose first line begins with "$ ": its commands are run in a copy of examples/, and their standard output is what follows
    each of them, up to numbers that vary (addresses, times); a line that is […] stands for any lines;
  - a block of C: it stands so in a file of examples/;
  - what lies between a line <!-- made by: COMMAND --> and a line <!-- end -->: the command prints it, run at the top of the tree;
  - the target of a relative link: the file is there, and so is the heading.
Prints "ok PAGE" or "FAIL PAGE" with the differences. --update writes what was printed into the page, where it differs; --links compares
links only, in a second for all pages."""
import difflib, os, re, shutil, subprocess, sys, tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
VARIES = [(re.compile(r"0x[0-9a-f]+"), "0x0"), (re.compile(r"\b[0-9.,]+ m?s\b"), "0 s")]
ANY = "[…]"


def plain(line):
    for pattern, text in VARIES:
        line = pattern.sub(text, line)
    return line.rstrip()


def environment():
    build = os.path.join(ROOT, os.environ.get("BUILD", "build"))
    tool = os.environ.get("MAZURKA", os.path.join(build, "bin", "mazurka"))
    env = dict(os.environ, PATH=os.path.dirname(tool) + ":" + os.environ["PATH"], NO_COLOR="1", LC_ALL="C.UTF-8")
    for name in ("MAZURKA_CC", "MAZURKA_OPT", "MAZURKA_OPTIONS", "CC", "CXX", "CFLAGS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        env.pop(name, None)
    return env


def matches(wanted, printed):
    """Are the lines those that were wanted, where ANY stands for any number of lines?"""
    if not wanted:
        return not printed
    if wanted[0].strip() == ANY:
        return any(matches(wanted[1:], printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and plain(wanted[0]) == plain(printed[0]) and matches(wanted[1:], printed[1:])


def run_session(commands, folder):
    """Standard output of each command; all run in one shell, so that $? is that of the one before."""
    script = "".join("{ %s\n} 2>/dev/null; last=$?; printf '\\0'; (exit $last)\n" % c for c in commands)
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True)
    return [text.splitlines() for text in done.stdout.decode().split("\0")][:len(commands)]


def headings(path):
    """Names of the headings of a page, as links have them."""
    lines = re.findall(r"^#+ (.*)$", open(path, encoding="utf-8").read(), re.M)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


class Page:
    def __init__(self, path):
        self.path, self.trouble = path, []
        self.lines = open(path, encoding="utf-8").read().split("\n")
        self.new = []

    def compare(self):
        self.work = tempfile.mkdtemp()
        self.folder = os.path.join(self.work, "examples")
        shutil.copytree(os.path.join(ROOT, "examples"), self.folder)
        self.examples = [open(os.path.join(d, f), encoding="utf-8").read()
                         for d, _, files in os.walk(self.folder) for f in files if f.endswith((".c", ".cpp", ".h"))]
        self.blocks()
        shutil.rmtree(self.work)

    def differ(self, line, what, wanted, printed):
        difference = difflib.unified_diff(wanted, printed, "the page", what, lineterm="", n=1)
        self.trouble.append("%s:%d: %s\n%s" % (os.path.relpath(self.path, ROOT), line, what, "\n".join(difference)))

    def session(self, block, line):
        """The block as it should be."""
        commands, wanted = [], []
        for text in block:
            if text.startswith("$ "):
                commands.append(text[2:])
                wanted.append([])
            else:
                wanted[-1].append(text)
        result = []
        for command, shown, printed in zip(commands, wanted, run_session(commands, self.folder)):
            while shown and not shown[-1]:
                shown = shown[:-1]
            right = matches(shown, printed)
            if not right:
                self.differ(line, command, shown, printed)
            result += ["$ " + command] + (shown if right or any(s.strip() == ANY for s in shown) else printed)
        return result

    def c_block(self, block, line):
        text = "\n".join(block) + "\n"
        if not any(text in example for example in self.examples):
            self.trouble.append("%s:%d: this C is in no file of examples/:\n%s" % (os.path.relpath(self.path, ROOT), line, text))

    def made(self, command, shown, line):
        done = subprocess.run(["bash", "-c", command], cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, capture_output=True)
        printed = done.stdout.decode().rstrip("\n").split("\n")
        if printed != shown:
            self.differ(line, command, shown, printed)
            sys.stderr.write(done.stderr.decode())
        return printed

    def links(self):
        for number, text in enumerate(self.lines, 1):
            for target, heading in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", re.sub(r"`[^`]*`", "", text)):
                path = os.path.join(os.path.dirname(self.path), target) if target else self.path
                if not os.path.exists(path) or heading and heading not in headings(path):
                    self.trouble.append("%s:%d: there is no %s" % (os.path.relpath(self.path, ROOT), number, target + "#" * bool(heading) + heading))

    def until(self, i, ends):
        while i < len(self.lines) and not ends(self.lines[i]):
            i += 1
        return i

    def blocks(self):
        i, n = 0, len(self.lines)
        while i < n:
            text = self.lines[i]
            made = re.match(r"<!-- made by: (.*) -->$", text)
            fence = re.match(r"```(\w*)$", text)
            if made:
                end = self.until(i + 1, lambda s: s == "<!-- end -->")
                self.new += [text] + self.made(made.group(1), self.lines[i + 1:end], i + 1) + self.lines[end:end + 1]
                i = end + 1
            elif fence:
                end = self.until(i + 1, lambda s: s == "```")
                block = self.lines[i + 1:end]
                if block and block[0].startswith("$ "):
                    block = self.session(block, i + 1)
                elif fence.group(1) == "c":
                    self.c_block(block, i + 1)
                self.new += [text] + block + self.lines[end:end + 1]
                i = end + 1
            elif text.startswith("    $ "):
                end = self.until(i, lambda s: not s.startswith("    "))
                self.new += ["    " + s if s else s for s in self.session([s[4:] for s in self.lines[i:end]], i + 1)]
                i = end
            else:
                self.new.append(text)
                i += 1


def main():
    update, links = sys.argv[1:2] == ["--update"], sys.argv[1:2] == ["--links"]
    failed = False
    for path in sys.argv[1 + (update or links):]:
        page = Page(os.path.realpath(path))
        if not links:
            page.compare()
        page.links()
        name = os.path.relpath(page.path, ROOT)
        if update and page.new != page.lines:
            open(page.path, "w", encoding="utf-8").write("\n".join(page.new))
            print("updated", name)
        elif page.trouble:
            failed = True
            print("\n".join(page.trouble))
            print("FAIL", name)
        else:
            print("ok", name)
    return failed


sys.exit(main())
