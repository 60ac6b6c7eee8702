// expect: bug assertion "text"
// What snprintf prints is read by it: a string that another thread changes may be the old one or the new one.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[16] = "old";

static void *change(void *unused)
{
    strcpy(name, "newer");
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    char text[32];
    int length = snprintf(text, sizeof text, "%d: %s", 1, name);
    assert(length == (int)strlen(text));
    assert(strcmp(text, "1: old") == 0); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
