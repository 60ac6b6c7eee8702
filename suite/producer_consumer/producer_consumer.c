/* Producers and consumers of a bounded buffer.
 *
 * The bug: put counts the slot that it has filled when it has given up the lock already. The count of used slots is then updated by
 * several threads at a time, and is too small or too large: items are overwritten, or are never fetched. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef PRODUCERS
#define PRODUCERS 3
#endif
#ifndef CONSUMERS
#define CONSUMERS 3
#endif
#ifndef COUNT
#define COUNT 4 /* items of each producer */
#endif
#ifndef SLOTS
#define SLOTS 5
#endif
#ifndef MOST
#define MOST 10 /* items of each consumer */
#endif

struct item {
    int data;
};

struct buffer {
    struct monitor monitor;
    struct item   *slot[SLOTS];
    int            put_at, get_at, used_slots;
    int            producing; /* producers that have not finished */
};

static struct buffer buffer = {.producing = PRODUCERS};
static struct item items[PRODUCERS][COUNT];
static struct monitor total_monitor;
static int total;

static void put(struct buffer *b, struct item *item)
{
    monitor_enter(&b->monitor);
    while (b->used_slots == SLOTS)
        monitor_wait(&b->monitor);
    b->slot[b->put_at] = item;
    b->put_at = (b->put_at + 1) % SLOTS;
    if (b->used_slots == 0)
        monitor_notify_all(&b->monitor);
#ifdef FIXED
    b->used_slots++;
    monitor_exit(&b->monitor);
#else
    monitor_exit(&b->monitor);
    b->used_slots++;
#endif
}

static struct item *get(struct buffer *b)
{
    struct item *item = NULL;
    monitor_enter(&b->monitor);
    while (b->used_slots == 0 && b->producing > 0)
        monitor_wait(&b->monitor);
    if (b->used_slots != 0) {
        item = b->slot[b->get_at];
        b->slot[b->get_at] = NULL;
        b->get_at = (b->get_at + 1) % SLOTS;
        if (b->used_slots == SLOTS)
            monitor_notify_all(&b->monitor);
        b->used_slots--;
    }
    monitor_exit(&b->monitor);
    return item;
}

/* The last producer lets the consumers go. */
static void halt(struct buffer *b)
{
    monitor_enter(&b->monitor);
    b->producing--;
    monitor_notify_all(&b->monitor);
    monitor_exit(&b->monitor);
}

static void *producer(void *own)
{
    struct item *item = own;
    thread_starts();
    for (int i = 0; i < COUNT; i++) {
        item[i].data = 1;
        put(&buffer, &item[i]);
    }
    halt(&buffer);
    return NULL;
}

static void *consumer(void *unused)
{
    thread_starts();
    for (int i = 0; i < MOST; i++) {
        struct item *item = get(&buffer);
        if (!item)
            break;
        monitor_enter(&total_monitor);
        total += item->data;
        monitor_exit(&total_monitor);
    }
    return unused;
}

int main(void)
{
    pthread_t thread, consumers[CONSUMERS];
    monitor_init(&buffer.monitor);
    monitor_init(&total_monitor);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&thread, NULL, producer, items[i]);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consumer, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    assert(total == PRODUCERS * COUNT); /* BUG: items are lost */
    return 0;
}
