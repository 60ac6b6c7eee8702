/* Clients ask an alarm clock to be woken after an interval; the clock ticks, and wakes them.
 *
 * Whoever is to be woken has an entry in a list that is sorted by time. The list has a lock, and so has the clock. The bug: scans of
 * the list take its lock for each entry and not for the whole scan, so that `size`, the bound of the loop, is read without a lock, and
 * may be out of date when the entry is looked at. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef LAST_TICK
#define LAST_TICK 5
#endif
#ifndef INTERVAL
#define INTERVAL 2
#endif

struct entry {
    struct monitor monitor;
    int            time;
};

struct list {
    struct monitor monitor, array; /* insertion in the middle takes the lock of the array: the wrong one */
    struct entry  *entry[CLIENTS];
    int            size;
};

struct alarm_clock {
    struct monitor monitor;
    int            now;
    struct list    list;
};

static struct alarm_clock alarm_clock;
static struct entry entries[CLIENTS]; /* one for each client that needs one of its own */

/* --- the list: with FIXED the lock is held throughout each operation ------------------------------------------------------ */

#ifdef FIXED
static void begin_operation(struct list *l) { monitor_enter(&l->monitor); }
static void end_operation(struct list *l) { monitor_exit(&l->monitor); }
static struct monitor *insertion_lock(struct list *l) { return &l->monitor; }
#else
static void begin_operation(struct list *l) { (void)l; }
static void end_operation(struct list *l) { (void)l; }
static struct monitor *insertion_lock(struct list *l) { return &l->array; }
#endif

static struct entry *list_at(struct list *l, int index)
{
    monitor_enter(&l->monitor);
    assert(index < l->size); /* BUG: index out of bounds */
    struct entry *e = l->entry[index];
    monitor_exit(&l->monitor);
    return e;
}

static struct entry *list_find(struct list *l, int time)
{
    struct entry *found = NULL;
    begin_operation(l);
    for (int i = 0; i < l->size && !found; i++) {
        struct entry *e = list_at(l, i);
        if (e->time == time)
            found = e;
    }
    end_operation(l);
    return found;
}

static bool insert_in_the_middle(struct list *l, struct entry *e)
{
    for (int i = 0; i < l->size; i++) {
        if (list_at(l, i)->time <= e->time)
            continue;
        monitor_enter(insertion_lock(l));
        for (int j = l->size; j > i; j--)
            l->entry[j] = l->entry[j - 1];
        l->entry[i] = e;
        l->size++;
        monitor_exit(insertion_lock(l));
        return true;
    }
    return false;
}

static void append(struct list *l, struct entry *e)
{
    monitor_enter(&l->monitor);
    l->entry[l->size] = e;
    l->size++;
    monitor_exit(&l->monitor);
}

static void list_insert(struct list *l, struct entry *e)
{
    begin_operation(l);
    if (!insert_in_the_middle(l, e))
        append(l, e);
    end_operation(l);
}

static struct entry *list_first(struct list *l)
{
    begin_operation(l);
    struct entry *first = l->size > 0 ? l->entry[0] : NULL;
    end_operation(l);
    return first;
}

static void list_remove_first(struct list *l)
{
    monitor_enter(&l->monitor);
    for (int i = 1; i < l->size; i++)
        l->entry[i - 1] = l->entry[i];
    l->entry[l->size - 1] = NULL;
    l->size--;
    monitor_exit(&l->monitor);
}

/* --- the clock ------------------------------------------------------------------------------------------------------------ */

static void tick(struct alarm_clock *c)
{
    monitor_enter(&c->monitor);
    c->now++;
    struct entry *first = list_first(&c->list);
    if (first && first->time == c->now) {
        list_remove_first(&c->list);
        monitor_enter(&first->monitor);
        monitor_notify_all(&first->monitor);
        monitor_exit(&first->monitor);
    }
    monitor_exit(&c->monitor);
}

static void *clock_thread(void *unused)
{
    thread_starts();
    while (alarm_clock.now < LAST_TICK) /* nobody else writes it */
        tick(&alarm_clock);
    return unused;
}

/* --- clients -------------------------------------------------------------------------------------------------------------- */

/* An entry for the time is in the list from here on. False: the clock stops before that. */
static bool register_for(struct alarm_clock *c, struct entry *own, int *time)
{
    monitor_enter(&c->monitor);
    *time = c->now + INTERVAL;
    bool possible = *time <= LAST_TICK;
    if (possible && !list_find(&c->list, *time)) {
        own->time = *time;
        list_insert(&c->list, own);
    }
    monitor_exit(&c->monitor);
    return possible;
}

static void wake_me(struct alarm_clock *c, struct entry *own)
{
    int time;
    if (!register_for(c, own, &time))
        return;
    struct entry *e = list_find(&c->list, time);
    if (!e)
        return; /* it is that time already */
    monitor_enter(&e->monitor);
    if (list_find(&c->list, time) == e)
        monitor_wait(&e->monitor);
    monitor_exit(&e->monitor);
}

static void *client_thread(void *own)
{
    thread_starts();
    wake_me(&alarm_clock, own);
    return NULL;
}

int main(void)
{
    pthread_t clock, client[CLIENTS];
    monitor_init(&alarm_clock.monitor);
    monitor_init(&alarm_clock.list.monitor);
    monitor_init(&alarm_clock.list.array);
    for (int i = 0; i < CLIENTS; i++)
        monitor_init(&entries[i].monitor);
    pthread_create(&clock, NULL, clock_thread, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&client[i], NULL, client_thread, &entries[i]);
    pthread_join(clock, NULL);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(client[i], NULL);
    return 0;
}
