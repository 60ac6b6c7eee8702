/* cause.h - why a fault happened, in a sentence or two, where the recorded steps tell.
 *
 * Every word is a fact of the replay: which step read what, who wrote it last, who holds what. Nothing is guessed: a wrong cause is worse
 * than none, and then there is none. docs/use/reading-a-report.md says what is told for which kind of fault. */
#ifndef MZ_TOOL_REPORT_CAUSE_H
#define MZ_TOOL_REPORT_CAUSE_H

#include "tool/binary/names/steps.h"
#include "tool/result/result.h"

enum { CAUSE_STEPS = 8, CAUSE_PLACES = 16 };

/* Of the text, the place of a step: so many bytes. */
struct cause_place {
    size_t   start, length;
    uint64_t event;
};

struct cause {
    char              *text;                /* NULL: the steps do not tell */
    uint64_t           event[CAUSE_STEPS];  /* the steps that it names */
    size_t             events;
    struct cause_place place[CAUSE_PLACES]; /* in the order of the text */
    size_t             places;
};

struct cause cause_of(const struct finding *finding);
bool cause_names(const struct cause *cause, const struct step *step);

/* Parts: of a failed assertion and the like, what its statement has read; of a data race; of a block that was freed. */
void cause_of_values(const struct finding *f, struct cause *cause);
void cause_of_race(const struct finding *f, struct cause *cause);
void cause_of_freed(const struct finding *f, struct cause *cause);
void cause_of_returned(const struct finding *f, struct cause *cause);
void cause_of_deadlock(const struct finding *f, struct cause *cause);
void cause_of_misuse(const struct finding *f, struct cause *cause);
void cause_of_wait(const struct finding *f, struct cause *cause); /* of one that went on after a wait, although it should wait again */

/* The lock that another thread held when it wrote what these steps of one thread have read without it. */
void cause_of_unlocked(const struct naming *n, struct cause *cause, const uint64_t *reads, size_t count);

/* More about a sentence: the thread of `read` has given up a lock before `then`, with which another one has written at `other`. */
void cause_tell_given_up(const struct naming *n, struct cause *cause, uint64_t read, uint64_t other, uint64_t then);

/* Stale reads of weak memory, in which not the newest value was read. Was there any? Then it says more than what the
 * statement has read. */
bool cause_of_stale(const struct finding *f, struct cause *cause);

/* For the parts: another sentence, or the rest of one; a step that it names. */
void cause_add(struct cause *cause, const char *format, ...) PRINTF(2, 3);
void cause_mark(struct cause *cause, uint64_t event);

/* For the parts: "f.c:12", where the program's own code does it, between marks that cause_of() takes out again; "thread 1
 * (worker)"; what is written, overlapping [address, size). */
char *cause_line(const struct naming *n, const struct wire_event *e);
char *cause_thread(const struct naming *n, unsigned thread);
bool  cause_writes(const struct wire_event *e, uint64_t address, uint32_t size);
bool  cause_reads(const struct wire_event *e, uint64_t address, uint32_t size);

/* For the parts: the value of an object, of that name, which an event reads or writes; "seats: 1 → 0". */
char *cause_value(const struct naming *n, uint64_t event, uint64_t bits, char **object);
char *cause_change(const struct naming *n, uint64_t event);

/* Where a heap block was allocated and freed: events, or AT_THE_END. */
uint64_t cause_freed_at(const struct naming *n, uint64_t block);
uint64_t cause_allocated_at(const struct naming *n, uint64_t block, uint64_t before);

#endif
