/* machines.c - see machines.h. */
#include "tool/mpi/machines.h"

#include "tool/mpi/machine_messages.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/checkpoint/notes.h"
#include "tool/cli/util.h"
#include "tool/run/deadline.h"

enum {
    EVERY_MS = 2,   /* a message, unless that takes too long (search/parallel/messages.c) */
    HURRY_MS = 500, /* that others are waited for when the job is being ended: mpirun kills all one second after SIGTERM */
};

/* The signal by which this rank was told to end before the search; from then on they are counted (run/deadline.h). */
static volatile sig_atomic_t told_to_end;

static void note_signal(int number)
{
    told_to_end = number;
}

static void await_signals(void)
{
    struct sigaction mine = {.sa_handler = note_signal};
    sigaction(SIGINT, &mine, NULL);
    sigaction(SIGTERM, &mine, NULL);
}

static const struct ending *ending_of(const struct machine *of)
{
    return of->has_ended ? of->ended.bytes : NULL;
}

/* Has all come here that the machine had been handed when it ended? */
static bool is_backed(const struct machines *m, unsigned rank)
{
    const struct head *h = m->of[rank].head.bytes;
    for (unsigned i = 1; i < m->post.size; i++)
        if (i != rank && h->known[i] > m->of[i].received)
            return false;
    return true;
}

static bool is_complete(uint32_t verdict, uint32_t ended_by)
{
    uint32_t end = verdict == WIRE_BUG ? ended_by : verdict;
    return end == WIRE_COMPLETE || end == WIRE_CUT;
}

/* Somebody who has explored everything, and all that this rests on is known here.
 *
 * This, or that the process of this machine has come to its end, is all that a verdict of completeness goes by. Neither asks who
 * is still alive, and neither need. In parts (rank_partition.c) the end is seen in words that all ranks have sent, each of which says
 * that its rank has nothing left to do and has told what it knows and has found. A rank that dies with states to explore has not
 * sent one, or was given work after it: that work is counted as given, and not as taken, and nobody sees the end, until
 * one_is_missed ends the search. (Words come after all that they rest on, so no other work can make up for it: none is counted as
 * taken that is not counted as given.) A rank that dies later has nothing that is missed, and if it has sent MESSAGE_END there is not
 * even a note. Where facts are shared, what a dead rank has not told is explored by others. */
static const struct machine *who_is_done(const struct machines *m)
{
    for (unsigned i = 1; i < m->post.size; i++) {
        const struct ending *e = ending_of(&m->of[i]);
        if (e && e->done && !m->samples && is_complete(e->verdict, e->ended_by) && is_backed(m, i)
            && m->of[i].ended.wide == m->wide)
            return &m->of[i];
    }
    return NULL;
}

static bool somebody_has_a_bug(const struct machines *m)
{
    for (unsigned i = 1; i < m->post.size; i++) {
        const struct ending *e = ending_of(&m->of[i]);
        if (e && e->verdict == WIRE_BUG)
            return true;
    }
    return false;
}

/* By a signal, or because who has started it, and would have sent one, is no more. */
static bool is_told_to_end(const struct machines *m, struct launch *l)
{
    if (!told_to_end)
        told_to_end = getppid() != m->parent ? SIGTERM : signals_last();
    l->interrupted = l->interrupted ? l->interrupted : told_to_end;
    return l->interrupted;
}

/* Where all are needed: is one of them gone, or has it ended without having come to the end? */
static bool one_is_missed(const struct machines *m)
{
    for (unsigned i = 0; m->claims && i < m->post.size; i++) {
        const struct ending *e = ending_of(&m->of[i]);
        bool gone = i != m->post.rank && !e && (m->of[i].process ? machine_is_silent(m, i) : machine_is_gone(m, i));
        if (gone || (e && m->post.rank == 0))
            return true;
    }
    return false;
}

/* Between two looks of the watch. Without --all the first bug ends the search. */
static void look(struct launch *l)
{
    struct machines *m = l->machines;
    machines_collect(m, 0);
    bool over = m->post.rank == 0 ? who_is_done(m) || (!m->all_faults && somebody_has_a_bug(m))
                                  : m->stopped || machine_is_gone(m, 0);
    over |= is_told_to_end(m, l);
    over |= one_is_missed(m);
    if (over)
        __atomic_store_n(&l->wire->stop, 1, __ATOMIC_RELEASE);
}

