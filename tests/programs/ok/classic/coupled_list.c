// expect: verified
// A sorted list with a lock per node (hand over hand): two inserts keep it sorted and complete.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { pthread_mutex_t lock; int key; struct node *next; };
static struct node tail = {PTHREAD_MUTEX_INITIALIZER, 100, NULL}, head = {PTHREAD_MUTEX_INITIALIZER, 0, &tail};

static struct node *locate(int key) // returns the node before; it and its successor are locked
{
    struct node *before = &head;
    pthread_mutex_lock(&before->lock);
    pthread_mutex_lock(&before->next->lock);
    while (before->next->key < key) {
        struct node *at = before->next;
        pthread_mutex_unlock(&before->lock);
        before = at;
        pthread_mutex_lock(&before->next->lock);
    }
    return before;
}

static void insert(int key)
{
    struct node *n = malloc(sizeof *n), *before = locate(key), *at = before->next;
    pthread_mutex_init(&n->lock, NULL);
    n->key = key;
    n->next = at;
    before->next = n;
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
}

static void *work(void *key)
{
    insert((int)(long)key);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)5L);
    insert(7);
    pthread_join(t, NULL);
    assert(head.next->key == 5 && head.next->next->key == 7 && head.next->next->next == &tail);
    return 0;
}
