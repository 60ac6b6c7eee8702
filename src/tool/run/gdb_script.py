# gdb_script.py - for gdb, which `mazurka replay --gdb` starts: the threads of the program, each with its own frames.
#
# Threads of the program are contexts of one process, and when the replay stops, the engine has control. The frame in which it stops,
# mz__debugger_stop, is unwound to the frames of a thread that can be chosen: so `bt`, `up`, `info locals`, `print x` are about the
# program. Nothing is changed for that: `continue` goes on with the replay. src/world/watch/debugger.h has the layout of what is read here.
import gdb
import gdb.unwinder
import gdb.FrameDecorator
import os
import struct

SAVED = {
    "aarch64": ["x%d" % n for n in range(19, 31)],
    "i386:x86-64": ["r15", "r14", "r13", "r12", "rbx", "rbp"],
}
NAMES = {"aarch64": ("pc", "sp"), "i386:x86-64": ("rip", "rsp")}
HEAD = ["attached", "until", "step", "reason", "thread", "kind", "text", "count", "stride"]
STEP, FAULT, END = range(3)


class Thread:
    def __init__(self, words):
        self.number, self.start, self.operation, self.pc, self.sp = words[:5]
        self.saved = words[5:]


class Stop:
    """What the runtime has written down when it stopped last."""

    def __init__(self):
        self.threads = {}
        self.chosen = None
        self.told_later = False  # by who has let the program go on: what gdb prints of the engine is nobody's business

    def read(self):
        head = read_words(self.address(), len(HEAD))
        for name, value in zip(HEAD, head):
            setattr(self, name, value)
        at = self.address() + 8 * len(HEAD)
        listed = [Thread(read_words(at + i * self.stride, self.stride // 8)) for i in range(self.count)]
        self.threads = {t.number: t for t in listed}
        self.chosen = self.threads.get(self.thread)

    def address(self):
        return int(gdb.parse_and_eval("(unsigned long)&mz__debugger"))

    def write(self, name, value):
        gdb.selected_inferior().write_memory(self.address() + 8 * HEAD.index(name), struct.pack("=Q", value))


stop = Stop()


def read_words(address, count):
    return struct.unpack("=%dQ" % count, gdb.selected_inferior().read_memory(address, 8 * count).tobytes())


def read_text(address):
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string(errors="replace") if address else ""


def is_runtime(pc):
    name = gdb.solib_name(pc)
    return name is not None and os.path.basename(name).startswith("libmazurka")


class ThreadUnwinder(gdb.unwinder.Unwinder):
    def __init__(self):
        super().__init__("mazurka")

    def __call__(self, pending):
        architecture = pending.architecture().name()
        thread = stop.chosen
        if thread is None or architecture not in SAVED:
            return None
        pc_name, sp_name = NAMES[architecture]
        pc = int(pending.read_register(pc_name))
        if not stop_function.contains(pc):
            return None
        word = gdb.lookup_type("unsigned long")
        frame = type("Id", (), {})()
        frame.sp = gdb.Value(thread.sp - 16).cast(word)  # a frame lies below those of its callers
        frame.pc = gdb.Value(pc).cast(word)
        info = pending.create_unwind_info(frame)
        info.add_saved_register(pc_name, gdb.Value(thread.pc).cast(word))
        info.add_saved_register(sp_name, gdb.Value(thread.sp).cast(word))
        for name, value in zip(SAVED[architecture], thread.saved):
            info.add_saved_register(name, gdb.Value(value).cast(word))
        return info


class StopFunction:
    """Where the engine stops. It is short: the few instructions from its symbol on."""

    def __init__(self):
        self.lo = int(gdb.parse_and_eval("(unsigned long)&mz__debugger_stop"))

    def contains(self, pc):
        return self.lo <= pc < self.lo + 16


class ProgramFrames:
    """Backtraces are of the program: the runtime's own frames are left out."""

    def __init__(self):
        self.name, self.priority, self.enabled = "mazurka", 100, True

    def filter(self, frames):
        return (f for f in frames if not is_runtime(f.inferior_frame().pc()))


def innermost():
    """The newest frame of the program, or of a library that it has called."""
    frame = gdb.newest_frame()
    while frame is not None and is_runtime(frame.pc()):
        frame = frame.older()
    return frame


def name_of(thread):
    if not thread.start:
        return "main"
    function = gdb.block_for_pc(thread.start)
    while function and not function.function:
        function = function.superblock
    return function.function.print_name if function else "0x%x" % thread.start


def place_of(frame):
    if frame is None:
        return "a place in the runtime"
    line = frame.find_sal()
    where = "%s:%d" % (os.path.relpath(line.symtab.fullname()), line.line) if line.symtab else "0x%x" % frame.pc()
    return "%s in %s" % (where, frame.name()) if frame.name() else where


def choose(number):
    if number not in stop.threads:
        raise gdb.GdbError("there is no thread %d now; `mazurka threads` lists those that there are" % number)
    stop.chosen = stop.threads[number]
    gdb.invalidate_cached_frames()
    frame = innermost()
    if frame is not None:
        frame.select()
    return frame


def reason_text():
    if stop.reason == STEP:
        return "before step %d" % stop.step
    if stop.reason == END:
        return "the schedule has ended without a fault, after step %d" % stop.step
    text = read_text(stop.text)
    return "%s%s%s, at step %d" % (read_text(stop.kind), ": " if text else "", text, stop.step)


def at_stop():
    return stop_function.contains(int(gdb.newest_frame().pc()))


def need_stop():
    if not gdb.selected_inferior().pid or not at_stop():
        raise gdb.GdbError("the program is not stopped by Mazurka here")


def show_stop():
    frame = choose(stop.thread) if stop.threads else None
    print("mazurka: %s: thread %d (%s) at %s" % (reason_text(), stop.thread, name_of(stop.chosen), place_of(frame)))
    if frame is not None and frame.find_sal().symtab:
        gdb.execute("frame", from_tty=False)


def on_stop(event):
    if isinstance(event, gdb.BreakpointEvent) and stop_breakpoint in event.breakpoints:
        stop.read()
        if not stop.told_later:
            show_stop()


class Mazurka(gdb.Command):
    """The threads of the program in a replay.

mazurka threads    where each thread is, and what it does next
mazurka thread N   show the frames of thread N: bt, up, down, info locals, print
mazurka step       go on to the next step of the schedule
mazurka until N    go on to step N
mazurka why        why the replay has stopped
continue           go on to the fault, then to the end of the replay"""

    def __init__(self):
        super().__init__("mazurka", gdb.COMMAND_RUNNING, prefix=True)


class Threads(gdb.Command):
    """Where each thread of the program is, and what it does next."""

    def __init__(self):
        super().__init__("mazurka threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        need_stop()
        shown = stop.chosen.number
        for number in sorted(stop.threads):
            thread = stop.threads[number]
            place = place_of(choose(number))
            print("%s thread %d (%s) at %s: %s" % ("*" if number == shown else " ", number, name_of(thread), place,
                                                   read_text(thread.operation)))
        choose(shown)


class OneThread(gdb.Command):
    """Show the frames of this thread of the program: mazurka thread N."""

    def __init__(self):
        super().__init__("mazurka thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        need_stop()
        if not argument.isdigit():
            raise gdb.GdbError("which thread? mazurka thread N")
        choose(int(argument))
        gdb.execute("frame", from_tty=False)


class Why(gdb.Command):
    """Why the replay has stopped."""

    def __init__(self):
        super().__init__("mazurka why", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        need_stop()
        show_stop()


def go_on():
    stop.told_later = True
    stop.chosen = None
    said = gdb.execute("continue", to_string=True)
    stop.told_later = False
    if gdb.selected_inferior().pid and at_stop():
        show_stop()
    else:
        print(said, end="")


class Step(gdb.Command):
    """Go on to the next step of the schedule."""

    def __init__(self):
        super().__init__("mazurka step", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        need_stop()
        stop.write("until", stop.step + 1)
        go_on()


class Until(gdb.Command):
    """Go on to this step of the schedule: mazurka until N."""

    def __init__(self):
        super().__init__("mazurka until", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        need_stop()
        if not argument.isdigit() or int(argument) <= stop.step:
            raise gdb.GdbError("until which step? This is step %d" % stop.step)
        stop.write("until", int(argument))
        go_on()


def attach(process):
    """Where the engine waits is nobody's business, and gdb cannot be told not to print it."""
    shown, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    gdb.execute("attach %d" % process, to_string=True)
    gdb.flush()
    os.dup2(shown, 1)
    os.close(shown)
    os.close(nowhere)


for command in (Mazurka, Threads, OneThread, Why, Step, Until):
    command()
attach(mazurka_process)
gdb.execute("handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS SIGUSR1 nostop noprint pass", to_string=True)
stop_function = StopFunction()
stop_breakpoint = gdb.Breakpoint("*%d" % stop_function.lo, internal=True)
stop_breakpoint.silent = True
gdb.unwinder.register_unwinder(None, ThreadUnwinder(), replace=True)
gdb.frame_filters["mazurka"] = ProgramFrames()
gdb.events.stop.connect(on_stop)
stop.write("attached", 1)
go_on()
