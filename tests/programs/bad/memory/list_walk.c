// expect: bug memory "in a freed block of 16 bytes"
// options: --reduction=none
// The list is searched without the lock that its users take to remove nodes.
#include <pthread.h>
#include <stdlib.h>

struct node { struct node *next; int key; };
static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *search(void *unused)
{
    for (struct node *n = list; n; n = n->next) // BUG HERE
        if (n->key == 9) // OR HERE
            return n;
    return unused;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){list, i};
        list = n;
    }
    pthread_create(&t, NULL, search, NULL);
    pthread_mutex_lock(&lock);
    struct node *first = list;
    list = first->next;
    free(first);
    pthread_mutex_unlock(&lock);
    void *found;
    pthread_join(t, &found);
    free(list);
    return found != NULL;
}
