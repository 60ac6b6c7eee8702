/* team.h - an OpenMP runtime library for checks: what gcc's -fopenmp calls (GOMP_*) and what omp.h declares, on threads, semaphores,
 * barriers, locks and atomics that are modelled. It stands in for libgomp, and is compiled by `mazurka cc`, with hooks, like the program.
 *
 * What other threads need not see of a thread is in `me`, which is thread-local, so that it is never a scheduling point. What a team
 * shares is in `struct team`, in as few places as can be: one atomic operation decides who takes a chunk, a section or a single; one wait
 * is a barrier. Nothing in it depends on who came first once all have left a construct, so that the program comes back to its states.
 *
 * To be the first at a single orders nothing, as OpenMP has it: that operation is relaxed. To take chunks, sections and tasks does order,
 * more than OpenMP promises; docs/use/openmp.md says why that is no harm. (With relaxed operations six chunks of three threads have fifty
 * times as many states, which differ in who knows of what.)
 */
#ifndef MZ_OMP_TEAM_H
#define MZ_OMP_TEAM_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))
#define UNUSED __attribute__((unused))

typedef void outlined(void *data); /* the body of a construct, as the compiler has made a function of it */

/* ---- loops: iterations by number, and chunks of them by number --------------------------------------------------- */

enum schedule { SCHEDULE_STATIC = 1, SCHEDULE_DYNAMIC, SCHEDULE_GUIDED, SCHEDULE_AUTO };

struct loop {
    uint64_t      first, end, step; /* iteration k is first + k * step, modulo 2^64 */
    uint64_t      count;
    uint64_t      chunk;            /* 0: static, one block a thread */
    enum schedule schedule;
    bool          ordered;
};

/* From the bounds that the compiler passes: the first iteration, the first one that is none, the step. Without schedule. */
struct loop signed_loop(long first, long end, long step);
struct loop unsigned_loop(bool up, unsigned long long first, unsigned long long end, unsigned long long step);

/* State of a loop, of sections or of a single that a team shares. */
struct share {
    uint64_t taken; /* chunks, sections; who comes first executes a single */
    uint64_t turn;  /* the chunk that may enter ordered regions */
};

/* ---- teams ------------------------------------------------------------------------------------------------------- */

enum { MOST_SHARES = 256 }; /* work-sharing constructs between two barriers */

struct team {
    unsigned          size;
    pthread_barrier_t barrier;                 /* where the program has no tasks */
    struct share      share[2][MOST_SHARES];   /* of the constructs since the last barrier, and of those before it */
    void             *copied;                  /* copyprivate */
    pthread_mutex_t   lock;                    /* of turns, and of all below */
    pthread_cond_t    changed;
    unsigned          arrived;                 /* at the barrier, where the program has tasks */
    bool              round;
    struct task      *tasks, **last;           /* not finished, in the order of their creation */
    struct task      *implicit;                /* one for each thread */
};

/* Settings of the program for the regions that a thread begins. */
struct settings {
    unsigned      threads, max_active_levels;
    bool          dynamic, chosen; /* chosen: the program or its user has said how many threads */
    enum schedule schedule; /* schedule(runtime) */
    unsigned      chunk;
};

/* A thread in a team: nobody else writes it. */
struct member {
    struct team  *team;         /* NULL: alone */
    unsigned      number, size; /* size 0: outside of all regions, alone too */
    unsigned      level, active;
    struct settings settings;
    const struct member *outer; /* who has begun the region, as it was then */
    struct task  *task;         /* NULL: one that nobody else knows of */
    struct task  *made;         /* the last of those that it has made */
    unsigned      phase;        /* which half of team->share */
    unsigned      used;         /* of it */
    struct share *share, alone; /* the construct it is in; its own where it is alone */
    struct loop   loop;
    uint64_t      turns;        /* chunks that it has had */
    uint64_t      chunk;        /* the one it is in */
    uint64_t      length;       /* iterations of that */
    uint64_t      passed;       /* ordered regions in that */
    bool          holds;        /* it has a chunk, and has not let the next one in */
};

extern __thread struct member me __attribute__((tls_model("initial-exec")));
extern struct settings initial_settings; /* from the environment */
extern bool wants_cancellation;
extern bool has_tasks;                   /* Does the program make tasks at all? */

static inline unsigned team_size(void)
{
    return me.size ? me.size : 1;
}

/* The settings that hold for this thread: those from the environment until it is in a team or sets some. */
struct settings *settings(void);

/* Run `function` in a team. `loop`: it begins inside of one. `sections`: inside of sections. */
void team_run(outlined *function, void *data, unsigned threads, const struct loop *loop, bool sections);

/* Wait for the whole team, and execute tasks meanwhile. */
void team_barrier(void);

/* The next work-sharing construct. */
void share_begin(void);

/* The same as a barrier, where the program makes tasks. Is this the last thread to arrive? */
bool tasks_barrier(struct team *team);

/* ---- what the checker does (src/probe/hooks/openmp.c; src/stub/openmp_native.c without a check) ------------------ */

/* Does the program, or a library that it uses, call this function? */
int mz_program_takes(const char *function);

/* Sleep until mz_wake_up(), if the `size` bytes at addr still are `seen`. Perhaps wake up without. No deadline: until 0. */
int  mz_wait_on(const void *addr, unsigned long seen, unsigned size, unsigned long until);
void mz_wake_up(const void *addr, int all);

/* "NAME of OpenMP is not supported": the program does not go on. */
__attribute__((noreturn)) void mz_refuse(const char *name);

/* The same for what is supported in a run without a check. */
void mz_refuse_in_check(const char *name);

/* The program is about to do with a lock what OpenMP has as a relaxed atomic update: the verdict says so. */
void mz_weak_section(void);

/* Parts of the work are about to be taken by whoever comes first, which orders who takes them: the verdict says so. */
void mz_shares_work(void);
void mz_default_team(void); /* how many threads it has was said by nobody */

#endif
