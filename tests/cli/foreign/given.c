/* given.c - functions of a library without hooks that the program does not call, but gives to those that will: it calls nothing
 * through pointers itself. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { MOST_COMPARED = 3 + 2 }; /* to sort three, and to find one of them */

static int sum;
static pthread_once_t flag = PTHREAD_ONCE_INIT;
static pthread_key_t key;

static void *sorts(void *argument)
{
    int numbers[] = {3, 1, 2};
    (void)argument;
    qsort(numbers, 3, sizeof *numbers, helper_operations()->compare);
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3);
    assert(bsearch(&numbers[2], numbers, 3, sizeof *numbers, helper_operations()->compare) == &numbers[2]);
    return NULL;
}

static void *begins(void *argument)
{
    (void)argument;
    pthread_once(&flag, helper_operations()->once);
    assert(helper_number() == 1);
    return NULL;
}

static void *keeps(void *argument)
{
    pthread_setspecific(key, argument);
    return NULL;
}

/* A switch statement goes through a table, and not through a pointer. */
static void *(*chosen(volatile int what))(void *)
{
    switch (what) {
    case 0: return helper_operations()->start;
    case 1: return sorts;
    case 2: return begins;
    case 3: return keeps;
    case 4: exit(4);
    case 5: abort();
    default: return NULL;
    }
}

int main(void)
{
    pthread_t a, b;
    if (WHAT == 3)
        pthread_key_create(&key, (void (*)(void *))(void *)helper_operations()->start);
    pthread_create(&a, NULL, chosen(WHAT), &sum);
    pthread_create(&b, NULL, chosen(WHAT), &sum);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == (WHAT == 0 || WHAT == 3 ? 2 : 0));
    assert(helper_compared() <= 2 * MOST_COMPARED); /* on other paths it was, too, and they do not count */
    return 0;
}
