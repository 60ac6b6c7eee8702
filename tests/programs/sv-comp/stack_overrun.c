// expect: bug assertion "reach_error()"
// A stack with a flag that says whether it has elements, set and tested outside of its lock. In the shape of stack.
#include <pthread.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { SIZE = 2, EMPTY = -1 };
static int elements[SIZE], top, flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int push(int x)
{
    if (top == SIZE)
        return EMPTY;
    elements[top++] = x;
    return 0;
}

static int pop(void)
{
    return top == 0 ? EMPTY : elements[--top];
}

static void *pusher(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (push((int)(__VERIFIER_nondet_uint() % SIZE)) == EMPTY)
            reach_error();
        flag = 1;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void *popper(void *unused)
{
    for (int i = 0; i < SIZE; i++) {
        pthread_mutex_lock(&m);
        if (flag && pop() == EMPTY)
            reach_error(); // BUG HERE
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, pusher, NULL);
    pthread_create(&b, NULL, popper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
