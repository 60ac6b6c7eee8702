/* leave.c - ways out of a function that a library without hooks calls: longjmp, the end of the thread, and of the program. */
#include "helper.h"

#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static __thread jmp_buf out;
static int cleaned, jumped;

static int jump(int x)
{
    longjmp(out, x);
    return 0;
}

static int end_thread(int x)
{
    (void)x;
    pthread_exit((void *)7);
    return 0;
}

static int end_program(int x)
{
    exit(x);
    return 0;
}

static void clean(void *argument)
{
    (void)argument;
    __atomic_fetch_add(&cleaned, 1, __ATOMIC_SEQ_CST);
}

static void *worker(void *argument)
{
    (void)argument;
    int value = setjmp(out);
    if (value == 0)
        helper_apply(jump, 3);
    assert(value == 3);
    __atomic_fetch_add(&jumped, 1, __ATOMIC_SEQ_CST);
    pthread_cleanup_push(clean, NULL);
    helper_apply(end_thread, 0);
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    void *result;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, &result);
    assert(result == (void *)7);
    pthread_join(b, &result);
    assert(result == (void *)7 && cleaned == 2 && jumped == 2);
    helper_apply(end_program, 0);
    assert(!"not here");
}
