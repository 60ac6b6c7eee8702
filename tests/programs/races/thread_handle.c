// expect: verified
// races: 1
// The handle is written by pthread_create after the new thread may run.
#include <pthread.h>

static pthread_t self;

static void *work(void *unused)
{
    return pthread_equal(self, pthread_self()) ? unused : NULL; // RACE
}

static void *create(void *unused)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&self, NULL, work, NULL); // RACE
    pthread_join(self, NULL);
    pthread_join(t, NULL);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, create, NULL);
    pthread_join(t, NULL);
    return 0;
}
