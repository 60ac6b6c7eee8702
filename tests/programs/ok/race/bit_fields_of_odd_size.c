// expect: verified
// only: gcc
// Bit-fields in packed structures, where gcc changes three bytes as two and one: their values are right, also those of the
// members around them. (clang gives accesses of such sizes no hooks; a check says so.)
#include <assert.h>
#include <pthread.h>

struct __attribute__((packed)) three {
    char     before;
    unsigned a : 5, b : 18, c : 1;
    char     behind;
};
struct __attribute__((packed)) nine {
    unsigned char      before;
    unsigned long      a : 3, b : 64;
    signed char        c : 5;
    unsigned char      behind;
};
static struct {
    struct three three[2];
    struct nine  nine;
} shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *set_three(void *unused)
{
    struct three *p = &shared.three[1];
    pthread_mutex_lock(&lock);
    p->b = 0x2aaaa;
    assert(p->before == 1 && p->a == 0 && p->c == 0 && p->behind == 2);
    p->a = 31;
    p->c = 1;
    assert(p->b == 0x2aaaa);
    p->b = 0x15555;
    assert(p->before == 1 && p->a == 31 && p->c == 1 && p->behind == 2 && shared.three[0].behind == 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *set_nine(void *unused)
{
    pthread_mutex_lock(&lock);
    shared.nine.b = ~0UL;
    assert(shared.nine.before == 3 && shared.nine.a == 0 && shared.nine.c == 0 && shared.nine.behind == 4);
    shared.nine.a = 5;
    shared.nine.c = -16;
    shared.nine.b = 0x0123456789abcdef;
    shared.nine.b++;
    assert(shared.nine.before == 3 && shared.nine.a == 5 && shared.nine.c == -16 && shared.nine.behind == 4);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    shared.three[1].before = 1;
    shared.three[1].behind = 2;
    shared.nine.before = 3;
    shared.nine.behind = 4;
    pthread_create(&a, NULL, set_three, NULL);
    pthread_create(&b, NULL, set_nine, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(shared.three[1].b == 0x15555 && shared.nine.b == 0x0123456789abcdf0);
    return 0;
}
