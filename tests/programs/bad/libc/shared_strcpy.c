// expect: bug assertion "length"
// A name is replaced by strcpy while another thread reads it twice.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char name[16] = "bob";

static void *rename_to(void *text)
{
    strcpy(name, text);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, rename_to, "alexander");
    size_t length = strlen(name);
    char copy[16];
    strcpy(copy, name);
    assert(strlen(copy) == length); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
