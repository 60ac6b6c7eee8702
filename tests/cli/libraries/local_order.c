/* local_order.c - what one thread has in thread-local variables of a library another one changes, or sees. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void keep(int *place);
int look(void);
void keep_for_thread(int *place);
int look_for_thread(void);
void prepare(void);
void enter(int number);
void post(int number, int value);
void set(int value);
int get(void);
int peek(int number);

enum { KEPT = 1, KEPT_FOR_THREAD, POSTED, PEEKED };

static atomic_int x;

static void *one(void *unused)
{
    if (WHAT == KEPT) {
        keep((int *)&x);
        int first = look(), second = look();
        assert(first == second);
    } else if (WHAT == KEPT_FOR_THREAD) {
        keep_for_thread((int *)&x);
        int first = look_for_thread(), second = look_for_thread();
        assert(first == second);
    } else {
        enter(0);
        set(1);
        assert(WHAT == PEEKED || get() == EXPECTED);
    }
    return unused;
}

static void *two(void *unused)
{
    if (WHAT == POSTED)
        post(0, 2);
    else if (WHAT == PEEKED)
        assert(peek(0) == EXPECTED);
    else
        x = 1;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    prepare();
    pthread_create(&t, NULL, one, NULL);
    pthread_create(&u, NULL, two, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
