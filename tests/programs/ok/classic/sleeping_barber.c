// expect: verified
// Dijkstra's sleeping barber: one chair in the waiting room, two customers who may have to leave.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t customers, barber, seat_lock, done;
static int free_seats = 1, cut, turned_away;

static void *customer(void *unused)
{
    sem_wait(&seat_lock);
    if (free_seats > 0) {
        free_seats--;
        sem_post(&customers);
        sem_post(&seat_lock);
        sem_wait(&barber);
        sem_wait(&done);
    } else {
        turned_away++;
        sem_post(&seat_lock);
    }
    return unused;
}

static void *work(void *unused)
{
    for (;;) {
        sem_wait(&customers);
        sem_wait(&seat_lock);
        free_seats++;
        cut++;
        sem_post(&barber);
        sem_post(&seat_lock);
        sem_post(&done);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b, w;
    sem_init(&customers, 0, 0);
    sem_init(&barber, 0, 0);
    sem_init(&seat_lock, 0, 1);
    sem_init(&done, 0, 0);
    pthread_create(&w, NULL, work, NULL);
    pthread_create(&a, NULL, customer, NULL);
    pthread_create(&b, NULL, customer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(cut + turned_away == 2);
    return 0;
}
