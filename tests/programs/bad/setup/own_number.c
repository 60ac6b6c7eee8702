// expect: unknown "set-up does not leave the same memory each time it is run: "
// The number of the process by a way that is not stood in for, kept by a local variable, and in no variable of the program: nothing
// but a frame differs.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    char number[16] = "";
    pthread_t t;
    if (readlink("/proc/self", number, sizeof number - 1) < 0)
        return 1;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return atoi(number) == 0;
}
// root differs: set-up keeps the number of the process in memory.
