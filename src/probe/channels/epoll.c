/* epoll.c - OP_EPOLL_CTL and OP_EPOLL_WAIT.
 *
 * What an instance watches is kept with the channels that are watched (channel.h): to wait is to look at all channels. In which order
 * events are told is nowhere promised: up to MOST_TOLD that are ready at once are told in every order.
 */
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>

#include "probe/argument.h"
#include "probe/channels/channel.h"
#include "probe/errno.h"
#include "probe/families.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "probe/time/clock.h"
#include "world/world.h"

static uint8_t instance(const struct channel *epoll)
{
    return (uint8_t)((const struct channel_slot *)epoll - mz__channels + 1);
}

static struct channel *channel_in(const struct op *op)
{
    return channel_at((unsigned)op->arg[2]);
}

/* ---- what is watched ------------------------------------------------------------------------------------------------------- */

enum { HOW = EPOLLET | EPOLLONESHOT | EPOLLWAKEUP };

/* Kept by the stand-in. */
struct change {
    int                what, fd;
    struct epoll_event event;
};

static struct watch *find_watch(struct channel *c, uint8_t epoll, unsigned end, int fd)
{
    for (struct watch *w = c->watch; w < c->watch + WATCHES; w++)
        if (epoll ? w->epoll == epoll && w->end == (end & 1) && w->fd == fd : !w->epoll)
            return w;
    return NULL;
}

/* What is ready by now counts as news. */
static void set_watch(struct channel *c, unsigned end, struct watch *w, uint8_t epoll, const struct change *change, const struct thread *t)
{
    uint32_t events = change->event.events & ~(uint32_t)EPOLLWAKEUP;
    bool ready = channel_ready(c, end & 1, t) & (events | EPOLLERR | EPOLLHUP);
    mem_will_write(w, sizeof *w);
    *w = (struct watch){.data = change->event.data.u64, .events = events, .fd = (uint16_t)change->fd, .epoll = epoll, .end = end & 1,
                        .news = events & EPOLLET && ready};
}

/* arg[0]: struct change; arg[1]: the end that is watched; arg[2]: the instance */
static enum performed change_watch(struct thread *t, struct op *op)
{
    const struct change *change = (const struct change *)op->arg[0];
    unsigned end = (unsigned)op->arg[1];
    struct channel *c = channel_at(end);
    uint8_t epoll = instance(channel_in(op));
    struct watch *w = find_watch(c, epoll, end, change->fd), *unused = find_watch(c, 0, 0, 0);
    if (channel_in(op)->kind != CHANNEL_EPOLL || c == channel_in(op))
        return probe_fails(t, EINVAL);
    if (change->what == EPOLL_CTL_ADD && w)
        return probe_fails(t, EEXIST);
    if (change->what != EPOLL_CTL_ADD && !w)
        return probe_fails(t, ENOENT);
    if (change->what == EPOLL_CTL_DEL) {
        mem_clear(w, sizeof *w);
        return PERFORM_RESUME;
    }
    if (c->kind == CHANNEL_EPOLL)
        return world_report(t, FAULT_REFUSED, 0, 0, "epoll_ctl of another epoll instance is not supported");
    if (change->event.events & EPOLLEXCLUSIVE)
        return world_report(t, FAULT_REFUSED, 0, 0, "EPOLLEXCLUSIVE is not supported");
    if (channel_is_lone(c) && change->event.events & EPOLLET && change->event.events & EPOLLOUT) /* who reads makes room elsewhere */
        return world_report(t, FAULT_REFUSED, 0, 0, "an edge-triggered watch for EPOLLOUT of a socket of datagrams is not supported");
    if (!w && !unused)
        return world_report(t, FAULT_REFUSED, 0, 0,
                            "more than %d entries in epoll instances for one pipe, eventfd or socket are not supported", WATCHES);
    set_watch(c, end, w ? w : unused, epoll, change, t);
    return PERFORM_RESUME;
}

