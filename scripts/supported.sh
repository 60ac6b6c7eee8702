#!/bin/bash
# Writes the table of functions in docs/use/functions.md, from src/model/call_table.h and calls_cxx.h. What stands outside of
# the two marker lines is written by hand and left alone.
#
#     scripts/supported.sh           bring the file up to date
#     scripts/supported.sh --check   say what differs; status 1 if something does
set -u
cd "$(dirname "$0")/.." || exit 2

file=docs/use/functions.md
begin='<!-- generated from src/model/call_table.h by scripts/supported.sh: begin -->'
end='<!-- generated: end -->'

# class of call_table.h: its heading, then "family|pattern" in the order in which they are tried.
families() {
    cat << 'END'
MODELLED Modelled
Attributes of threads|^pthread_attr_
Cancellation|cancel
Thread-specific data|_key_|specific
Once|^pthread_once$
Mutexes|^pthread_mutex
Condition variables|^pthread_cond
Read-write locks|^pthread_rwlock
Barriers|^pthread_barrier
Spin locks|^pthread_spin_
Semaphores|^sem_
C11 threads|^(thrd|mtx|cnd|tss)_|^call_once$
Signals|^raise$|kill$|sig(action|altstack|nal|procmask|mask|pending|wait)|^sig(empty|fill|add|del|isempty)set$|^sig(ismember|timedwait)$
Threads|^pthread_|^sched_yield$|atfork
Names of SV-COMP|^__VERIFIER_|^reach_error$|^assume_abort_if
Heap|alloc|^free$|memalign|^mallopt$
Atomic structures|^__atomic_
Libraries|^dl(open|close)$
Memory maps|^m(un|re)?map(64)?$|^mprotect$|madvise$
Jumps|jmp
Random numbers|rand|48$
Temporary files|^mk.*temp|^tmpfile|^(unlink|remove|fdopen)$
Status of files|stat(64)?$|ch(mod|own)(at)?$|utime|^f(data)?sync$
Pipes, eventfds, sockets, polling|^(pipe|dup|fcntl)|bind|connect|listen|getpeer|eventfd|poll|select$|sock|accept|recv|send|shutdown|ioctl|v$
Time and sleeping|sleep|time|clock|tzset
End of the program|[Ee]xit|^abort$|assert|_fail$|__libc_start_main
Input and files|read(64)?(_chk)?$|seek|tell|^rewind$|open|^creat|get(c|s|char|line|delim)|fread|ungetc|^f(eof|error)|clearerr|uflow$|scanf
Output|printf|put[cs]|^v?(err|warn)x?$|write|buf|perror|fflush|lockfile|close|^__overflow$
Process and machine|^get(pid|ppid|tid|cpu|loadavg|rusage)$|^syscall$|^sysinfo$|^(nice|prctl)$|priority$|^sched_[gs]et
Sorting and searching|^(qsort|bsearch)
Memory and strings|.
PURE Left to libc
Start-up|^_(ITM|Unwind)_|__(cxa_finalize|errno_location|gmon_start__|pthread)|personality
Characters|^_?(to(ascii|lower|upper)|is(al|as|bl|cn|di|gr|lo|pr|pu|sp|up|xd).*)$|^__ctype|^[hn]to[hn][ls]$
Wide characters|^(isw|wc|wmem|tow|btowc)
Questions|^_*get|^(secure|_*sysconf|sched|gnu|localeconv|nl_)|^f(eof|error|ileno)|^sigis|sigrtm
Strings and searching|str|mem|index|^bsearch$|^sig(abbrev|descr)
Arithmetic|.
SETUP During set-up only
Libraries|^dl
Settings of the machine|^(acct|klogctl|mount|personality|quotactl|reboot|setns|umount2?|vhangup)$|adjtime|settime|^set(domain|host)|^swapo
Memory of the process|^m(map|unmap|protect|advise|lock|unlock|remap|sync|incore)|brk$|madvise
Wide characters|w(c|cs|char|s|printf)$|^putw
Input|scanf|get(c|char|s|w|line|delim)$|_unlocked$|f(gets|read).*_chk$|flow$|^ungetc$|^fread|^_*p?read(v|64)?(_chk)?$
Environment, users and limits|env$|^[gs]et(e?[gu]id|gr|login|pw|opt|prio|rlim|rus|host|locale)|^(prlimit|uname)
Files|.
PROCESSES During set-up only, with --setup-writes=real
Processes|.
REFUSED Refused
Pipes, messages, shared memory|pipe|^mq_|^msg|^sem|^shm|eventfd|inotify|io_setup|userfaultfd
Sockets and polling|sock|accept|bind|connect|listen|recv|send|shutdown|poll|select|getpeer
Signals and timers|sig|alarm|timer|kill|pause
Contexts|context
The heap|^mall
Dates|date|ftime
Randomness and the machine|random|entropy|state|cpu
Messages|err|warn|syslog|wordexp
Processes|.
GUARDED Guarded: without state of their own
Input from strings|scanf
Wide characters|wc|wmem|wprintf|mb
Sorting and searching|find$|search$|tdelete|twalk|que$
Processors|^(__)?sched_
Files|stat|access|link|path|cwd|isatty|name$
Questions|^(uname|get)
Arithmetic|frexp|modf|remquo|sincos|gamma
Memory and strings|.
GUARDED_STATE Guarded: with state of the C library
Environment and options|env$|^getopt
Locales and messages|locale|langinfo|^strsignal
Wide characters|^mb|^wc
Tables|^h(create|destroy|search)
Terminals|tty|ftok
Numbers|.
CXX_MODELLED C++: modelled, or announced and left to libstdc++
new and delete|^_Z(n|d)[wla]
Exceptions|^__cxa_(allocate|begin|end|free|init|rethrow|throw$)|exception|terminate|^_Unwind
Static and thread_local variables|guard|thread_atexit
Streams and locales|ios_base|locale|basic_file
Containers|.
CXX_SETUP C++: during set-up only
Handlers and streams|.
END
}

