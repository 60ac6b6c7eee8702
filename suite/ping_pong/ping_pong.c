/* Threads that let one player play ping-pong: each uses the player, takes it off the table, and puts it back.
 *
 * The bug: there is no lock. A thread that comes while the player is off the table uses a null pointer. */
#include <pthread.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 17
#endif

struct player {
    int strokes[THREADS]; /* by the thread that let the player play */
};

static struct player someone;
static struct player *volatile player = &someone; /* volatile, lest compilers leave out that it was away */
#ifdef FIXED
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
#endif

struct game {
    pthread_t thread;
    int       number;
};

static void play(int number)
{
    player->strokes[number]++; /* BUG: the player is not there */
    struct player *mine = player;
    player = NULL;
    player = mine;
}

static void *run(void *argument)
{
    struct game *self = argument;
#ifdef FIXED
    pthread_mutex_lock(&table);
#endif
    play(self->number);
#ifdef FIXED
    pthread_mutex_unlock(&table);
#endif
    return NULL;
}

int main(void)
{
    struct game game[THREADS];
    for (int i = 0; i < THREADS; i++) {
        game[i].number = i;
        pthread_create(&game[i].thread, NULL, run, &game[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(game[i].thread, NULL);
    return 0;
}
