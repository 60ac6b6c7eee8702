/* A logger with a ring: many producers reserve a slot, fill it, publish; one consumer drains. BUG: published before it is filled. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

enum level { DEBUG, INFO, WARNING, ERROR };
struct record { enum level level; char text[12]; atomic_bool ready; };
#define SLOTS 4
static struct { struct record slot[SLOTS]; atomic_uint head; unsigned tail; } ring;

static void log_message(enum level level, const char *text)
{
    unsigned at = atomic_fetch_add(&ring.head, 1) % SLOTS;
    struct record *r = &ring.slot[at];
    r->level = level;
    atomic_store_explicit(&r->ready, true, memory_order_release);
    strncpy(r->text, text, sizeof r->text - 1);
}

static void *producer(void *text)
{
    log_message(WARNING, text);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, producer, "disk full");
    pthread_create(&t[1], NULL, producer, "no net");
    for (int n = 0; n < 2; n++) {
        struct record *r = &ring.slot[ring.tail % SLOTS];
        while (!atomic_load_explicit(&r->ready, memory_order_acquire))
            ;
        assert(r->text[0] != '\0');
        printf("%s\n", r->text);
        ring.tail++;
    }
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
