/* members.c - what pointers lead to: members of a block that threads are done with before others are, and elements with constant
 * indexes. */
#include <pthread.h>
#include <stdlib.h>

struct pair { int left, right, third[3]; };

static struct pair *pair;

static void *one(void *p)
{
    pair->left = 1;
    pair->third[1] = 2;
    for (int i = 0; i < 3; i++)
        pair->right++;
    return p;
}

static void *two(void *p)
{
    pair->right = 3;
    for (int i = 0; i < 3; i++) {
        pair->left++;
        pair->third[1]--;
    }
    return p;
}

int main(void)
{
    pthread_t t, u;
    pair = calloc(1, sizeof *pair);
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    free(pair);
    return 0;
}
