// expect: bug assertion "a == 11"
// 11 22
// Two threads scan numbers from one stream: who comes first gets the first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *take(void *unused)
{
    int b = 0;
    fscanf(file, "%d", &b);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int a = 0;
    file = fopen(__FILE__, "r");
    fscanf(file, "%*[^\n] //");
    pthread_create(&thread, NULL, take, NULL);
    fscanf(file, "%d", &a);
    assert(a == 11); // BUG HERE
    pthread_join(thread, NULL);
    fclose(file);
    return 0;
}
