/* list.c - heap-heavy: THREADS threads insert ROUNDS nodes each into a sorted list under a lock and remove them again. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif

struct node { struct node *next; int key; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static struct node **find(int key)
{
    struct node **at = &head;
    while (*at && (*at)->key < key)
        at = &(*at)->next;
    return at;
}

static void insert(int key)
{
    struct node *n = malloc(sizeof *n);
    pthread_mutex_lock(&lock);
    struct node **at = find(key);
    n->key = key;
    n->next = *at;
    *at = n;
    pthread_mutex_unlock(&lock);
}

static void drop(int key)
{
    pthread_mutex_lock(&lock);
    struct node **at = find(key), *n = *at;
    assert(n && n->key == key);
    *at = n->next;
    pthread_mutex_unlock(&lock);
    free(n);
}

static void *work(void *argument)
{
    int me = (int)(long)argument;
    for (int i = 0; i < ROUNDS; i++)
        insert(i * THREADS + me);
    for (int i = 0; i < ROUNDS; i++)
        drop(i * THREADS + me);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(!head);
    return 0;
}
