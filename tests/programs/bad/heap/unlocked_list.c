// expect: bug assertion "length == 2"
// Two pushes without a lock: one node is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; };
static struct node *head;

static void *push(void *unused)
{
    struct node *n = malloc(sizeof *n);
    n->next = head;
    head = n;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, push, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int length = 0;
    for (struct node *n = head; n; n = n->next)
        length++;
    assert(length == 2); // BUG HERE
    return 0;
}
