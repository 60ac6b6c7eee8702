// expect: bug any
// options: --all
// findings: 12
// native: endless
// A crash without any access that could be seen before it does not hide what other threads could do first.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <string.h>

static int way;
static volatile int zero;
static int *volatile null;
static char *volatile constant = "constant";
static void (*volatile nowhere)(void);
static volatile int sink;

static void divide(void)
{
#if defined __aarch64__ /* 5 / 0 is 0 */
    __builtin_trap();
#endif
    sink = 5 / zero;
}

static void *watch(void *unused)
{
    int seen = way;
    assert(seen != 1);
    assert(seen != 2);
    assert(seen != 3);
    assert(seen != 4);
    assert(seen != 5);
    assert(seen != 6);
    return unused;
}

int main(void)
{
    pthread_t t;
    int mine = 1 + mz_choose(6);
    pthread_create(&t, NULL, watch, NULL);
    way = mine;
    switch (mine) {
    case 1: divide(); break;
    case 2: nowhere(); break;
    case 3: constant[1] = 'x'; break;
    case 4: sink = *null; break;
    case 5: sink = (int)strlen((char *)null); break;
    case 6: memcpy(constant, constant + 1, 2); break;
    }
    pthread_join(t, NULL);
    return 0;
}