static enum performed perform_ctl(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (channel_would_abandon(channel_at((unsigned)op->arg[1])))
        return channel_refuse_to_abandon(t);
    enum performed done = change_watch(t, op);
    channel_settle(channel_at((unsigned)op->arg[1]), op->arg[1] & 1, t);
    channel_settle(channel_in(op), op->arg[2] & 1, t);
    return done;
}

static void complete_ctl(struct op *op)
{
    op->addr2 = (uint64_t)channel_at((unsigned)op->arg[1]);
    op->size2 = CHANNEL_STRIDE;
}

const struct semantics epoll_ctl_semantics = {.perform = perform_ctl, .complete = complete_ctl};

static int instance_of(int fd)
{
    return descriptor_is_channel(fd) ? (int)mz__descriptors[fd].file : -1;
}

/* Both numbers are looked up in one step. */
static __attribute__((noinline)) int control(uint64_t pc, int epoll, int what, int fd, struct epoll_event *event)
{
    struct change change;
    memset(&change, 0, sizeof change);
    change.what = what;
    change.fd = fd;
    if (what != EPOLL_CTL_DEL) {
        announce_read_from(pc, event, sizeof *event);
        memcpy(&change.event, event, sizeof *event);
    }
    const struct descriptor *a = descriptor_at(epoll), *b = descriptor_at(fd), *first = a < b ? a : b, *last = a < b ? b : a;
    announce_read_from(pc, first, (uint64_t)((const char *)(last + 1) - (const char *)first));
    bool known = what == EPOLL_CTL_ADD || what == EPOLL_CTL_MOD || what == EPOLL_CTL_DEL;
    int from = instance_of(epoll), end = instance_of(fd);
    if (descriptor_use_now(epoll) == USE_NONE || descriptor_use_now(fd) == USE_NONE)
        return announce_failure_from(pc, EBADF);
    if (end < 0)
        return descriptor_use_now(fd) == USE_OTHER ? (int)probe_refused_from(pc, "epoll_ctl of a device or of an unknown descriptor")
                                                   : announce_failure_from(pc, EPERM);
    if (from < 0 || !known)
        return announce_failure_from(pc, EINVAL);
    return (int)announce_from(pc, OP_EPOLL_CTL, channel_at((unsigned)from), CHANNEL_STRIDE, (uint64_t)&change, (uint64_t)end,
                              (uint64_t)from);
}

EXPORT int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event)
{
    if (!probe_active(NULL))
        return REAL(epoll_ctl)(epoll, what, fd, event);
    return control(CALLER, epoll, what, fd, event);
}

/* ---- waiting --------------------------------------------------------------------------------------------------------------- */

enum { WAIT_FOREVER, WAIT_TIMED, WAIT_ONCE }; /* op.detail */
enum { MOST_TOLD = 5 };

/* Kept by the stand-in. */
struct waiting {
    uint64_t           until;
    uint32_t           most, count;
    struct epoll_event event[];
};

static unsigned happened(const struct channel *c, const struct watch *w, const struct thread *t)
{
    uint32_t wanted = w->events & ~(uint32_t)HOW;
    if (!wanted && w->events & EPOLLONESHOT)
        return 0; /* it has been told, and was not set again */
    if (w->events & EPOLLET && !w->news)
        return 0;
    return channel_ready(c, w->end, t) & (wanted | EPOLLERR | EPOLLHUP);
}

