/* courier.c - mazurka-mpi, which the tool starts on every machine (--mpi): carries messages among the tools (wire/courier_frames.h). It
 * is the only program that is linked with MPI.
 *
 * It never waits for one thing only: messages are sent with MPI_Isend and received with MPI_Imrecv, whatever the others do; so nobody
 * waits for somebody who waits for him, or who has died in the middle of a message. Who has been silent for too long is sent nothing more;
 * until then there is a limit to what is on its way, and the tool has to wait. When its tool has said goodbye the courier tells the others,
 * and goes on taking their messages until all of them have: then MPI has nothing left to deliver. A tool that is gone without that is a
 * machine that has failed: the courier ends, and MPI ends the whole job, or lets the others go on (mpirun --enable-recovery). Signals that
 * end a job are for the tool, which says goodbye.
 *
 * For tests: MAZURKA_MPI_DELAY=[RANK:]MS holds what comes back for so long; MAZURKA_MPI_DIE=RANK:N kills that rank's tool, and ends the
 * courier without a word, when N long messages have been sent: those that tell what was found; MAZURKA_MPI_BREAK=RANK:N does so while the
 * Nth of them is being sent, and MAZURKA_MPI_LOSE=RANK:N loses it; MAZURKA_MPI_ROOM=BYTES is room for what is on its way;
 * MAZURKA_MPI_PATIENCE=MS is how long those are waited for who are silent. */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "wire/courier_frames.h"

enum {
    TAG_MESSAGE = 1,
    TAG_GOODBYE = 2,
    TAG_BEAT = 3,
    LOOK_NS = 300000,
    BEAT_MS = 2000,
    PATIENCE_MS = 10000, /* with those who do not say goodbye, when this tool has */
    GONE_MS = 20000,     /* without a sign of another courier: nothing is sent to it any more */
    READ_AT_ONCE = 1 << 20,
    LONG = 1 << 16,
    MOST_ON_THE_WAY = 1 << 28, /* bytes, without the last message */
};

/* A message that waits for the tool to take it. */
struct waiting {
    struct waiting *next;
    uint64_t  due;  /* milliseconds */
    size_t    size, written;
    char      bytes[]; /* with its frame */
};

/* One that is on its way to others. */
struct sent {
    struct sent *next;
    MPI_Request *requests;
    size_t       size;
    char        *bytes;
};

/* What is known of another machine. */
struct other {
    struct waiting *coming; /* its message that MPI has begun to receive, or NULL: one at a time, so that they stay in order */
    MPI_Request     request;
    int             tag;
    bool            broken; /* MPI has failed to bring one of its messages: what comes after it is not for the tool */
    bool            gone;   /* it has been silent for too long */
    uint64_t        heard;  /* milliseconds: when something came of it last */
};

static struct courier {
    int       rank, size;
    uint64_t  delay;
    uint64_t  patience;       /* milliseconds, for tests; else 0 */
    uint64_t  messages, dies_after, breaks, loses; /* 0: never */
    struct waiting *first, **last;
    struct sent    *on_the_way;
    size_t    bytes_on_the_way, most_bytes;
    char     *input;          /* from the tool */
    size_t    used, room;
    bool      ending;         /* the tool has said goodbye, */
    uint64_t  ending_at, next_beat;
    int       goodbyes;       /* and so have others */
    struct other *others;     /* by rank */
} c;

static uint64_t milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

