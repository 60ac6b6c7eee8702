// expect: bug race "number"
// options: --race=error
// What scanf stores is written by the thread that calls it, in the line of the call.
#include <pthread.h>
#include <stdio.h>

static int number;

static void *scan(void *unused)
{
    FILE *file = fopen(__FILE__, "r");
    fscanf(file, "%*[^0-9]%d", &number); // BUG HERE
    fclose(file);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, scan, NULL);
    int seen = number; // OR HERE
    pthread_join(thread, NULL);
    return seen < 0;
}
// 5
