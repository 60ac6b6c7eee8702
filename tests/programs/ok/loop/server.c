// expect: verified
// native: endless
// A server and two clients that never stop: `while (1)` around a lock, a condition variable and a request slot.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int request, answer;

static void *client(void *argument)
{
    int me = (int)(long)argument;
    while (1) {
        pthread_mutex_lock(&lock);
        while (request || answer)
            pthread_cond_wait(&changed, &lock);
        request = me;
        pthread_cond_broadcast(&changed);
        while (answer != me)
            pthread_cond_wait(&changed, &lock);
        answer = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, client, (void *)1L);
    pthread_create(&b, NULL, client, (void *)2L);
    while (1) {
        pthread_mutex_lock(&lock);
        while (!request)
            pthread_cond_wait(&changed, &lock);
        assert(answer == 0);
        answer = request;
        request = 0;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