/* Entries that have something to tell; how many. */
static unsigned list_ready(const struct channel *epoll, const struct thread *t, struct watch **out, unsigned most)
{
    unsigned n = 0;
    for (struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        for (struct watch *w = s->it.watch; w < s->it.watch + WATCHES; w++)
            if (w->epoll == instance(epoll) && happened(&s->it, w, t)) {
                if (n < most)
                    out[n] = w;
                n++;
            }
    return n;
}

bool epoll_is_ready(const struct channel *epoll, const struct thread *t)
{
    struct watch *any;
    return list_ready(epoll, t, &any, 1) > 0;
}

static bool is_instance(const struct op *op)
{
    return channel_in(op)->kind == CHANNEL_EPOLL;
}

static bool has_something(const struct thread *t, const struct op *op)
{
    return !is_instance(op) || epoll_is_ready(channel_in(op), t) || cancel_due(t, op);
}

static bool wait_enabled(const struct thread *t, const struct op *op)
{
    return op->detail != WAIT_FOREVER || has_something(t, op);
}

static enum idleness wait_idle(const struct thread *t, const struct op *op)
{
    return has_something(t, op) ? IDLE_NOT : IDLE_TIME;
}

static bool wait_may_idle(const struct op *op)
{
    return op->detail == WAIT_TIMED;
}

/* The orders of what is ready. */
static unsigned wait_outcomes(const struct thread *t, const struct op *op)
{
    struct watch *ready[MOST_TOLD];
    unsigned n = is_instance(op) && !cancel_due(t, op) ? list_ready(channel_in(op), t, ready, MOST_TOLD) : 0, orders = 1;
    for (unsigned k = 2; k <= n && n <= MOST_TOLD; k++)
        orders *= k;
    return orders;
}

/* The choice-th order. */
static void arrange(struct watch **ready, unsigned n, unsigned choice)
{
    for (unsigned i = 0; i < n; i++) {
        unsigned k = i + choice % (n - i);
        choice /= n - i;
        struct watch *chosen = ready[k];
        for (; k > i; k--)
            ready[k] = ready[k - 1];
        ready[i] = chosen;
    }
}

static struct channel *watched(const struct watch *w)
{
    return &mz__channels[((const char *)w - (const char *)mz__channels) / CHANNEL_STRIDE].it;
}

static void tell(struct waiting *call, struct watch *w, const struct thread *t)
{
    struct epoll_event event;
    memset(&event, 0, sizeof event);
    event.events = happened(watched(w), w, t);
    event.data.u64 = w->data;
    mem_copy(&call->event[call->count], &event, sizeof event);
    mem_set(&call->count, call->count + 1);
    mem_will_write(w, sizeof *w);
    w->news = 0;
    if (w->events & EPOLLONESHOT)
        w->events &= HOW;
}

/* What is not ready any more is no news. */
static void forget_news(const struct channel *epoll, const struct thread *t)
{
    for (struct channel_slot *s = mz__channels; s < mz__channels + CHANNELS; s++)
        for (struct watch *w = s->it.watch; w < s->it.watch + WATCHES; w++)
            if (w->epoll == instance(epoll) && w->news && !happened(&s->it, w, t)) {
                mem_will_write(w, sizeof *w);
                w->news = 0;
            }
}

/* arg[0]: struct waiting; arg[2]: the instance */
static enum performed tell_ready(struct thread *t, struct op *op, unsigned choice)
{
    struct waiting *call = (struct waiting *)op->arg[0];
    struct watch *ready[MOST_TOLD];
    if (!is_instance(op))
        return probe_fails(t, EINVAL);
    unsigned n = list_ready(channel_in(op), t, ready, MOST_TOLD);
    if (n > MOST_TOLD)
        return world_report(t, FAULT_REFUSED, 0, 0,
                            "more than %d events that are ready at once in an epoll instance are not supported", MOST_TOLD);
    arrange(ready, n, choice);
    for (unsigned i = 0; i < n && i < call->most; i++)
        tell(call, ready[i], t);
    forget_news(channel_in(op), t);
    if (n == 0 && op->detail == WAIT_TIMED) {
        world_timed_out(t);
        clock_reach(t, call->until);
    }
    t->result[0] = call->count;
    return PERFORM_RESUME;
}

static enum performed perform_wait(struct thread *t, struct op *op, unsigned choice)
{
    bool cancelled = cancel_due(t, op);
    enum performed done = cancelled ? PERFORM_RESUME : tell_ready(t, op, choice);
    if (done == PERFORM_RESUME)
        channel_settle(channel_in(op), op->arg[2] & 1, t);
    return cancelled ? cancel_act(t) : done;
}

const struct semantics epoll_wait_semantics = {
    .enabled = wait_enabled, .idle = wait_idle, .may_idle = wait_may_idle, .outcomes = wait_outcomes, .perform = perform_wait,
    .also_reads = cancel_reads,
};

struct limit {
    unsigned how;
    uint64_t seconds, nanoseconds;
};

static __attribute__((noinline)) int wait_for_events(uint64_t pc, int fd, struct epoll_event *to, int most, struct limit limit)
{
    if (most <= 0)
        return announce_failure_from(pc, EINVAL);
    uint32_t room = most < MOST_TOLD ? (uint32_t)most : MOST_TOLD;
    size_t size = (sizeof(struct waiting) + room * sizeof *to + 15) & ~(size_t)15;
    struct waiting *call = memset(__builtin_alloca(size), 0, size);
    probe_wipe_stack();
    call->most = room;
    call->until = limit.how == WAIT_TIMED ? clock_after(pc, limit.seconds, limit.nanoseconds) : 0;
    int end = channel_of(pc, fd);
    if (end < 0)
        return announce_failure_from(pc, descriptor_use_now(fd) == USE_NONE ? EBADF : EINVAL);
    int count = (int)announce_from(pc, OP_EPOLL_WAIT | ANNOUNCE_DETAIL(limit.how), mz__channels, sizeof mz__channels, (uint64_t)call, 0,
                                   (uint64_t)end);
    if (count > 0)
        announce_give_from(pc, to, call->event, (size_t)count * sizeof *to, 0);
    return count;
}

static struct limit milliseconds_as_limit(int milliseconds)
{
    uint64_t n = milliseconds > 0 ? (uint64_t)milliseconds : 0;
    return (struct limit){milliseconds < 0 ? WAIT_FOREVER : milliseconds == 0 ? WAIT_ONCE : WAIT_TIMED, n / 1000, n % 1000 * 1000000};
}

EXPORT int epoll_wait(int epoll, struct epoll_event *to, int most, int milliseconds)
{
    if (!probe_active(NULL))
        return REAL(epoll_wait)(epoll, to, most, milliseconds);
    return wait_for_events(CALLER, epoll, to, most, milliseconds_as_limit(milliseconds));
}

EXPORT int epoll_pwait(int epoll, struct epoll_event *to, int most, int milliseconds, const sigset_t *mask)
{
    if (!probe_active(NULL))
        return REAL(epoll_pwait)(epoll, to, most, milliseconds, mask);
    if (mask)
        return probe_refused_int("epoll_pwait with a mask of signals");
    return wait_for_events(CALLER, epoll, to, most, milliseconds_as_limit(milliseconds));
}

static __attribute__((noinline)) int wait_within(uint64_t pc, int epoll, struct epoll_event *to, int most, const struct timespec *duration)
{
    struct limit limit = {.how = WAIT_FOREVER};
    if (duration) {
        struct timespec t = ARGUMENT(pc, duration);
        if (t.tv_sec < 0 || t.tv_nsec < 0 || t.tv_nsec >= 1000000000)
            return announce_failure_from(pc, EINVAL);
        limit = (struct limit){t.tv_sec || t.tv_nsec ? WAIT_TIMED : WAIT_ONCE, (uint64_t)t.tv_sec, (uint64_t)t.tv_nsec};
    }
    return wait_for_events(pc, epoll, to, most, limit);
}

STAND_IN(int, epoll_pwait2, int epoll, struct epoll_event *to, int most, const struct timespec *duration, const sigset_t *mask)
{
    if (!probe_active(NULL))
        return REAL_AS(epoll_pwait2, int (*)(int, struct epoll_event *, int, const struct timespec *, const sigset_t *))(epoll, to, most,
                                                                                                                         duration, mask);
    if (mask)
        return probe_refused_int("epoll_pwait2 with a mask of signals");
    return wait_within(CALLER, epoll, to, most, duration);
}
