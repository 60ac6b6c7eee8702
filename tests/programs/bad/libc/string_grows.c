// expect: bug assertion "length != 5"
// options: --race=off
// options: --race=off --reduction=none
// options: --race=off --reduction=dlspor
// options: --race=off --reduction=source-dpor
// The string becomes longer while the call waits for its turn: what it reads then is shared, too, with somebody who used it alone so far.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[16] = "ab\0cd";
static size_t length;

static void *measures(void *unused)
{
    length = strlen(text);
    return unused;
}

static void *joins(void *unused)
{
    text[2] = 'x';
    return unused;
}

static void *cuts(void *unused)
{
    text[4] = '\0';
    return unused;
}

int main(void)
{
    void *(*const start[])(void *) = {measures, joins, cuts};
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, start[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(length != 5); // BUG HERE
    return 0;
}
