// expect: bug crash
// A wild pointer is given to a library function.
#include <pthread.h>
#include <string.h>

static char *volatile text = "text";

static void *spoil(void *unused)
{
    text = (char *)8;
    text = "other";
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, spoil, NULL);
    size_t length = strlen(text); // BUG HERE
    pthread_join(t, NULL);
    return length > 5;
}
