/* Tickets for a flight: main starts a seller for each of them until one of the sellers says that the flight is full.
 *
 * The bug: a seller says so after it has sold too many, and main may have started all sellers before the first of them has sold
 * anything. Nobody holds a lock. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#ifndef TICKETS
#define TICKETS 10
#endif
#ifndef CUSHION
#define CUSHION 1
#endif

#define CAPACITY (TICKETS - CUSHION)

static int sold;
static bool stop_sales;

#ifdef FIXED

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sell(void *unused)
{
    pthread_mutex_lock(&lock);
    if (sold < CAPACITY)
        sold++;
    else
        stop_sales = true;
    pthread_mutex_unlock(&lock);
    return unused;
}

static bool stopped(void)
{
    pthread_mutex_lock(&lock);
    bool answer = stop_sales;
    pthread_mutex_unlock(&lock);
    return answer;
}

#else

static void *sell(void *unused)
{
    sold++;
    if (sold > CAPACITY)
        stop_sales = true;
    return unused;
}

static bool stopped(void)
{
    if (stop_sales)
        sold--;
    return stop_sales;
}

#endif

int main(void)
{
    pthread_t seller[TICKETS];
    int sellers = 0;
    while (sellers < TICKETS && !stopped())
        pthread_create(&seller[sellers++], NULL, sell, NULL);
#ifdef FIXED
    for (int i = 0; i < sellers; i++)
        pthread_join(seller[i], NULL);
#else
    sched_yield(); /* in place of a wait for the sellers, of which main knows nothing */
#endif
    assert(sold <= CAPACITY); /* BUG: more tickets than seats */
    return 0;
}
