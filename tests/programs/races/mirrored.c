// expect: verified
// races: 16
// One thread writes variables in the order in which the other does not: the places of each race have the same sum, and often the same
// exclusive-or. Every race is told.
#include <pthread.h>

int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;

static void *forwards(void *unused)
{
    a = 1; // RACE
    b = 1; // RACE
    c = 1; // RACE
    d = 1; // RACE
    e = 1; // RACE
    f = 1; // RACE
    g = 1; // RACE
    h = 1; // RACE
    i = 1; // RACE
    j = 1; // RACE
    k = 1; // RACE
    l = 1; // RACE
    m = 1; // RACE
    n = 1; // RACE
    o = 1; // RACE
    p = 1; // RACE
    return unused;
}

static void *backwards(void *unused)
{
    p = 2; // RACE
    o = 2; // RACE
    n = 2; // RACE
    m = 2; // RACE
    l = 2; // RACE
    k = 2; // RACE
    j = 2; // RACE
    i = 2; // RACE
    h = 2; // RACE
    g = 2; // RACE
    f = 2; // RACE
    e = 2; // RACE
    d = 2; // RACE
    c = 2; // RACE
    b = 2; // RACE
    a = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, NULL, forwards, NULL);
    pthread_create(&other, NULL, backwards, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
