/* Lifts serve the floors of a building, and people press buttons.
 *
 * A floor has lists of the people who want to go up and down, each with a flag that says whether a lift has claimed them. Every
 * operation on a floor takes its lock; the lists have locks of their own besides. The bug: pressing "up" (push_up) does not take the
 * floor's lock. A lift may claim the person before push_up says that nobody has: then another lift claims that person, too, and comes for
 * nobody. With UNLOCKED_LOOKS that is more frequent: looking for people who want to go up (check_up) does not take the lock either, and a
 * lift may claim people whom another one has fetched since it saw them. */
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef LIFTS
#define LIFTS 3
#endif
#ifndef FLOORS
#define FLOORS 4
#endif
#ifndef ROUNDS
#define ROUNDS 4 /* of each lift */
#endif
#ifndef EVENTS
#define EVENTS 2 /* of those below */
#endif
#ifndef TICKS
#define TICKS 36 /* of main's clock in a unit of time */
#endif

enum { PEOPLE = EVENTS + 1 };

/* A Vector: its operations take its lock. */
struct people {
    struct monitor monitor;
    int            size;
    int            destination[PEOPLE];
};

struct direction {
    struct people *people;
    bool           claimed;
};

struct floor {
    struct monitor   monitor;
    struct direction up, down;
};

struct lift {
    int  floor, moves; /* 1: up, -1: down, 0: idle */
    bool stop_at[FLOORS + 1], up_at[FLOORS + 1], down_at[FLOORS + 1];
};

static struct {
    int time, from, to;
} events[] = {{1, 1, FLOORS < 3 ? FLOORS : 3}, {3, FLOORS, FLOORS < 3 ? 1 : 2}};

static struct floor floors[FLOORS + 1]; /* from 1 on */

/* --- people who wait -------------------------------------------------------------------------------------------------------- */

static struct people *people_new(void)
{
    struct people *p = calloc(1, sizeof *p);
    assert(p);
    monitor_init(&p->monitor);
    return p;
}

static int people_add(struct people *p, int destination)
{
    monitor_enter(&p->monitor);
    assert(p->size < PEOPLE);
    p->destination[p->size++] = destination;
    int size = p->size;
    monitor_exit(&p->monitor);
    return size;
}

static int people_size(struct people *p)
{
    monitor_enter(&p->monitor);
    int size = p->size;
    monitor_exit(&p->monitor);
    return size;
}

/* --- controls: what people and lifts do to a floor ---------------------------------------------------------------------------- */

#ifdef FIXED
static const bool locks_to_push = true, locks_to_look = true;
#elif defined UNLOCKED_LOOKS
static const bool locks_to_push = false, locks_to_look = false;
#else
static const bool locks_to_push = false, locks_to_look = true;
#endif

static void lock_if(bool locks, struct floor *f)
{
    if (locks)
        monitor_enter(&f->monitor);
}

static void unlock_if(bool locks, struct floor *f)
{
    if (locks)
        monitor_exit(&f->monitor);
}

static void push(struct direction *d, int destination)
{
    if (people_add(d->people, destination) == 1)
        d->claimed = false;
}

static bool check(struct direction *d) { return people_size(d->people) > 0 && !d->claimed; }

static void push_up(struct floor *f, int destination)
{
    lock_if(locks_to_push, f);
    push(&f->up, destination);
    unlock_if(locks_to_push, f);
}

static void push_down(struct floor *f, int destination)
{
    monitor_enter(&f->monitor);
    push(&f->down, destination);
    monitor_exit(&f->monitor);
}

static bool check_up(struct floor *f)
{
    lock_if(locks_to_look, f);
    bool there = check(&f->up);
    unlock_if(locks_to_look, f);
    return there;
}

static bool claim_up(struct floor *f)
{
    lock_if(locks_to_look, f);
    bool claimed = false;
    if (check_up(f)) {
        monitor_enter(&f->monitor);
        claimed = !f->up.claimed;
        f->up.claimed = true;
        monitor_exit(&f->monitor);
    }
    unlock_if(locks_to_look, f);
    return claimed;
}