list() { # CLASS: its functions, one a line, in the order of the header
    local header=src/model/call_table.h
    [[ $1 == CXX_* ]] && header=src/model/calls_cxx.h
    awk -v start="#define CALLS_$1(C)" 'index($0, start) == 1 { on = 1; next } on; on && !/\\$/ { exit }' $header |
        grep -o 'C([A-Za-z_0-9]*[,)]' | sed 's/^C(//; s/.$//'
}

without_parameters() { c++filt -p | awk '!seen[$0]++'; } # names of C++, all forms of one as one

table() { # CLASS HEADING, and the families on stdin
    local class=$1 heading=$2 names family pattern found
    names=$(list "$class")
    printf '\n### %s (%d)\n\n| family | functions |\n| --- | --- |\n' "$heading" "$(wc -l <<< "$names")"
    while IFS='|' read -r family pattern; do
        found=$(grep -E "$pattern" <<< "$names")
        [[ -z $found ]] && continue
        names=$(grep -vE "$pattern" <<< "$names")
        [[ $class == CXX_* ]] && found=$(without_parameters <<< "$found")
        printf '| %s | %s |\n' "$family" "$(sed 's/.*/`&`/' <<< "$found" | paste -sd' ')"
    done
}

# Functions with a premise, by what the verdict says of it.
premises() {
    local premise phrase found
    printf '\n### Modelled with a premise\n\nAll others are exact.\n\n| premise | functions |\n| --- | --- |\n'
    while IFS='|' read -r premise phrase; do
        found=$(grep -ohE "C\([A-Za-z_0-9]+, $premise[,)]" src/model/call_table.h src/model/calls_cxx.h |
            sed 's/^C(//; s/,.*//' | without_parameters)
        [[ -z $found ]] || printf '| %s | %s |\n' "$phrase" "$(sed 's/.*/`&`/' <<< "$found" | paste -sd' ')"
    done < <(sed -n 's/^ *P(\([A-Z_]*\), *"\(.*[A-Za-z)]\),*").*/\1|\2/p' src/model/premise_table.h)
}

generate() {
    local class heading rows
    premises
    for class in MODELLED PURE GUARDED GUARDED_STATE SETUP PROCESSES REFUSED CXX_MODELLED CXX_SETUP; do
        heading=$(families | sed -n "s/^$class //p")
        rows=$(families | awk -v class="$class" '/^[A-Z_]+ / { on = $1 == class; next } on')
        table "$class" "$heading" <<< "$rows"
    done
}

updated() {
    sed "/^$begin\$/q" "$file"
    generate
    echo
    sed -n "/^$end\$/,\$p" "$file"
}

if ! grep -qxF "$begin" "$file" || ! grep -qxF "$end" "$file"; then
    echo "$file: the lines between which the table belongs are missing" >&2
    exit 2
fi
begin=${begin//\//\\\/} end=${end//\//\\\/}
new=$(updated)
if [[ ${1-} == --check ]]; then
    diff -u "$file" - <<< "$new"
else
    printf '%s\n' "$new" > "$file"
fi
