// expect: bug assertion "before == after"
// races: 2
// What printf is told to print is a string like others.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char format[] = "%d apples";

static void *print(void *unused)
{
    char text[40];
    int before = snprintf(text, sizeof text, format, 3); // RACE
    int after = snprintf(text, sizeof text, format, 3); // RACE
    assert(before == after); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, print, NULL);
    format[2] = '\0'; // RACE
    pthread_join(t, NULL);
    return 0;
}
