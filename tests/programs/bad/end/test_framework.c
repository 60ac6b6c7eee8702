// expect: bug exit-status "status 1"
// native: 0
// A framework for tests tells of failures by the exit status: another interleaving ends with 0. The failing one may come first or last.
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf failed;

#define CHECK_EQUAL(a, b)                                               \
    do {                                                                \
        if ((a) != (b)) {                                               \
            fprintf(stderr, "%s:%d: %s != %s\n", __FILE__, __LINE__, #a, #b); \
            longjmp(failed, 1);                                         \
        }                                                               \
    } while (0)

static int run_tests(void (*const *tests)(void))
{
    int failures = 0;
    for (; *tests; tests++)
        if (setjmp(failed) == 0)
            (*tests)();
        else
            failures++;
    return failures;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *increment(void *unused)
{
    pthread_mutex_lock(&mutex);
    int seen = count;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    count = seen + 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void two_make_two(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    CHECK_EQUAL(count, 2);
}

int main(void)
{
    static void (*const tests[])(void) = {two_make_two, NULL};
    return run_tests(tests);
}
