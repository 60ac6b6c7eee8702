// expect: verified
// options: --race=off
// printf reads a string that another thread changes. Which registers hold no argument of it must not tell states apart.
#include <pthread.h>
#include <stdio.h>

static char text[8] = "ab";
static long seen[2];

static void *reader(void *unused)
{
    printf("%s\n", text);
    seen[0] = 1;
    return unused;
}

static void *writer(void *unused)
{
    snprintf(text, sizeof text, "%d", 3);
    seen[1] = 1;
    pthread_exit(unused);
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
