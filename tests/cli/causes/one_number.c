/* Numbers, each looked up in one critical section and counted in another, noted in places of their own. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int             next_number = 1, note[2], notes;

static int look(void)
{
    pthread_mutex_lock(&lock);
    int number = next_number;
    pthread_mutex_unlock(&lock);
    return number;
}

static void *draw(void *unused)
{
    int number = look();
    pthread_mutex_lock(&lock);
    note[notes++] = number;
    next_number = number + 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, draw, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(note[0] != note[1]);
    return 0;
}
