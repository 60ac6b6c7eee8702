/* two_libraries.c - a library without hooks calls another, and gives away a pointer to a function of it: its state is part of states. */
#include <assert.h>
#include <pthread.h>

int outer_four_times(int x);
int (*outer_counter(void))(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void turn(void)
{
    pthread_mutex_lock(&lock);
    turns++;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
    assert(outer_four_times(3) == 12);
    turn();
    return unused;
}

int main(void)
{
    pthread_t thread;
    int (*counter)(void) = outer_counter();
    pthread_create(&thread, NULL, worker, NULL);
    turn();
    int before = counter();
    assert(before == 0 || before == 1 || before == 2);
    assert(outer_four_times(5) == 20);
    pthread_join(thread, NULL);
    assert(counter() == 4);
#ifdef ORDER
    assert(before == 0);
#endif
    return 0;
}