static uint64_t part(uint64_t limit, unsigned rank, unsigned size)
{
    return limit / size + (rank < limit % size);
}

/* Each has its own seeds. */
static void divide(const struct machines *m, struct wire_config *c)
{
    struct wire_steering *s = &c->steering;
    unsigned rank = m->post.rank, size = m->post.size;
    if (s->runs > 1) {
        uint64_t before = 0;
        for (unsigned i = 0; i < rank; i++)
            before += part(s->runs, i, size);
        c->seed += before;
        s->runs = part(s->runs, rank, size);
        return;
    }
    c->seed += (uint64_t)rank * WIRE_MAX_WORKERS;
    if (s->max_walks > 0)
        s->max_walks = s->max_walks > size ? part(s->max_walks, rank, size) : 1;
}

void machines_attach(struct machines *m, struct launch *l)
{
    struct wire_steering *s = &l->config.steering;
    await_signals();
    m->checkpoint_turn = l->take_turn;
    l->machines = m;
    l->look = look;
    l->take_turn = machines_turn;
    l->show_progress &= m->post.rank == 0;
    if (m->samples) {
        divide(m, &l->config);
        return;
    }
    s->ranks = m->post.size;
    s->rank = m->post.rank;
    s->message_milliseconds = EVERY_MS;
}

static void send_end(struct machines *m, const struct launch *l)
{
    const struct wire *w = l->wire;
    size_t result_bytes, runs = w->runs < WIRE_MAX_RUNS ? w->runs : WIRE_MAX_RUNS, bytes = sizeof(struct ending);
    bytes += runs * sizeof(struct wire_run);
    struct ending *e = allocate(bytes);
    struct notes *notes = allocate(sizeof *notes);
    *e = (struct ending){.verdict = w->verdict, .ended_by = w->ended_by, .done = l->end == LAUNCH_DONE, .counters = w->counters,
                         .runs = runs};
    memcpy(e + 1, wire_runs(w), runs * sizeof(struct wire_run));
    notes_take(notes, w);
    struct results *results = results_of(w, &result_bytes);
    machines_send(m, MESSAGE_END, (struct content[PARTS]){[PART_RESULTS] = {results, result_bytes}, [PART_NOTES] = {notes, sizeof *notes},
                                                       [PART_ENDING] = {e, bytes}});
    free(results);
    free(notes);
    free(e);
}

/* Every other machine has said how it ended, or is no more. */
static bool all_have_ended(struct machines *m)
{
    bool all = true;
    for (unsigned i = 1; i < m->post.size; i++) {
        struct machine *of = &m->of[i];
        of->lost = !of->has_ended && machine_is_silent(m, i);
        all &= of->has_ended || of->lost;
    }
    return all;
}

static void await_all(struct machines *m, struct launch *l)
{
    bool bug = l->wire->verdict == WIRE_BUG && !m->all_faults;
    bug |= l->wire->verdict == WIRE_REFUSED || l->wire->verdict == WIRE_UNSOUND; /* others may not have been asked for it */
    while (m->samples && !bug && !is_told_to_end(m, l) && !all_have_ended(m)) {
        machines_collect(m, 20);
        bug = !m->all_faults && somebody_has_a_bug(m);
    }
    machines_send(m, MESSAGE_STOP, NULL);
    for (uint64_t since = clock_ms(CLOCK_MONOTONIC); !all_have_ended(m); machines_collect(m, 20))
        if (is_told_to_end(m, l) && clock_ms(CLOCK_MONOTONIC) - since > HURRY_MS)
            break;
}

static void add_results(const struct machines *m, struct launch *l)
{
    uint64_t visible = results_visible(l->wire);
    for (unsigned i = 1; i < m->post.size; i++)
        for (size_t k = 0; k < m->of[i].founds; k++) {
            const struct results *r = m->of[i].found[k].bytes;
            if (r->visible == visible && m->of[i].found[k].wide == m->wide)
                results_add(l, r, !m->all_faults);
        }
    for (unsigned i = 1; i < m->post.size; i++) /* a bug is not lost because it was found with another visible set */
        for (size_t k = 0; k < m->of[i].founds && l->wire->findings == 0; k++) {
            const struct results *r = m->of[i].found[k].bytes;
            if (results_have_bug(r) && m->of[i].found[k].wide == m->wide)
                results_adopt(l, r);
        }
}

