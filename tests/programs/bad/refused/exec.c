// expect: refused "execv"
// The program wants to become another one.
#include <pthread.h>
#include <unistd.h>

static void *work(void *unused)
{
    char *words[] = {"true", NULL};
    execv("/bin/true", words); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
