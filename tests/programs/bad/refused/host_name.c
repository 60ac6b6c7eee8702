// expect: refused "sethostname"
// What a thread changes of the machine could not be taken back.
#include <pthread.h>
#include <unistd.h>

static void *rename_machine(void *unused)
{
    sethostname("", 1 << 20); // natively: too long
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, rename_machine, NULL);
    pthread_join(t, NULL);
    return 0;
}
