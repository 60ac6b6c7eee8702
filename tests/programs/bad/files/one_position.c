// expect: bug assertion "first == 1"
// Two threads take lines from one stream: whoever comes first gets the first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;
static char lines[2][80];

static void *work(void *line)
{
    fgets(line, sizeof lines[0], file);
    return NULL;
}

int main(void)
{
    pthread_t t;
    file = fopen(__FILE__, "r");
    pthread_create(&t, NULL, work, lines[0]);
    work(lines[1]);
    pthread_join(t, NULL);
    fclose(file);
    int first = strncmp(lines[0], "// expect", 9) == 0;
    assert(first + (strncmp(lines[1], "// expect", 9) == 0) == 1);
    assert(first == 1); // BUG HERE
    return 0;
}
