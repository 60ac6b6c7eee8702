// expect: verified
// Bit-fields that a member or a field of width 0 keeps apart are no neighbours: threads may update them as they like.
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 3, unused : 2;
    char     between;
    unsigned b : 3;
    unsigned : 0;
    unsigned c : 9;
} fields;

static void *set_a(void *unused)
{
    fields.a = 5;
    return unused;
}

static void *set_b(void *unused)
{
    fields.b = 6;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_a, NULL);
    pthread_create(&b, NULL, set_b, NULL);
    fields.between = 7;
    fields.c = 500;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(fields.a == 5 && fields.between == 7 && fields.b == 6 && fields.c == 500 && fields.unused == 0);
    return 0;
}
