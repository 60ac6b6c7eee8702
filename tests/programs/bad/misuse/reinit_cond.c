// expect: bug misuse "init of a condition variable that is initialized already and was not destroyed"
#include <pthread.h>

static pthread_cond_t changed;

int main(void)
{
    pthread_cond_init(&changed, NULL);
    pthread_cond_init(&changed, NULL); // BUG HERE
    return 0;
}
