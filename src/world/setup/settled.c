/* settled.c - see settled.h. */
#include "world/setup/settled.h"

#include <sys/syscall.h>
#include <time.h>

#include "base/raw.h"
#include "base/rng.h"
#include "world/setup/store.h"

static int64_t begun; /* seconds */
enum { CALENDAR = 1700000000 }; /* as clocks show it (probe/time/time.c) */

void settle_begin(void)
{
    struct timespec now = {0};
    raw_syscall(SYS_clock_gettime, CLOCK_REALTIME, (long)&now, 0, 0, 0, 0);
    begun = now.tv_sec - 1;
}

/* A time since we began is now. */
static void settle(int64_t *seconds, int64_t *rest)
{
    if (*seconds >= begun) {
        *seconds = CALENDAR;
        *rest = 0;
    }
}

/* A file in the store has a number by its name. */
static uint64_t number_of(const char *place)
{
    uint64_t h = 0xcbf29ce484222325ULL;
    for (const char *c = store_name(place); *c; c++)
        h = (h ^ (unsigned char)*c) * 0x100000001b3ULL;
    return h >> 16;
}

/* It has several names: the order in which such files were asked for. */
static uint64_t number_of_links(uint64_t kernels)
{
    static uint64_t seen[256];
    uint64_t i = 0;
    while (i < 255 && seen[i] && seen[i] != kernels)
        i++;
    seen[i] = kernels;
    return i + 1;
}

void settle_stat(struct stat *s, const char *place)
{
    settle((int64_t *)&s->st_atim.tv_sec, (int64_t *)&s->st_atim.tv_nsec);
    settle((int64_t *)&s->st_mtim.tv_sec, (int64_t *)&s->st_mtim.tv_nsec);
    settle((int64_t *)&s->st_ctim.tv_sec, (int64_t *)&s->st_ctim.tv_nsec);
    if (store_holds(place))
        s->st_ino = s->st_nlink <= 1 || S_ISDIR(s->st_mode) ? number_of(place) : number_of_links(s->st_ino);
    else
        s->st_atim = s->st_mtim; /* the last run has read the file */
}

static void settle_statx_time(struct statx_timestamp *t)
{
    int64_t seconds = t->tv_sec, rest = t->tv_nsec;
    settle(&seconds, &rest);
    t->tv_sec = seconds;
    t->tv_nsec = (uint32_t)rest;
}

void settle_statx(struct statx *s, const char *place)
{
    settle_statx_time(&s->stx_atime);
    settle_statx_time(&s->stx_mtime);
    settle_statx_time(&s->stx_ctime);
    settle_statx_time(&s->stx_btime);
    if (store_holds(place))
        s->stx_ino = s->stx_nlink <= 1 || S_ISDIR(s->stx_mode) ? number_of(place) : number_of_links(s->stx_ino);
    else
        s->stx_atime = s->stx_mtime;
}

long settle_random(char *to, long count, uint64_t entropy)
{
    static struct rng rng;
    if (rng.counter == 0)
        rng_seed(&rng, entropy + 0x6d6b7374656d70);
    for (long i = 0; i < count; i++)
        to[i] = (char)(rng_next(&rng) >> 56);
    return count;
}
