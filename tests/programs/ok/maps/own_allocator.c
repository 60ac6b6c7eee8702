// expect: verified
// options: --reduction=none
// options: --visible=all --reduction=none
// options: --reduction=sum
// options: --reduction=spor
// options: --reduction=dpor --race=off
// options: --reduction=optimal-dpor --race=off
// A small allocator of the program's own: chunks from mmap, a list of free blocks under a lock, and what is not needed goes back.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { CHUNK = 8192, BLOCK = 4096 };

struct block {
    struct block *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *unused;

static void *take(void)
{
    pthread_mutex_lock(&lock);
    struct block *b = unused;
    if (b) {
        unused = b->next;
    } else {
        char *chunk = mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert(chunk != MAP_FAILED);
        unused = (struct block *)(chunk + BLOCK);
        b = (struct block *)chunk;
    }
    pthread_mutex_unlock(&lock);
    return b;
}

static void give(void *p)
{
    struct block *b = p;
    pthread_mutex_lock(&lock);
    b->next = unused;
    unused = b;
    pthread_mutex_unlock(&lock);
}

static void *work(void *number)
{
    int *p = take();
    p[2] = *(int *)number;
    assert(p[2] == *(int *)number);
    give(p);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int count = 0;
    for (struct block *p = unused, *next; p; p = next, count++) {
        next = p->next;
        assert(munmap(p, BLOCK) == 0);
    }
    assert(count == 2);
    return 0;
}