/* This machine was stopped, because not all of them have come to the end. */
static uint32_t why_stopped(const struct machines *m)
{
    for (unsigned i = 1; i < m->post.size; i++) {
        const struct ending *e = ending_of(&m->of[i]);
        uint32_t verdict = !e || !e->done ? (uint32_t)WIRE_WORKER_LOST : e->verdict == WIRE_BUG ? e->ended_by : e->verdict;
        if (verdict != WIRE_STOPPED && verdict != WIRE_COMPLETE)
            return verdict;
    }
    return WIRE_WORKER_LOST;
}

/* End of the search, by how it has ended everywhere. */
static void conclude(struct machines *m, struct launch *l)
{
    const struct wire *w = l->wire;
    uint32_t lost = l->interrupted ? WIRE_STOPPED : WIRE_WORKER_LOST;
    uint32_t ended_by = w->verdict == WIRE_BUG && w->ended_by ? w->ended_by : w->verdict;
    for (unsigned i = 1; m->samples && i < m->post.size; i++) {
        const struct ending *e = ending_of(&m->of[i]);
        uint32_t other = !e || !e->done ? lost : e->verdict == WIRE_BUG ? e->ended_by : e->verdict;
        if ((ended_by == WIRE_COMPLETE || ended_by == WIRE_PARTIAL) && other != WIRE_COMPLETE)
            ended_by = other;
    }
    if (m->claims && ended_by == WIRE_STOPPED && !l->interrupted)
        ended_by = why_stopped(m);
    results_conclude(l, ended_by, m->all_faults);
}

static void add_all(struct machines *m, struct launch *l)
{
    struct wire *w = l->wire;
    const struct machine *done = is_complete(w->verdict, w->ended_by) ? NULL : who_is_done(m);
    if (done) {
        const struct results *theirs = done->last_found.bytes;
        if (theirs->visible != results_visible(w))
            results_adopt(l, theirs);
        w->verdict = WIRE_COMPLETE;
    }
    add_results(m, l);
    conclude(m, l);
    for (unsigned i = 1; i < m->post.size; i++) {
        if (m->of[i].noted.bytes)
            notes_give(m->of[i].noted.bytes, w);
        if (ending_of(&m->of[i]))
            ending_add(w, ending_of(&m->of[i]), m->samples ? STATES_SAMPLED : m->claims ? STATES_CLAIMED : STATES_OF_EACH);
    }
}

static void tell_notes(const struct machines *m, const struct launch *l, struct strings *notes)
{
    bool complete = is_complete(l->wire->verdict, l->wire->ended_by);
    for (unsigned i = 1; i < m->post.size; i++)
        if (m->of[i].lost && !m->post.gone)
            strings_addf(notes, "--mpi: nothing is heard of rank %u (%s) any more: what it had not told %s", i, machines_host(m, i),
                         complete ? "was explored by others" : "was explored here, or is not known");
    if (m->post.gone)
        strings_add(notes, "--mpi: the courier has ended: what other machines have found since then is not known");
    if (m->mute)
        strings_addf(notes, m->claims ? "--mpi: this machine has searched alone: %s"
                                      : "--mpi: what is finished was not told to other machines: %s", m->mute);
    if (l->wire->undivided)
        strings_add(notes, "--mpi: each machine has searched alone: data races of this program are looked for with clocks, and what is "
                           "finished cannot be told without them (--race=off, --race-rule=poised)");
}

void machines_end(struct machines *m, struct launch *l, struct strings *notes)
{
    machines_describe(m, l);
    if (m->post.rank != 0) {
        send_end(m, l);
        while (!m->stopped && !machine_is_gone(m, 0))
            machines_collect(m, 20);
        machines_leave(m, EXIT_VERIFIED);
    }
    await_all(m, l);
    if (l->wire->verdict != WIRE_UNSOUND) { /* else it has not begun, and what others have done is of no matter */
        machines_compare(m);
        if (l->end == LAUNCH_DONE)
            add_all(m, l);
    }
    tell_notes(m, l, notes);
    post_say_goodbye(&m->post);
}

void machines_close(struct machines *m)
{
    post_close(&m->post);
}
