/* polling.c - see polling.h: OP_POLL, which is enabled when one of its descriptors is ready.
 *
 * It touches all channels between the first and the last that it waits for. A call with a time limit may time out whenever nothing is
 * ready, as all timed waits here. Files are always ready; a terminal, or another process at the other end, is not known.
 */
#include "probe/channels/polling.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/time.h>

#include "probe/argument.h"
#include "probe/families.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "probe/time/clock.h"
#include "world/world.h"

/* op.detail */
enum { POLL_FOREVER, POLL_TIMED, POLL_ONCE };
enum { MOST_POLLED = 1024 };

#define NO_CHANNEL " of a descriptor that is no file, pipe, eventfd or socket pair"

/* ---- semantics ------------------------------------------------------------------------------------------------------------- */

/* arg[0]: struct polled; arg[1]: how many; arg[2]: until when */
static unsigned happened(const struct thread *t, const struct polled *p)
{
    if (p->end == POLLED_INVALID)
        return POLLNVAL;
    if (p->end == POLLED_READY)
        return p->events & (POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM);
    return channel_ready(channel_at(p->end), p->end % 2, t) & (p->events | POLLERR | POLLHUP);
}

static bool any_happened(const struct thread *t, const struct op *op)
{
    const struct polled *p = (const struct polled *)op->arg[0];
    for (uint64_t i = 0; i < op->arg[1]; i++)
        if (happened(t, &p[i]))
            return true;
    return false;
}

bool poll_waits_for(const struct op *op, unsigned end)
{
    const struct polled *p = (const struct polled *)op->arg[0];
    for (uint64_t i = 0; i < op->arg[1]; i++)
        if (p[i].end == end)
            return true;
    return false;
}

static bool poll_enabled(const struct thread *t, const struct op *op)
{
    return op->detail != POLL_FOREVER || any_happened(t, op) || cancel_due(t, op);
}

static enum idleness poll_idle(const struct thread *t, const struct op *op)
{
    return any_happened(t, op) || cancel_due(t, op) ? IDLE_NOT : IDLE_TIME;
}

static bool poll_may_idle(const struct op *op)
{
    return op->detail == POLL_TIMED;
}

static enum performed perform_poll(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct polled *p = (struct polled *)op->arg[0];
    uint64_t count = 0;
    if (cancel_due(t, op))
        return cancel_act(t);
    for (uint64_t i = 0; i < op->arg[1]; i++) {
        unsigned now = happened(t, &p[i]);
        if (now)
            mem_set(&p[i].happened, (uint16_t)now);
        count += now != 0;
    }
    if (!count && op->detail == POLL_TIMED) {
        world_timed_out(t);
        clock_reach(t, op->arg[2]);
    }
    t->result[0] = count;
    return PERFORM_RESUME;
}

const struct semantics poll_semantics = {.enabled = poll_enabled, .idle = poll_idle, .may_idle = poll_may_idle, .perform = perform_poll,
                                         .also_reads = cancel_reads};

/* ---- stand-ins ------------------------------------------------------------------------------------------------------------- */

/* Time that a call waits. */
struct limit {
    unsigned how;
    uint64_t seconds, nanoseconds;
};

static int sleep_for(uint64_t pc, struct limit limit)
{
    return (int)announce_from(pc, OP_SLEEP, NULL, 0, clock_after(pc, limit.seconds, limit.nanoseconds), 0, 0);
}

/* What the number names now. -1: that cannot be waited for. */
static int find_polled(int fd)
{
    if (descriptor_is_channel(fd))
        return (int)mz__descriptors[fd].file;
    enum descriptor_use use = descriptor_use_now(fd);
    return use == USE_NONE ? POLLED_INVALID : use & USE_OTHER ? -1 : POLLED_READY;
}

/* Numbers from..to are looked up in one step: what is between was read by it. */
static void look_up(uint64_t pc, int from, int to)
{
    const struct descriptor *first = descriptor_at(from), *last = descriptor_at(to);
    announce_read_from(pc, first, (uint64_t)((const char *)(last + 1) - (const char *)first));
}

