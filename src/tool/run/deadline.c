/* deadline.c - see deadline.h. */
#include "tool/run/deadline.h"

#include <signal.h>
#include <stddef.h>

#include "tool/cli/util.h"

enum {
    AFTER_SIGNAL_MS = 800,  /* from a signal to the end of all that is still to be done */
    STOPPING_MS = 400,      /* at the end of a search, and of the advice that follows it */
    REPLAY_MS = 50,         /* of one finding, about */
    GRANTED_MS = 1000,      /* to the replays of what a search has found, at least, */
    GRANTED_AFTER_SIGNAL_MS = 400,
};

static const int heeded[] = {SIGINT, SIGTERM};
static struct sigaction before[2];
static unsigned nested;
static volatile sig_atomic_t signals, last_signal;
static volatile uint64_t signalled_at;

static bool begun;
static uint64_t whole, end, granted; /* the time that was given; when it is over, and when that of replays is. 0: never */

/* The third one is not waited with any longer. */
static void count_signal(int number)
{
    signals++;
    last_signal = number;
    if (signals == 1)
        signalled_at = clock_ms(CLOCK_MONOTONIC);
    for (size_t i = 0; signals > 2 && i < 2; i++)
        sigaction(heeded[i], &before[i], NULL);
    if (signals > 2)
        raise(number);
}

void signals_begin(void)
{
    struct sigaction mine = {.sa_handler = count_signal};
    if (nested++)
        return;
    signals = last_signal = 0;
    for (size_t i = 0; i < 2; i++)
        sigaction(heeded[i], &mine, &before[i]);
}

void signals_end(void)
{
    if (--nested)
        return;
    for (size_t i = 0; i < 2; i++)
        sigaction(heeded[i], &before[i], NULL);
}

int signals_last(void)
{
    return last_signal;
}

unsigned signals_count(void)
{
    return (unsigned)signals;
}

void deadline_begin(uint64_t milliseconds)
{
    signals_begin();
    begun = true;
    whole = milliseconds;
    end = milliseconds ? clock_ms(CLOCK_MONOTONIC) + milliseconds : 0;
}

bool deadline_has_begun(void)
{
    return begun;
}

static uint64_t until(uint64_t then)
{
    uint64_t now = clock_ms(CLOCK_MONOTONIC);
    return then > now ? then - now : 0;
}

uint64_t deadline_left(void)
{
    uint64_t left = end ? until(end) : DEADLINE_NONE, signalled = DEADLINE_NONE;
    if (begun && signals)
        signalled = until(signalled_at + AFTER_SIGNAL_MS);
    return signalled < left ? signalled : left;
}

static uint64_t kept_for_replays(uint64_t findings)
{
    uint64_t wanted = STOPPING_MS + findings * REPLAY_MS, most = whole / 5;
    return wanted < most ? wanted : most;
}

uint64_t deadline_left_for_search(void)
{
    uint64_t left = deadline_left(), kept = kept_for_replays(0);
    return left == DEADLINE_NONE ? left : left > kept ? left - kept : 0;
}

bool deadline_ends_search(uint64_t findings)
{
    return deadline_left() <= kept_for_replays(findings) * 3 / 4;
}

void deadline_grant_replay(void)
{
    granted = clock_ms(CLOCK_MONOTONIC) + (signals ? GRANTED_AFTER_SIGNAL_MS : GRANTED_MS);
}

uint64_t deadline_left_for_replay(void)
{
    uint64_t left = deadline_left(), moment = granted ? until(granted) : 0;
    return left > moment ? left : moment;
}
