/* One number. late() answers what was there when somebody asked last: an order of whole calls explains it, but not one in which calls that
 * were done come first. attempt() fails when the lock is taken. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int number, asked;
static pthread_mutex_t lock;

static void begin(void)
{
    number = asked = 0;
    pthread_mutex_init(&lock, NULL);
}

static void store(int value) { number = value; }

static int late(void)
{
    int before = asked;
    asked = number;
    return before;
}

static bool attempt(int value)
{
    if (pthread_mutex_trylock(&lock) != 0)
        return false;
    number = value;
    pthread_mutex_unlock(&lock);
    return true;
}