static bool resolve(uint64_t pc, const int *fd, struct polled *p, uint64_t count)
{
    int from = DESCRIPTORS, to = -1;
    for (uint64_t i = 0; i < count; i++) {
        if (fd[i] >= 0 && fd[i] < from)
            from = fd[i];
        to = fd[i] > to ? fd[i] : to;
    }
    if (to >= 0)
        look_up(pc, from < DESCRIPTORS ? from : DESCRIPTORS - 1, to);
    for (uint64_t i = 0; i < count; i++) {
        int end = fd[i] < 0 ? POLLED_READY : find_polled(fd[i]);
        if (end < 0)
            return false;
        p[i].end = (uint16_t)end;
        p[i].kind = end < POLLED_READY ? (uint16_t)mz__descriptors[fd[i]].stream : CHANNEL_NONE;
        p[i].events = fd[i] < 0 ? 0 : p[i].events;
    }
    return true;
}

/* The channels that are touched: an epoll instance has a word in all of them. */
struct span {
    const struct channel_slot *from, *to;
};

static struct span span_of(const struct polled *p, uint64_t count)
{
    struct span s = {NULL, NULL};
    for (uint64_t i = 0; i < count; i++) {
        if (p[i].end >= POLLED_READY)
            continue;
        const struct channel_slot *at = &mz__channels[p[i].end / 2];
        if (p[i].kind == CHANNEL_EPOLL)
            return (struct span){mz__channels, mz__channels + CHANNELS};
        s.from = !s.from || at < s.from ? at : s.from;
        s.to = at + 1 > s.to ? at + 1 : s.to;
    }
    return s;
}

static int wait_for(uint64_t pc, const int *fd, struct polled *p, uint64_t count, struct limit limit, const char *name)
{
    uint64_t until = limit.how == POLL_TIMED ? clock_after(pc, limit.seconds, limit.nanoseconds) : 0;
    if (!resolve(pc, fd, p, count))
        return (int)probe_refused_from(pc, name);
    struct span span = span_of(p, count);
    uint64_t size = (uint64_t)((const char *)span.to - (const char *)span.from);
    return (int)announce_from(pc, OP_POLL | ANNOUNCE_DETAIL(limit.how), span.from, size, (uint64_t)p, count, until);
}

#define IN_FRAME(type, count)                                                      \
    ({                                                                             \
        size_t size_ = ((count) * sizeof(type) + 15) & ~(size_t)15;                \
        type *made_ = memset(__builtin_alloca(size_), 0, size_);                   \
        probe_wipe_stack();                                                        \
        made_;                                                                     \
    })

static __attribute__((noinline)) int poll_all(uint64_t pc, struct pollfd *given, uint64_t count, struct limit limit, const char *name)
{
    struct polled *p = IN_FRAME(struct polled, count);
    int *fd = IN_FRAME(int, count);
    announce_read_from(pc, given, count * sizeof *given);
    for (uint64_t i = 0; i < count; i++) {
        fd[i] = given[i].fd;
        p[i].events = (uint16_t)given[i].events;
    }
    int result = wait_for(pc, fd, p, count, limit, name);
    for (uint64_t i = 0; result >= 0 && i < count; i++)
        announce_give_from(pc, &given[i].revents, &p[i].happened, sizeof given[i].revents, 0);
    return result;
}

static int poll_or_sleep(uint64_t pc, struct pollfd *given, uint64_t count, struct limit limit, const char *name)
{
    if (count == 0 && limit.how != POLL_FOREVER)
        return sleep_for(pc, limit);
    if (count == 0 || count > MOST_POLLED)
        return (int)probe_refused_from(pc, count ? "poll of more than 1024 descriptors" : "poll for ever, of nothing,");
    return poll_all(pc, given, count, limit, name);
}

static struct limit milliseconds_as_limit(int milliseconds)
{
    uint64_t n = milliseconds > 0 ? (uint64_t)milliseconds : 0;
    return (struct limit){milliseconds < 0 ? POLL_FOREVER : milliseconds == 0 ? POLL_ONCE : POLL_TIMED, n / 1000, n % 1000 * 1000000};
}

