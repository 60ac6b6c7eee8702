// expect: bug assertion "token[1] == '2'"
// options: --race=off
// The delimiters are read with the string.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char delimiters[] = " ";

static void *take(void *unused)
{
    char text[] = "1234", *rest, *token = strtok_r(text, delimiters, &rest);
    assert(token[1] == '2'); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    delimiters[0] = '2';
    pthread_join(t, NULL);
    return 0;
}
