// expect: verified
// 11 22 33 44
// Two threads scan numbers from one stream: each call takes a whole one, and nobody gets what another has got.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;

static void *take(void *sum)
{
    int a = 0, b = 0;
    assert(fscanf(file, "%d", &a) == 1 && fscanf(file, "%d", &b) == 1);
    assert(a % 11 == 0 && b % 11 == 0 && a < b);
    *(int *)sum = a + b;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int mine = 0, others = 0;
    file = fopen(__FILE__, "r");
    assert(fscanf(file, "// expect: verified //") == 0 && ftell(file) == 22);
    pthread_create(&thread, NULL, take, &others);
    take(&mine);
    pthread_join(thread, NULL);
    assert(mine + others == 110 && fscanf(file, " // %*1[T]wo") == 0 && ftell(file) == 41);
    fclose(file);
    return 0;
}
