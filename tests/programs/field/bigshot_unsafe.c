// expect: bug crash
// Shape: SV-COMP, pthread family, bigshot_p: one thread allocates the buffer, another one copies into it, unordered: a copy to
// NULL. Known verdict: unsafe.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *v;

static void *allocate(void *unused)
{
    v = malloc(8);
    return unused;
}

static void *copy(void *unused)
{
    strcpy(v, "Bigshot"); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, allocate, NULL);
    pthread_create(&b, NULL, copy, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
