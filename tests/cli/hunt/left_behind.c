/* Children that leave the session, and children of theirs. */
#include <pthread.h>
#include <unistd.h>

static void *end_at_once(void *none) { return none; }

int main(void)
{
    pthread_t thread;
    int ready[2];
    char byte;
    if (pipe(ready) != 0)
        return 1;
    for (int i = 0; i < 3; i++) {
        if (fork() != 0)
            break;
        setsid();
        if (i == 2 && write(ready[1], "", 1) != 1)
            return 1;
    }
    if (getsid(0) == getpid())
        for (;;)
            pause();
    if (read(ready[0], &byte, 1) != 1)
        return 1;
    pthread_create(&thread, NULL, end_at_once, NULL);
    return pthread_join(thread, NULL);
}
