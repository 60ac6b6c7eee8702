// expect: verified
// Every thread has a stream of its own, and reads one of its own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *work(void *unused)
{
    char line[80] = "";
    FILE *log = fopen("/dev/null", "a"), *in = fopen(__FILE__, "r");
    assert(log && in);
    for (int i = 0; i < 3; i++)
        fprintf(log, "line %d\n", i);
    assert(fgets(line, sizeof line, in) && strcmp(line, "// expect: verified\n") == 0);
    fclose(in);
    assert(fclose(log) == 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