static bool claim_down(struct floor *f)
{
    monitor_enter(&f->monitor);
    bool claimed = check(&f->down);
    if (claimed)
        f->down.claimed = true;
    monitor_exit(&f->monitor);
    return claimed;
}

static struct people *fetch(struct floor *f, struct direction *d)
{
    monitor_enter(&f->monitor);
    struct people *p = d->people;
    d->people = people_new();
    d->claimed = false;
    monitor_exit(&f->monitor);
    return p;
}

/* --- lifts ------------------------------------------------------------------------------------------------------------------ */

static void board(struct lift *l, struct people *p)
{
    monitor_enter(&p->monitor);
    for (int i = 0; i < p->size; i++)
        l->stop_at[p->destination[i]] = true;
    assert(p->size > 0); /* BUG: a lift comes for nobody */
    monitor_exit(&p->monitor);
}

static void pick_up(struct lift *l, int direction)
{
    struct floor *f = &floors[l->floor];
    board(l, fetch(f, direction > 0 ? &f->up : &f->down));
    l->moves = direction;
}

static void pick_up_claimed(struct lift *l)
{
    if (l->up_at[l->floor])
        pick_up(l, 1);
    else if (l->down_at[l->floor])
        pick_up(l, -1);
    l->up_at[l->floor] = l->down_at[l->floor] = false;
}

static bool has_business_at(const struct lift *l, int floor) { return l->stop_at[floor] || l->up_at[floor] || l->down_at[floor]; }

static bool has_business(const struct lift *l, int direction)
{
    for (int i = l->floor + direction; i >= 1 && i <= FLOORS; i += direction)
        if (has_business_at(l, i))
            return true;
    return false;
}

static void go_on(struct lift *l)
{
    if (l->moves == 0)
        l->moves = 1;
    if (!has_business(l, l->moves))
        l->moves = has_business(l, -l->moves) ? -l->moves : 0;
}

static void be_idle(struct lift *l)
{
    if (claim_up(&floors[l->floor])) {
        pick_up(l, 1);
        return;
    }
    if (claim_down(&floors[l->floor])) {
        pick_up(l, -1);
        return;
    }
    for (int i = 1; i <= FLOORS; i++) {
        if (claim_up(&floors[i]))
            l->up_at[i] = true;
        else if (claim_down(&floors[i]))
            l->down_at[i] = true;
        else
            continue;
        if (i == l->floor) /* since this lift looked there */
            pick_up_claimed(l);
        else
            l->moves = i > l->floor ? 1 : -1;
        return;
    }
}

static void move(struct lift *l)
{
    l->floor += l->moves;
    if (l->floor == FLOORS || l->floor == 1)
        l->moves = l->floor == 1 ? 1 : -1;
    l->stop_at[l->floor] = false;
    if (l->moves > 0 && claim_up(&floors[l->floor]))
        l->up_at[l->floor] = true;
    if (l->moves < 0 && claim_down(&floors[l->floor]))
        l->down_at[l->floor] = true;
    pick_up_claimed(l);
    go_on(l);
}

static void *lift_thread(void *unused)
{
    struct lift l = {.floor = 1};
    thread_starts();
    for (int i = 0; i < ROUNDS; i++) {
        if (l.moves == 0)
            be_idle(&l);
        else
            move(&l);
    }
    return unused;
}

/* --- the building ----------------------------------------------------------------------------------------------------------- */

static void pass_time(void)
{
    for (int i = 0; i < TICKS; i++)
        sched_yield();
}

static void press_buttons(void)
{
    int time = 0;
    for (int i = 0; i < EVENTS; i++) {
        for (; time < events[i].time; time++)
            pass_time();
        if (events[i].from > events[i].to)
            push_down(&floors[events[i].from], events[i].to);
        else
            push_up(&floors[events[i].from], events[i].to);
    }
}

int main(void)
{
    pthread_t thread[LIFTS];
    for (int i = 1; i <= FLOORS; i++) {
        monitor_init(&floors[i].monitor);
        floors[i].up.people = people_new();
        floors[i].down.people = people_new();
    }
    for (int i = 0; i < LIFTS; i++)
        pthread_create(&thread[i], NULL, lift_thread, NULL);
    press_buttons();
    for (int i = 0; i < LIFTS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
