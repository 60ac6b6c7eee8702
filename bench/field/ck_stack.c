/* Concurrency Kit's stack: two threads push and two pop (upmc). */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include <ck_stack.h>

static ck_stack_t stack = CK_STACK_INITIALIZER;
static ck_stack_entry_t entry[2];
static int popped[2];

static void *push(void *which)
{
    ck_stack_push_upmc(&stack, which);
    return NULL;
}

static void *pop(void *unused)
{
    ck_stack_entry_t *e = ck_stack_pop_upmc(&stack);
    if (e)
        __atomic_fetch_add(&popped[e - entry], 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread[4];
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, push, &entry[i]);
    for (int i = 2; i < 4; i++)
        pthread_create(&thread[i], NULL, pop, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    assert(popped[0] <= 1 && popped[1] <= 1);
    return 0;
}
