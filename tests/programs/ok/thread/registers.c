// expect: verified
// races: 1
// What a thread keeps in registers, floating-point ones among them, is its own: the compiler keeps the sums in registers
// across the calls when it optimizes.
#include <assert.h>
#include <pthread.h>

static volatile double turn; /* shared, so that every access is a scheduling point */

static double mix(double a)
{
    double b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5;
    long i = (long)a, j = i * 2, k = i * 3, l = i * 4;
    for (int round = 0; round < 2; round++) {
        turn = a; // RACE
        b += a, c += b, d += c, e += d, f += e;
        i += round, j += i, k += j, l += k;
    }
    return b + c + d + e + f + (double)(i + j + k + l);
}

static void *work(void *argument)
{
    *(double *)argument = mix(*(double *)argument);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    double of_a = 10, of_b = 1000;
    pthread_create(&a, NULL, work, &of_a);
    pthread_create(&b, NULL, work, &of_b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(of_a == mix(10) && of_b == mix(1000) && of_a != of_b);
    return 0;
}
