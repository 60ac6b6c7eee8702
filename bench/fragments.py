"""fragments.py - the code fragments of a C source, as paper 004 has them of Java programs, and the source with one of them deleted.

A fragment is one thread interaction, with what uses its value, inside of one function:

    access  a statement that reads or writes what is no local variable: it, or the condition of an if or a loop
    call    a statement with a call that waits, notifies, starts or joins, or of a *synchronized* function
    lock    a block from a lock to its unlock, all of it

A function is synchronized if a fragment is all of its body: that fragment is dropped, and calls of the function are fragments in its place. Locks
and unlocks alone are none: they would split a pair. Assertions are none: they say what an error is. Whether an access is to *shared*
memory is not known here: a fragment that no thread comes to is none in the end.

Deleting leaves everything else at its line: a statement is gone, a variable begins with zero, a function returns zero, what an `if` guards is
done always (as with its branch taken out of the byte code), a loop is not entered, and a lock is deleted with what it protects.

The source is read by `clang -ast-dump=json`. `python3 bench/fragments.py SOURCE [FLAGS...]` prints the lines of each.
"""
import json
import re
import subprocess
import sys

LOCKS = {"monitor_enter": "monitor_exit", "pthread_mutex_lock": "pthread_mutex_unlock"}
INTERACTIONS = {"monitor_wait", "monitor_notify", "monitor_notify_all", "pthread_cond_wait", "pthread_cond_signal", "pthread_cond_broadcast",
                "pthread_create", "pthread_join", "pthread_barrier_wait"}
LOOPS = {"WhileStmt", "ForStmt", "DoStmt"}


class Fragment:
    """Bytes of the source, what they are, the edits that delete them, and the lines to look at then."""

    def __init__(self, kind, function, start, end, edits):
        self.kind, self.function, self.start, self.end, self.edits = kind, function, start, end, edits
        self.around = None  # the smallest lock block around it, or the function

    def encloses(self, other):
        return self is not other and self.start <= other.start and other.end <= self.end


def span(node):
    """The bytes of a node in the source itself, where a macro is used and not where it is defined."""
    def place(end):
        return end.get("expansionLoc", end)
    begin, end = place(node["range"]["begin"]), place(node["range"]["end"])
    return begin["offset"], end["offset"] + end["tokLen"]


def inner(node):
    return [child for child in node.get("inner", []) if child.get("kind")]


def walk(node):
    yield node
    for child in inner(node):
        yield from walk(child)


def called(node):
    """The name of the function that a call calls, or None."""
    for child in walk(inner(node)[0]):
        if child["kind"] == "DeclRefExpr":
            return child["referencedDecl"]["name"]
    return None


def is_decay(node):
    return node["kind"] == "ImplicitCastExpr" and node["castKind"] == "ArrayToPointerDecay"


def calls(node):
    return [called(part) for part in walk(node) if part["kind"] == "CallExpr"]


