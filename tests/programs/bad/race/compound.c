// expect: bug assertion "bits == 3"
// The same through a pointer, with |= on a byte in an array.
#include <assert.h>
#include <pthread.h>

static unsigned char flags[4];

static void *work(void *bit)
{
    unsigned char *byte = &flags[2];
    *byte |= (unsigned char)(long)bit;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int bits = flags[2];
    assert(bits == 3); // BUG HERE
    return 0;
}
