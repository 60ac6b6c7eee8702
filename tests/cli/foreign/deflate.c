/* deflate.c - two threads use zlib, which has no hooks, each on buffers of its own; what they count is shared. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static unsigned long packed_bytes;
static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    (void)argument;
    char text[64], back[64];
    unsigned char packed[128];
    unsigned long size = sizeof packed, length = sizeof back;
    memset(text, 'x', sizeof text);
    assert(compress(packed, &size, (unsigned char *)text, sizeof text) == Z_OK);
    pthread_mutex_lock(&lock);
    packed_bytes += size;
    pthread_mutex_unlock(&lock);
    assert(uncompress((unsigned char *)back, &length, packed, size) == Z_OK);
    assert(length == sizeof text && memcmp(text, back, sizeof text) == 0);
#ifdef BUG
    done = done + 1;
#else
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
#endif
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done == 2);
    assert(packed_bytes > 2 && packed_bytes % 2 == 0);
    return 0;
}
