/* liburcu's wait-free queue: two threads enqueue. On x86_64 its atomics are inline assembly in
 * this version, and the verdict is unknown. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define _LGPL_SOURCE
#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node node[2];

static void *enqueue(void *which)
{
    cds_wfcq_node_init(which);
    cds_wfcq_enqueue(&head, &tail, which);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    cds_wfcq_init(&head, &tail);
    pthread_create(&a, NULL, enqueue, &node[0]);
    pthread_create(&b, NULL, enqueue, &node[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(__cds_wfcq_dequeue_blocking(&head, &tail) && __cds_wfcq_dequeue_blocking(&head, &tail));
    return 0;
}