__attribute__((noreturn)) static void fail(const char *what)
{
    fprintf(stderr, "mazurka: --mpi: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 2);
    _exit(2);
}

static void *allocate(size_t bytes)
{
    void *block = malloc(bytes);
    if (!block)
        fail("out of memory");
    return block;
}

/* --- to the tool ------------------------------------------------------------------------------------------------------ */

static struct waiting *make_waiting(enum frame_kind kind, int from, size_t bytes)
{
    struct waiting *w = allocate(sizeof *w + sizeof(struct frame) + bytes);
    struct frame head = {COURIER_MAGIC, kind, (uint32_t)from, bytes};
    *w = (struct waiting){.due = milliseconds() + c.delay, .size = sizeof head + bytes};
    memcpy(w->bytes, &head, sizeof head);
    return w;
}

static void queue(struct waiting *w)
{
    *c.last = w;
    c.last = &w->next;
}

static void tell(enum frame_kind kind, int from, const void *bytes, size_t size)
{
    struct waiting *w = make_waiting(kind, from, size);
    memcpy(w->bytes + sizeof(struct frame), bytes, size);
    queue(w);
}

static bool has_something(void)
{
    return c.first && c.first->due <= milliseconds();
}

static void write_to_tool(void)
{
    while (has_something()) {
        struct waiting *w = c.first;
        ssize_t wrote = send(COURIER_FD, w->bytes + w->written, w->size - w->written, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (wrote < 0 && errno != EINTR && errno != EAGAIN) {
            w->written = w->size; /* the tool does not want to know any more: its end is seen where it is read from */
        } else if (wrote < 0) {
            return;
        } else {
            w->written += (size_t)wrote;
        }
        if (w->written < w->size)
            continue;
        c.first = w->next;
        c.last = c.first ? c.last : &c.first;
        free(w);
    }
}

/* --- to others -------------------------------------------------------------------------------------------------------- */

static void send_to_all(const char *bytes, size_t size, int tag)
{
    struct sent *s = allocate(sizeof *s);
    *s = (struct sent){c.on_the_way, allocate((size_t)c.size * sizeof *s->requests), size, allocate(size + 1)};
    if (size > 0)
        memcpy(s->bytes, bytes, size);
    for (int to = 0; to < c.size; to++) {
        s->requests[to] = MPI_REQUEST_NULL;
        if (to != c.rank && !c.others[to].gone
            && MPI_Isend(s->bytes, (int)size, MPI_BYTE, to, tag, MPI_COMM_WORLD, &s->requests[to]) != MPI_SUCCESS)
            s->requests[to] = MPI_REQUEST_NULL; /* it is gone */
    }
    c.on_the_way = s;
    c.bytes_on_the_way += size;
}

/* Has it arrived everywhere, or with all that are still there? What MPI may still want to send to those that are not stays in memory. */
static bool has_arrived(struct sent *s, bool *may_be_read)
{
    int done;
    for (int to = 0; to < c.size; to++)
        if (s->requests[to] != MPI_REQUEST_NULL && MPI_Test(&s->requests[to], &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            if (!c.others[to].gone)
                return false;
            *may_be_read = true;
        }
    return true;
}

static void forget_sent(void)
{
    for (struct sent **at = &c.on_the_way; *at;) {
        struct sent *s = *at;
        bool may_be_read = false;
        if (!has_arrived(s, &may_be_read)) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        c.bytes_on_the_way -= s->size;
        if (may_be_read)
            continue;
        free(s->requests);
        free(s->bytes);
        free(s);
    }
}

/* MPI tells how long a message is before it has all of it. */
static bool begin_message(int from)
{
    struct other *o = &c.others[from];
    int there, size;
    MPI_Message message;
    MPI_Status status;
    if (MPI_Improbe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &message, &status) != MPI_SUCCESS || !there)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &size);
    o->coming = make_waiting(FRAME_MESSAGE, from, (size_t)size);
    o->tag = status.MPI_TAG;
    o->broken = MPI_Imrecv(o->coming->bytes + sizeof(struct frame), size, MPI_BYTE, &message, &o->request) != MPI_SUCCESS;
    return true;
}

/* Whether all of it is there. One that never will be, because its machine has died, stays where it is. */
static bool end_message(int from)
{
    struct other *o = &c.others[from];
    struct waiting *message = o->coming;
    int done;
    o->broken |= MPI_Test(&o->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS;
    if (o->broken || !done)
        return false;
    o->coming = NULL;
    o->heard = milliseconds();
    c.goodbyes += o->tag == TAG_GOODBYE;
    if (o->tag == TAG_MESSAGE)
        queue(message);
    else
        free(message);
    if (o->tag == TAG_BEAT)
        tell(FRAME_BEAT, from, "", 0);
    return true;
}

static void take_from_others(void)
{
    for (int from = 0; from < c.size; from++)
        while (from != c.rank && !c.others[from].broken && (c.others[from].coming || begin_message(from)) && end_message(from))
            ;
}

static uint64_t patience(uint64_t otherwise)
{
    return c.patience ? c.patience : otherwise;
}

static void note_silence(void)
{
    for (int i = 0; i < c.size; i++)
        c.others[i].gone |= milliseconds() - c.others[i].heard > patience(GONE_MS);
}

/* --- from the tool ---------------------------------------------------------------------------------------------------- */

/* For tests. */
static void die_if_due(void)
{
    bool breaks = c.breaks && c.messages >= c.breaks, dies = c.dies_after && c.messages >= c.dies_after;
    for (uint64_t end = milliseconds() + 500; dies && c.on_the_way && milliseconds() < end;)
        forget_sent();
    if (!breaks && !dies)
        return;
    kill(getppid(), SIGKILL);
    raise(SIGKILL);
}

static void obey(const struct frame *f, const char *bytes)
{
    if (f->kind == FRAME_GOODBYE) {
        send_to_all(NULL, 0, TAG_GOODBYE);
        c.ending = true;
        c.ending_at = milliseconds();
        return;
    }
    bool is_long = f->kind == FRAME_MESSAGE && f->bytes >= LONG;
    if (!is_long || c.messages + 1 != c.loses)
        send_to_all(bytes, f->bytes, TAG_MESSAGE);
    if (f->kind == FRAME_ECHO)
        tell(FRAME_ECHO, c.rank, bytes, f->bytes);
    c.messages += is_long;
    die_if_due();
}

static void obey_all(void)
{
    size_t at = 0;
    struct frame f;
    while (c.used - at >= sizeof f) {
        memcpy(&f, c.input + at, sizeof f);
        if (f.magic != COURIER_MAGIC || f.bytes > INT32_MAX)
            fail("the tool has said something that is no letter");
        if (c.used - at - sizeof f < f.bytes)
            break;
        obey(&f, c.input + at + sizeof f);
        at += sizeof f + f.bytes;
    }
    memmove(c.input, c.input + at, c.used - at);
    c.used -= at;
}

/* For what the tool has to say. */
static bool has_room(void)
{
    return c.bytes_on_the_way < c.most_bytes;
}

static void read_from_tool(void)
{
    while (has_room()) {
        if (c.room - c.used < READ_AT_ONCE) {
            c.room = 2 * c.room + READ_AT_ONCE;
            c.input = realloc(c.input, c.room);
            if (!c.input)
                fail("out of memory");
        }
        ssize_t got = recv(COURIER_FD, c.input + c.used, READ_AT_ONCE, MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got <= 0 && !c.ending)
            _exit(2); /* the tool is gone, and has said why, or could not */
        if (got <= 0)
            return;
        c.used += (size_t)got;
        obey_all();
    }
}

/* --- the whole -------------------------------------------------------------------------------------------------------- */

/* "5" or "RANK:5", of this rank. */
static uint64_t setting(const char *name)
{
    const char *text = getenv(name), *number = text ? strchr(text, ':') : NULL;
    if (!text || (number && atoi(text) != c.rank))
        return 0;
    return strtoull(number ? number + 1 : text, NULL, 10);
}

/* Others need not take a tool for dead that compiles, or writes a large file. */
static void beat(void)
{
    if (c.ending || milliseconds() < c.next_beat)
        return;
    c.next_beat = milliseconds() + BEAT_MS;
    send_to_all(NULL, 0, TAG_BEAT);
}

static void wait_a_little(void)
{
    struct pollfd tool = {.fd = COURIER_FD, .events = (has_room() ? POLLIN : 0) | (has_something() ? POLLOUT : 0)};
    struct timespec pause = {.tv_nsec = LOOK_NS};
    ppoll(&tool, c.ending ? 0 : 1, &pause, NULL);
}

int main(int argc, char **argv)
{
    c.last = &c.first;
    signal(SIGTERM, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* MPI waits there for machines that may never begin */
    if (recv(COURIER_FD, &(char){0}, 1, MSG_PEEK | MSG_DONTWAIT) == 0)
        return 2; /* the tool was gone before that */
    if (MPI_Init(&argc, &argv) != MPI_SUCCESS)
        return 2;
    prctl(PR_SET_PDEATHSIG, 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &c.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &c.size);
    uint32_t size = (uint32_t)c.size;
    c.others = allocate(size * sizeof *c.others);
    for (int i = 0; i < c.size; i++)
        c.others[i] = (struct other){.heard = milliseconds()};
    tell(FRAME_HELLO, c.rank, &size, sizeof size);
    c.delay = setting("MAZURKA_MPI_DELAY");
    c.dies_after = setting("MAZURKA_MPI_DIE");
    c.breaks = setting("MAZURKA_MPI_BREAK");
    c.loses = setting("MAZURKA_MPI_LOSE");
    c.patience = setting("MAZURKA_MPI_PATIENCE");
    c.most_bytes = setting("MAZURKA_MPI_ROOM");
    c.most_bytes = c.most_bytes ? c.most_bytes : MOST_ON_THE_WAY;
    while (!c.ending || c.goodbyes < c.size - 1 || c.on_the_way) {
        if (c.ending && milliseconds() - c.ending_at > patience(PATIENCE_MS))
            _exit(0); /* somebody is gone for good: MPI would wait for it */
        read_from_tool();
        write_to_tool();
        forget_sent();
        take_from_others();
        note_silence();
        beat();
        wait_a_little();
    }
    alarm((unsigned)(patience(PATIENCE_MS) / 1000 + 1)); /* MPI waits there for one that has died since it said goodbye */
    MPI_Finalize();
    return 0;
}