static bool is_duration(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

static struct limit timespec_as_limit(const struct timespec *t)
{
    return (struct limit){t->tv_sec || t->tv_nsec ? POLL_TIMED : POLL_ONCE, (uint64_t)t->tv_sec, (uint64_t)t->tv_nsec};
}

/* From what the program gave, if anything. False: it is no duration. */
static bool read_limit(uint64_t pc, const struct timespec *duration, struct limit *limit)
{
    *limit = (struct limit){.how = POLL_FOREVER};
    if (!duration)
        return true;
    struct timespec t = ARGUMENT(pc, duration);
    if (is_duration(&t))
        *limit = timespec_as_limit(&t);
    return is_duration(&t);
}

EXPORT int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    if (!probe_active(NULL))
        return REAL(poll)(descriptors, count, milliseconds);
    return poll_or_sleep(CALLER, descriptors, count, milliseconds_as_limit(milliseconds), "poll" NO_CHANNEL);
}

STAND_IN(int, __poll_chk, struct pollfd *descriptors, nfds_t count, int milliseconds, size_t room)
{
    if (!probe_active(NULL))
        return REAL_AS(__poll_chk, int (*)(struct pollfd *, nfds_t, int, size_t))(descriptors, count, milliseconds, room);
    uint64_t pc = CALLER;
    if (room / sizeof *descriptors < count)
        announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
    return poll_or_sleep(pc, descriptors, count, milliseconds_as_limit(milliseconds), "poll" NO_CHANNEL);
}

static __attribute__((noinline)) int poll_for(uint64_t pc, struct pollfd *descriptors, uint64_t count, const struct timespec *duration)
{
    struct limit limit;
    if (!read_limit(pc, duration, &limit))
        return announce_failure_from(pc, EINVAL);
    return poll_or_sleep(pc, descriptors, count, limit, "ppoll" NO_CHANNEL);
}

EXPORT int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *duration, const sigset_t *mask)
{
    if (!probe_active(NULL))
        return REAL(ppoll)(descriptors, count, duration, mask);
    return mask ? probe_refused_int("ppoll with a mask of signals") : poll_for(CALLER, descriptors, count, duration);
}

STAND_IN(int, __ppoll_chk, struct pollfd *descriptors, nfds_t count, const struct timespec *duration, const sigset_t *mask, size_t room)
{
    if (!probe_active(NULL))
        return REAL_AS(__ppoll_chk, int (*)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *, size_t))(
            descriptors, count, duration, mask, room);
    uint64_t pc = CALLER;
    if (room / sizeof *descriptors < count)
        announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
    return mask ? (int)probe_refused_from(pc, "ppoll with a mask of signals") : poll_for(pc, descriptors, count, duration);
}

/* ---- select ------------------------------------------------------------------------------------------------------------------ */

/* What each of the three sets asks for, and what counts. */
static const struct { uint16_t asks, counts; } sets[3] = {
    {POLLIN, POLLIN | POLLHUP | POLLERR},
    {POLLOUT, POLLOUT | POLLERR},
    {POLLPRI, POLLPRI},
};

/* As much of each set as is looked at: whole words. */
static size_t set_bytes(int count)
{
    return ((size_t)count + 63) / 64 * 8;
}

static void read_sets(uint64_t pc, fd_set *const given[3], fd_set *sets_now, int count)
{
    for (int k = 0; k < 3; k++)
        if (given[k]) {
            announce_read_from(pc, given[k], set_bytes(count));
            memcpy(&sets_now[k], given[k], set_bytes(count));
        }
}

/* Descriptors that are in any set; how many. */
static uint64_t list_sets(const fd_set *sets_now, int count, int *fd, struct polled *p)
{
    uint64_t n = 0;
    for (int i = 0; i < count; i++) {
        unsigned events = 0;
        for (int k = 0; k < 3; k++)
            events |= FD_ISSET(i, &sets_now[k]) ? sets[k].asks : 0;
        if (!events)
            continue;
        fd[n] = i;
        p[n++].events = (uint16_t)events;
    }
    return n;
}

