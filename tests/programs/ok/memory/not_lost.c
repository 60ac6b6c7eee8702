// expect: verified
// options: --leaks
// Blocks that are reached in the end: from a variable, from another block, by a pointer into the midst, from a list.
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; long value; };
static struct node *list;
static char *middle;

static void *work(void *unused)
{
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    middle = (char *)malloc(100) + 50;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
