// expect: bug assertion "both"
// Neighbours in an array of structures, reached through a pointer; one of the two lies across bytes.
#include <assert.h>
#include <pthread.h>

struct entry {
    int      other;
    unsigned kind : 5, size : 20;
    int      offset : 7;
};
static struct entry table[2];

static void *set_size(void *entry)
{
    ((struct entry *)entry)->size = 100000;
    return NULL;
}

static void *set_offset(void *entry)
{
    ((struct entry *)entry)->offset = -3;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_size, &table[1]);
    pthread_create(&b, NULL, set_offset, &table[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int both = table[1].size == 100000 && table[1].offset == -3;
    assert(both); // BUG HERE
    return 0;
}