/* Leaves in the sets what has happened; how many bits that are. -1: a number names nothing. */
static int keep_happened(fd_set *sets_now, const int *fd, const struct polled *p, uint64_t n)
{
    int bits = 0;
    for (uint64_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            if (p[i].happened & POLLNVAL)
                return -1;
            if (!FD_ISSET(fd[i], &sets_now[k]))
                continue;
            if (p[i].happened & sets[k].counts)
                bits++;
            else
                FD_CLR(fd[i], &sets_now[k]);
        }
    return bits;
}

static __attribute__((noinline)) int select_all(uint64_t pc, int count, fd_set *const given[3], struct limit limit, const char *name)
{
    fd_set *sets_now = IN_FRAME(fd_set, 3);
    struct polled *p = IN_FRAME(struct polled, (size_t)count);
    int *fd = IN_FRAME(int, (size_t)count);
    read_sets(pc, given, sets_now, count);
    uint64_t n = list_sets(sets_now, count, fd, p);
    int result = wait_for(pc, fd, p, n, limit, name);
    int bits = result < 0 ? result : keep_happened(sets_now, fd, p, n);
    if (result >= 0 && bits < 0)
        return announce_failure_from(pc, EBADF);
    for (int k = 0; bits >= 0 && k < 3; k++)
        if (given[k])
            announce_give_from(pc, given[k], &sets_now[k], set_bytes(count), 0);
    return bits;
}

static int select_or_sleep(uint64_t pc, int count, fd_set *const given[3], struct limit limit, const char *name)
{
    bool none = !given[0] && !given[1] && !given[2];
    if (count < 0)
        return announce_failure_from(pc, EINVAL);
    if (none && limit.how != POLL_FOREVER)
        return sleep_for(pc, limit);
    if (none || count > FD_SETSIZE)
        return (int)probe_refused_from(pc, none ? "select for ever, of nothing," : "select of more than 1024 descriptors");
    return select_all(pc, count, given, limit, name);
}

/* Linux says how much time was left: none if it has timed out, and else all of it, for no time passes here but in waiting. */
static __attribute__((noinline)) int select_within(uint64_t pc, int count, fd_set *const given[3], struct timeval *duration)
{
    static const struct timeval no_time;
    struct limit limit = {.how = POLL_FOREVER};
    if (duration) {
        struct timeval t = ARGUMENT(pc, duration);
        if (t.tv_sec < 0 || t.tv_usec < 0)
            return announce_failure_from(pc, EINVAL);
        limit = (struct limit){t.tv_sec || t.tv_usec ? POLL_TIMED : POLL_ONCE, (uint64_t)t.tv_sec, (uint64_t)t.tv_usec * 1000};
    }
    int result = select_or_sleep(pc, count, given, limit, "select" NO_CHANNEL);
    if (result == 0 && duration)
        announce_give_from(pc, duration, &no_time, sizeof *duration, 0);
    return result;
}

EXPORT int select(int count, fd_set *in, fd_set *out, fd_set *other, struct timeval *duration)
{
    if (!probe_active(NULL))
        return REAL(select)(count, in, out, other, duration);
    fd_set *const given[3] = {in, out, other};
    return select_within(CALLER, count, given, duration);
}

static __attribute__((noinline)) int pselect_within(uint64_t pc, int count, fd_set *const given[3], const struct timespec *duration)
{
    struct limit limit;
    if (!read_limit(pc, duration, &limit))
        return announce_failure_from(pc, EINVAL);
    return select_or_sleep(pc, count, given, limit, "pselect" NO_CHANNEL);
}

EXPORT int pselect(int count, fd_set *in, fd_set *out, fd_set *other, const struct timespec *duration, const sigset_t *mask)
{
    if (!probe_active(NULL))
        return REAL(pselect)(count, in, out, other, duration, mask);
    fd_set *const given[3] = {in, out, other};
    return mask ? probe_refused_int("pselect with a mask of signals") : pselect_within(CALLER, count, given, duration);
}
