/* result.h - the result of a check: its verdict, what was found, and what is to be told of it. */
#ifndef MZ_TOOL_RESULT_RESULT_H
#define MZ_TOOL_RESULT_RESULT_H

#include "tool/binary/names/naming.h"
#include "tool/cli/check_settings.h"
#include "tool/run/launched.h"

struct rc11;

/*         verdict    word        exit code */
#define VERDICT_TABLE(V)                      \
    V(VERIFIED, "verified", EXIT_VERIFIED)    \
    V(BUG,      "bug",      EXIT_BUG)         \
    V(COVERED,  "covered",  EXIT_UNKNOWN)     \
    V(UNKNOWN,  "unknown",  EXIT_UNKNOWN)     \
    V(UNSOUND,  "unsound",  EXIT_UNSOUND)     \
    V(INTERNAL, "unknown",  EXIT_ERROR) /* the checker contradicted itself */ \
    V(ERROR,    "error",    EXIT_ERROR) /* nothing was explored: a wrong name, a refusal of the system */

enum verdict {
#define V(name, word, code) VERDICT_##name,
    VERDICT_TABLE(V)
#undef V
};

/* One fault that was found, with the replay that confirmed it. */
struct finding {
    struct fault         fault;
    struct wire_decision *schedule;
    size_t               schedule_count;
    uint64_t             states;    /* stored when it was found */
    struct launch        replay;
    uint32_t             met;       /* which finding of the replay it is */
    struct naming        naming;    /* of the replay */
    struct wire_fate     fate;      /* from which step on nothing ends well */
    bool                 least;     /* no schedule with fewer preemptions leads to the fault */
    struct place         place;     /* of the fault */
    struct wire_access   access[2]; /* of a data race */
    char                *headline;  /* "assertion failed: x == 2 at f.c:12 in main" */
    char                *doubt;     /* why the replay did not confirm it; NULL if it did */
    bool                 untimely;  /* because there was no time for it */
    char                *trace;     /* file; NULL if none was written */
    char                *token;     /* the same in a word (token.h); NULL if it would be too long */
};

struct report {
    enum verdict    verdict;
    char           *reason;    /* what follows "verified: ", "unknown: ", … */
    char           *coverage;  /* how the search itself ended, where that is not the verdict: after a bug */
    const struct check_settings *settings;
    const char     *program;   /* its path */
    const char     *name;      /* the same, without the temporary directory if it was compiled here */
    const char     *trace;     /* name of the first trace */
    const struct launch *search;
    const struct launch *drawing; /* the search that was made for --dot (result/draw.h); NULL: none */
    struct finding *findings;
    size_t          finding_count;
    struct strings  notes;     /* sentences that a user should know */
    struct strings  premises;  /* what the verdict rests on: said beside it (premises.h) */
    struct strings  untracked; /* functions whose effects are not tracked */
    struct strings  sharing;   /* functions without hooks that touch memory that threads share */
    struct strings  unseen_places; /* whose accesses to memory have no hooks: all of them, where a note has a few */
    char           *unrepeated; /* what set-up leaves otherwise when it is run again; NULL: nothing */
    bool            cut_by_suppressed; /* a finding that was suppressed has ended paths: what lies behind it was not explored */
    bool            loosely_suppressed; /* and one by a name that other findings at its places may not have */
    const struct rc11 *rc11;   /* what came of a second search (rc11.h); NULL: one model was asked for */
    char           *fix;       /* "make the store of ready at queue.c:31 release" (suggestion.h); NULL: none is known */
    bool            unseen;    /* parts of the program that were reached make accesses that have no hooks */
    bool            leaks_besides; /* a leak that was suppressed was not the only one of its execution */
    struct strings  unreached; /* sentences about such parts that nobody has come to */
};

/* A race where they are only reported: the search goes on, and it is told after the bugs. */
bool is_only_noticed(const struct report *report, const struct finding *finding);
size_t races_noticed(const struct report *report);

/* Found, and not replayed before the command had to end. */
size_t findings_untimely(const struct report *report);

/* Not about the limits of the checker. */
bool is_about_the_program(const struct report *report, const struct finding *finding);

/* "all 38,440 states within 1 preemption": what was explored whole before the search went on to more. NULL: nothing. */
char *complete_text(const struct report *report);

const char *verdict_word(enum verdict verdict);
int verdict_exit_code(enum verdict verdict);

#endif