class Source:
    def __init__(self, path, flags):
        with open(path, "rb") as file:
            self.text = file.read()
        dump = subprocess.run(["clang", "-Xclang", "-ast-dump=json", "-fsyntax-only", "-w", *flags, path], stdout=subprocess.PIPE, check=True)
        self.defined = [node for node in inner(json.loads(dump.stdout)) if node["kind"] == "FunctionDecl" and self.body(node)]
        self.functions = [node for node in self.defined if "includedFrom" not in node["loc"] and "includedFrom" not in node["loc"].get("expansionLoc", {})]
        self.locals = {node["id"] for function in self.functions for node in walk(function)
                       if node["kind"] == "ParmVarDecl" or (node["kind"] == "VarDecl" and node.get("storageClass") != "static")}
        self.locks, self.interactions = dict(LOCKS), set(INTERACTIONS)
        self.find_locks()

    @staticmethod
    def body(function):
        return next((node for node in inner(function) if node["kind"] == "CompoundStmt"), None)

    def find_locks(self):
        """Functions of the source, and of what it includes, that do nothing but lock, perhaps, and nothing but unlock."""
        locking, unlocking = {}, {}
        for function in self.defined:
            if len(inner(self.body(function))) != 1:
                continue
            names = calls(self.body(function))
            if len(names) == 1 and names[0] in self.locks:
                locking[names[0]] = function["name"]
            elif len(names) == 1 and names[0] in self.locks.values():
                unlocking[names[0]] = function["name"]
        for lock, name in locking.items():
            if self.locks[lock] in unlocking:
                self.locks[name] = unlocking[self.locks[lock]]

    # --- what a piece of code does -------------------------------------------------------------------------------------------

    def is_shared(self, place):
        """Whether what an lvalue names is no local variable."""
        kind, parts = place["kind"], inner(place)
        if kind == "DeclRefExpr":
            variable = place["referencedDecl"]
            return variable["kind"] == "VarDecl" and variable["id"] not in self.locals and "const" not in variable["type"]["qualType"].split()
        if kind == "ParenExpr" or (kind == "MemberExpr" and not place.get("isArrow")):
            return self.is_shared(parts[0])
        if kind == "ArraySubscriptExpr":
            return not is_decay(parts[0]) or self.is_shared(inner(parts[0])[0])
        return kind == "MemberExpr" or (kind == "UnaryOperator" and place["opcode"] == "*")

    def evaluated(self, place):
        """What is evaluated to find the place that an lvalue names: pointers and indices, not what is there."""
        kind, parts = place["kind"], inner(place)
        if kind == "DeclRefExpr":
            return []
        if kind == "ParenExpr" or (kind == "MemberExpr" and not place.get("isArrow")):
            return self.evaluated(parts[0])
        if kind == "ArraySubscriptExpr" and is_decay(parts[0]):
            return self.evaluated(inner(parts[0])[0]) + parts[1:]
        return parts

    def accesses(self, node):
        """Whether anything but local variables is read or written; an address alone is no access."""
        if is_decay(node) or (node["kind"] == "UnaryOperator" and node["opcode"] == "&"):
            return any(self.accesses(part) for part in self.evaluated(inner(node)[0]))
        if node["kind"] == "UnaryExprOrTypeTraitExpr":
            return False
        return self.is_shared(node) or any(self.accesses(part) for part in self.evaluated(node))

    def kind_of(self, node):
        """access, call, or None: no thread interaction that could be deleted by itself."""
        names = calls(node)
        if "__assert_fail" in names or any(name in self.locks or name in self.locks.values() for name in names):
            return None
        if any(name in self.interactions for name in names):
            return "call"
        return "access" if self.accesses(node) else None

    # --- deleting ------------------------------------------------------------------------------------------------------------

    def gone(self, node):
        """Edits without a statement; what it declares is there, and zero."""
        if node["kind"] == "DeclStmt":
            return [(*span(inner(variable)[-1]), b"{0}") for variable in inner(node) if variable.get("init")]
        start, end = span(node)
        is_block = self.text[end - 1:end] == b"}" and self.text[end:].lstrip()[:1] != b";"
        return [(start, end, b"(void)0;" if is_block else b"(void)0")]

    def without(self, fragment):
        """The source without a fragment, with the same lines."""
        text = self.text
        for start, end, put in sorted(fragment.edits, reverse=True):
            text = text[:start] + put + b"\n" * text[start:end].count(b"\n") + text[end:]
        return text

    # --- fragments -----------------------------------------------------------------------------------------------------------

    def lines(self, fragment):
        return self.text[:fragment.start].count(b"\n") + 1, self.text[:fragment.end].count(b"\n") + 1

    def lock_blocks(self, function, statements):
        """Each lock of a list of statements with its unlock in the same list."""
        for i, first in enumerate(statements):
            if first["kind"] != "CallExpr" or called(first) not in self.locks:
                continue
            locked = self.argument(first)
            for j in range(i + 1, len(statements)):
                last = statements[j]
                if last["kind"] == "CallExpr" and called(last) == self.locks[called(first)] and self.argument(last) == locked:
                    edits = [edit for statement in statements[i:j + 1] for edit in self.gone(statement)]
                    yield Fragment("lock", function["name"], span(first)[0], span(last)[1], edits), statements[:i], statements[j + 1:]
                    break

    def argument(self, call):
        start, end = span(call)
        return re.sub(rb"^\w+", b"", self.text[start:end])

    def pieces(self, node, function):
        """Fragments in a statement, each with the statements before and behind it if it is one of a list."""
        kind, parts = node["kind"], inner(node)
        if kind == "CompoundStmt":
            yield from self.lock_blocks(function, parts)
            for i, part in enumerate(parts):
                for fragment, *_ in self.pieces(part, function):
                    simple = (fragment.start, fragment.end) == span(part)
                    yield (fragment, parts[:i], parts[i + 1:]) if simple else (fragment, None, None)
        elif kind == "IfStmt" or kind in LOOPS:
            yield from self.pieces_of_control(node, function)
        elif kind == "DeclStmt":
            if any(self.kind_of(part) for part in parts):
                strongest = "call" if any(self.kind_of(part) == "call" for part in parts) else "access"
                yield Fragment(strongest, function["name"], *span(node), self.gone(node)), None, None
        elif kind == "ReturnStmt":
            if parts and self.kind_of(parts[0]):
                zero = f"({parts[0]['type']['qualType']}){{0}}".encode()
                yield Fragment(self.kind_of(parts[0]), function["name"], *span(node), [(*span(parts[0]), zero)]), None, None
        elif self.kind_of(node):
            yield Fragment(self.kind_of(node), function["name"], *span(node), self.gone(node)), None, None

    def pieces_of_control(self, node, function):
        for part in self.conditions(node):
            if self.kind_of(part):
                put = b"1" if node["kind"] == "IfStmt" else b"0"
                yield Fragment(self.kind_of(part), function["name"], *span(part), [(*span(part), put)]), None, None
        for part in self.bodies(node):
            yield from ((fragment, None, None) for fragment, *_ in self.pieces(part, function))

    @staticmethod
    def conditions(node):
        parts = node["inner"]
        if node["kind"] == "ForStmt":  # init, variable of the condition, condition, increment, body
            return [parts[2]] if parts[2].get("kind") else []
        return [parts[1 if node["kind"] == "DoStmt" else 0]]

    @staticmethod
    def bodies(node):
        parts = node["inner"]
        if node["kind"] == "ForStmt":
            return [part for part in (parts[0], parts[3], parts[4]) if part.get("kind")]
        return [parts[0]] if node["kind"] == "DoStmt" else parts[1:]

    def is_whole(self, function, fragment, before, behind):
        """Nothing else interacts in the function: declarations and a return of a local variable may be around."""
        body = inner(self.body(function))
        if len(body) == 1:
            return (fragment.start, fragment.end) == span(body[0])
        return before is not None and fragment.kind == "lock" and not any(
            self.kind_of(part) or calls(part) for part in before + behind)

    def fragments(self):
        """All fragments, when it is known which functions are synchronized."""
        while True:
            found, synchronized = [], set()
            for function in self.functions:
                own = list(self.pieces(self.body(function), function))
                whole = [f for f, before, behind in own if self.is_whole(function, f, before, behind)]
                if whole and function["name"] != "main":
                    synchronized.add(function["name"])
                kept = [f for f, *_ in own if f not in whole]
                self.place(function, kept, [f for f, *_ in own if f.kind == "lock"])
                found += kept
            if synchronized <= self.interactions:
                return found
            self.interactions |= synchronized

    def place(self, function, fragments, blocks):
        whole = Fragment("function", function["name"], *span(function), [])
        for fragment in fragments:
            around = [block for block in blocks if block.encloses(fragment)]
            fragment.around = min(around, key=lambda block: block.end - block.start, default=whole)


if __name__ == "__main__":
    given = Source(sys.argv[1], sys.argv[2:])
    for lines in sorted({given.lines(each) for each in given.fragments()}):
        print("%d-%d" % lines)
