// expect: verified
// races: 2
// ends: 2
// Shape: SV-COMP, pthread family, singleton with-uninit / b variants: the cell is X or Y in the end. Known verdict: safe.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *v;

static void *store_x(void *unused) { v[0] = 'X'; return unused; } // RACE
static void *store_y(void *unused) { v[0] = 'Y'; return unused; } // RACE

int main(void)
{
    pthread_t t[3];
    v = malloc(1);
    pthread_create(&t[0], NULL, store_x, NULL);
    pthread_create(&t[1], NULL, store_y, NULL);
    pthread_create(&t[2], NULL, store_x, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(v[0] == 'X' || v[0] == 'Y');
    return 0;
}
