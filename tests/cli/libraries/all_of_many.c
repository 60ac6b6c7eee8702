/* all_of_many.c - calls so many functions of a library, each by a pointer. */
#include <pthread.h>

typedef void function(int *to);
extern function *const many[];

static void *thread(void *unused)
{
    int sum = 0;
    for (int i = 0; i < COUNT && many[i]; i++)
        many[i](&sum);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    pthread_join(t, NULL);
    return 0;
}
