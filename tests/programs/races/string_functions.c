// expect: verified
// races: 2
// What memcpy and strlen access counts as the caller's own.
#include <pthread.h>
#include <string.h>

static char text[16] = "some text", copy[16];
static volatile size_t length;

static void *first(void *unused)
{
    memcpy(copy, text, sizeof copy); // RACE
    length = strlen(text); // RACE
    return unused;
}

static void *second(void *unused)
{
    text[9] = '!'; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
