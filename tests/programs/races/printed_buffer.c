// expect: verified
// races: 1
// puts reads the string that it prints.
#include <pthread.h>
#include <stdio.h>

static char text[16] = "text";

static void *first(void *unused)
{
    puts(text); // RACE
    return unused;
}

static void *second(void *unused)
{
    text[0] = 'T'; // RACE
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
