/* A pointer is there before what it points to is ready; two allocations stand in one line, and a pointer to
 * one of the blocks has pointed to something else before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct request { long id, length; };
struct answer { long status, body; };
struct holder { struct request *request; struct answer *answer; };

static struct holder *volatile instance;
static struct answer none;
struct answer *latest = &none;

static void *make(void *unused)
{
    struct request *r = malloc(sizeof *r); struct answer *a = malloc(sizeof *a);
    r->id = 1;
    a->status = 200;
    struct holder *h = calloc(1, sizeof *h);
    h->request = r;
    latest = a;
    __atomic_store_n(&instance, h, __ATOMIC_RELEASE);
    h->answer = a;
    return unused;
}

int main(void)
{
    pthread_t maker;
    pthread_create(&maker, NULL, make, NULL);
    if (__atomic_load_n(&instance, __ATOMIC_ACQUIRE))
        assert(__atomic_load_n(&instance, __ATOMIC_ACQUIRE)->answer);
    pthread_join(maker, NULL);
    return 0;
}
