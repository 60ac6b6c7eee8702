/* Concurrency Kit's ring: three values (spsc). */
#include <assert.h>
#include <pthread.h>

#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];

static void *producer(void *unused)
{
    for (long i = 1; i <= 3; i++)
        assert(ck_ring_enqueue_spsc(&ring, buffer, (void *)i));
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *item;
    long last = 0;
    ck_ring_init(&ring, 4);
    pthread_create(&thread, NULL, producer, NULL);
    for (int i = 0; i < 3; i++)
        if (ck_ring_dequeue_spsc(&ring, buffer, &item)) {
            assert((long)item == last + 1);
            last = (long)item;
        }
    pthread_join(thread, NULL);
    return 0;
}
