/* frame.h - knowledge of a dynamic reduction about the choice points on the path: what is pending there, and what the
 * transition that is being tried has done so far.
 *
 * A transition is one step out of a choice point and a run of single successors after it, so several events may occur on it. The
 * operations of blocked threads count as occurring in every state, along runs too.
 *
 * Faults (park rule): a thread whose next step ends the path by itself (a failed assertion) stands still for ever, and the
 * others go on; the step is taken once, where the thread can first take it. So does one that is about to end the process, and that step is
 * taken again where nobody else can move. Any other step that turns out to end the path (it fails, or
 * belongs to an atomic section in which the path is given up or the process ends) is dependent on everything, and where it was tried all
 * others are.
 *
 * As the algorithms are printed there is none of that: an event is what is performed, and an unlock is like any other write.
 */
#ifndef MZ_REDUCE_FRAME_H
#define MZ_REDUCE_FRAME_H

#include "reduce/events/foreign.h"
#include "reduce/reduction.h"
#include "reduce/events/summary.h"

/* A choice point on the path. */
struct frame {
    threadset live, enabled, parked;   /* `enabled` without `parked` */
    threadset faced;                   /* of the parked ones, those that could move here or before: their step has been taken */
    threadset exits, leaving, locking; /* those that are about to end the process, to end themselves, to take a lock */
    threadset looking;                 /* those whose operation may only look (op.h): what they touch is a matter of the state */
    threadset late;                    /* those that a barrier has let go, and that have not left it */
    threadset moved;                   /* on the way here */
    threadset done;                    /* tried */
    bool      full;                    /* all must be tried: what lies below does not tell what the others do */
    bool      ranked;                  /* `rank` is known */
    threadset blocked;                 /* those whose pending operation cannot be performed; as printed none */
    event     pending[MAX_THREADS];    /* of live threads, as something that occurs, */
    label     candidate[MAX_THREADS];  /* and as something to be tried first */
    uint8_t   rank[MAX_THREADS];       /* of enabled threads: the lower the better to start with */
    event     reads[MAX_THREADS];      /* where states are matched modulo what is not read (unread.h): what is read by what is pending, */
    label     overwrites[MAX_THREADS]; /* and what is overwritten */
};

/* Steps of a transition that tell what the events behind them need (labels.h), and what those overwrite. What there is no room for is not
 * told. */
enum { CAUSES_MOST = 4 };
struct causes {
    unsigned overwritten;
    label    overwrites[CAUSES_MOST];
    unsigned count;
    struct cause {
        event     step;
        threadset late;
    } of[CAUSES_MOST];
};

struct frames {
    struct labels    *labels;
    struct summaries *summaries;
    struct foreign   *foreign[MOST_RANKS]; /* of those that have written */
    struct frame     *frame;     /* [depth] */
    size_t            bytes;
    bool              as_printed;
    bool              causal;    /* causes are told, */
    struct causes     causes;    /* of the transition being tried */
    bool              ends_last; /* a thread that is about to end is tried after others, where that is better */
    bool              relabel;   /* something was done that may change what others touch */
    threadset         live;      /* before the last step */
    struct events     edge;      /* what the transition being tried has done so far, and what was pending in others on the way */
    threadset         told;      /* those of which it has what is pending in them now */
    uint64_t          edge_words[EVENT_WORDS];
    enum op_kind      last;      /* operation performed, */
    event             performed; /* and as an event, unless its thread is parked */
    bool              cut;       /* the transition ended the path for the others, who could have gone on */
    bool              single;    /* it is one step so far */
};

bool frames_open(struct frames *s, uint64_t max_nodes, bool as_printed);
void frames_close(struct frames *s); /* also what is open in part */
bool frames_share(struct frames *s);                  /* labels and summaries, with processes that are forked later. False: no memory */
void frames_join(struct frames *s, struct lock lock); /* this is one of them now */
void frames_save(struct frames *s, enum record_stream stream, bool anew, const struct record_taker *to); /* labels and summaries */
bool frames_restore(struct frames *s, enum record_kind kind, const void *things, size_t bytes); /* RECORD_NONE: that was all */
bool frames_take(struct frames *s, unsigned from, enum record_kind kind, const void *things, size_t bytes); /* of others: reduction.h */
void frames_clear(struct frames *s);
uint64_t frames_bytes(const struct frames *s);  /* of the tables that grow */
uint64_t frames_lacked(const struct frames *s); /* how often there was no memory for more of them */

static inline struct frame *frame_at(const struct frames *s, const struct reducing *r)
{
    return &s->frame[r->depth];
}

/* Has one step led back to the state that it was made in? Then it is as if it had not been made, and its thread without this outcome. */
static inline bool frame_stays(const struct frames *s, const struct reducing *r, enum led led)
{
    return led == LED_BACK && s->single && digest_equal(r->at, r->nodes[r->depth].mark.digest);
}

/* As the driver tells (reduction.h). */
threadset frame_enter(struct frames *s, const struct reducing *r);         /* those that park here: each must be tried */
void      frame_performing(struct frames *s, const struct reducing *r, tid t);
void      frame_arrived(struct frames *s, const struct reducing *r, enum led led);
summary   frame_stuck(struct frames *s, const struct reducing *r);         /* what is pending in the state arrived at, an end */
summary   frame_blocked(struct frames *s, const struct frame *f);          /* what is pending at the choice point and blocked */
bool      frame_tried(struct frames *s, const struct reducing *r, tid t);  /* done, not parked */
void      frame_leave(const struct frames *s, struct reducing *r);         /* those that were not tried are pruned */
tid       frame_prefer(struct frames *s, const struct reducing *r, threadset candidates);
tid       frame_best(const struct frame *f, threadset candidates);         /* likewise, after it: the one that ranks first */
/* t, and those of the candidates whose pending operations clash with its, or with one of theirs. */
threadset frame_entangled(const struct frames *s, const struct frame *f, tid t, threadset candidates);
bool      frame_clashes(const struct frame *f, tid t);                     /* t, preferred to another, with something pending? */
threadset frame_likely(struct frames *s, const struct reducing *r);        /* the first to be tried, and those that clash with it */

/* Threads of which an event in the set depends on what t does with the label, or is about to do at the choice point. If all of `enough`
 * are among them others may be left out. */
threadset frames_clashing(const struct frames *s, const struct events *events, tid t, label a, threadset enough);
threadset frame_clashing(const struct frames *s, const struct frame *f, tid t, const struct events *events, threadset enough);
/* The same, of events that can come while those threads, which are alive, stand still. */
threadset frame_clashing_meanwhile(const struct frames *s, const struct frame *f, tid t, const struct events *events, threadset enough,
                                   threadset still);

/* An event behind the steps, as it is before them. */
event frame_before(const struct frames *s, const struct causes *c, event e);
void  frame_overwrites(struct causes *c, label a);
uint64_t frame_overwritten(const struct frames *s, const struct causes *c, uint32_t word); /* of a mask: those that read nothing else */
summary frame_restored(struct frames *s, const struct causes *c, summary a); /* with all that is overwritten, as something read */
void  frame_cause(const struct frames *s, const struct frame *f, event step, struct causes *c); /* c: of the choice point's step alone */

#endif
