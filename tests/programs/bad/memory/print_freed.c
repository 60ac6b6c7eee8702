// expect: bug memory "in a freed block of 6 bytes (offset 0)"
// A name is printed by a thread that does not own it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *name;

static void *print(void *unused)
{
    printf("%s\n", name); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    name = malloc(6);
    strcpy(name, "world");
    pthread_create(&t, NULL, print, NULL);
    free(name);
    pthread_join(t, NULL);
    return 0;
}
