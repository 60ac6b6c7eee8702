// expect: bug memory "free"
// A pointer that has been moved on is freed.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    char *text = argument;
    while (*text == ' ')
        text++;
    free(text); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    char *line = calloc(8, 1);
    line[0] = ' ';
    pthread_create(&t, NULL, work, line);
    pthread_join(t, NULL);
    return 0;
}
