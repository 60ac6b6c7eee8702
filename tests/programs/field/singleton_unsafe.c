// expect: bug assertion "v[0]"
// Shape: SV-COMP, pthread family, singleton: threads write X or Y into one heap cell; the assertion that it is X in the
// end fails. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *v;

static void *store_x(void *unused) { v[0] = 'X'; return unused; }
static void *store_y(void *unused) { v[0] = 'Y'; return unused; }

static void *start(void *unused)
{
    pthread_t t[3];
    v = malloc(1);
    pthread_create(&t[0], NULL, store_x, NULL);
    pthread_create(&t[1], NULL, store_y, NULL);
    pthread_create(&t[2], NULL, store_x, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, start, NULL);
    pthread_join(t, NULL);
    assert(v[0] == 'X'); // BUG HERE
    free(v);
    return 0;
}
