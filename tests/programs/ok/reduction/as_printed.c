// expect: covered "--reduction=dlspor --variant=printed leaves parts out"
// options: --reduction=dlspor-paper
// Nothing is wrong, and an algorithm as it is printed does not prove it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
