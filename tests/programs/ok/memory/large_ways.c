// expect: verified
// ends: 1
// Large memory is written in different ways, by pages, words and bytes in turn: what it holds in the end is one state.
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 150 * 1000, WAYS = 8 };

static unsigned char still[SIZE];
static int way, counter;

static void write_by(unsigned char *to, int n)
{
    unsigned char *other;
    switch (n) {
    case 0:
        for (int i = 0; i < SIZE; i++)
            to[i] = 7;
        to[70000] = 5;
        break;
    case 1:
        memset(to, 7, SIZE);
        to[70000] = 5;
        break;
    case 2:
        to[70000] = 5;
        to[70008] = 9;
        memset(to, 7, SIZE);
        to[70000] = 5;
        break;
    case 3:
        memset(to, 1, SIZE);
        memset(to + 3, 7, SIZE - 3);
        memset(to, 7, 70000);
        to[70000] = 5;
        break;
    case 4:
        memset(to + 75000, 7, 75000);
        to[76000] = 6;
        memmove(to, to + 75000, 75000);
        to[1000] = to[76000] = 7;
        to[70000] = 5;
        break;
    case 5:
        memset(to, 7, SIZE);
        memset(to, 0, SIZE);
        to[70001] = 5;
        memset(to + 70001, 7, SIZE - 70001);
        memset(to, 7, 70000);
        to[70000] = 5;
        break;
    case 6:
        memset(to, 7, SIZE);
        memmove(to + 1, to, SIZE - 1);
        memset(to + 70000, 5, 1);
        break;
    default:
        other = to;
        memset(other, 3, SIZE);
        memcpy(other + 1000, other + 60000, 80000);
        memset(other, 7, SIZE);
        other[70000] = 5;
    }
}

static void *work(void *unused)
{
    counter++;
    return unused;
}

static void check(const unsigned char *at)
{
    for (int i = 0; i < SIZE; i++)
        mz_assert(at[i] == (i == 70000 ? 5 : 7));
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    unsigned char *block = malloc(SIZE);
    way = mz_choose(WAYS);
    write_by(block, way);
    way = mz_choose(WAYS);
    write_by(still, way);
    way = 0;
    mz_choose(2);
    check(block);
    check(still);
    free(block);
    memset(still, 0, SIZE);
    pthread_join(t, NULL);
    return 0;
}
