// expect: verified
// A linked list with a lock: two threads push, main pops everything and frees it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int value; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void *push(void *value)
{
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = (int)(long)value;
        pthread_mutex_lock(&lock);
        n->next = head;
        head = n;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, (void *)1L);
    pthread_create(&b, NULL, push, (void *)10L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    while (head) {
        struct node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    assert(sum == 22);
    return 0;
}
