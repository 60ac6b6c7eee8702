/* operators.c - atomic operations that name no order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BUMP(object) ((object)++)
static atomic_int count, turn, slot[2], ready;
static struct { atomic_int count; } one, *part = &one;
static _Atomic(char *) where;
static atomic_flag flag;
static int data;
static int get(void) { return turn; }

static void *sender(void *p)
{
    data = 1;
    ready = 1;
    return p;
}

static void use(void)
{
    count++;
    count -= 2;
    count |= get() | 4;
    if (data == 0)
        part->count--;
    int old = count++ + 3;
    int seen = part->count;
    slot[get() & 1] = old;
    if (count == 3 || seen)
        data = 0;
    turn = count = 1;
    turn = count; // = 2;
    atomic_exchange(&turn, 2);
    atomic_compare_exchange_strong(&turn, &(int){2}, 2);
    atomic_flag_test_and_set(&flag);
    where++;
    count *= 2;
    BUMP(count);
}

int main(void)
{
    pthread_t t;
    use();
    pthread_create(&t, 0, sender, 0);
    if (atomic_load(&ready))
        assert(data == 1);
    pthread_join(t, 0);
    return 0;
}
