/* member_traps.c - ways to a member of a block that calls were not seen to take before: thread one writes 1 and then 2 to it, and whoever
 * sees the 1, or a block that is gone, is wrong. That is so rare that walks hardly come there. -DTRAP=N. */
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static struct block { int front, x, y; int row[40]; } *block;

static void look(void)
{
    assert(block->x != 1);
}

static __attribute__((noinline)) void at(int *place)
{
    assert(*place != 1);
}

static void end(void);
#if TRAP != 6 && TRAP != 18
static void end(void) { }
#endif

#if TRAP == 1 /* one call, another place than before */
static void first(void) { at(&block->y); }
static void second(void) { at(&block->x); }
#elif TRAP == 2 /* an index */
static void pick(int n) { assert((&block->front)[n] != 1); }
static void first(void) { pick(0); }
static void second(void) { pick(1); }
#elif TRAP == 3 /* a copy of all of it */
static void second(void) { struct block copy = *block; assert(copy.x != 1); }
#elif TRAP == 4 /* a function of the library that copies */
static void copies(const int *from) { int copy; memcpy(&copy, from, sizeof copy); assert(copy != 1); }
static void first(void) { copies(&block->y); }
static void second(void) { copies(&block->x); }
#elif TRAP == 5 /* that compares */
static void second(void) { static const int one = 1; assert(memcmp(&block->x, &one, sizeof one) != 0); }
#elif TRAP == 6 /* that writes over it, with what lies behind */
static void second(void) { memset(block, 1, sizeof *block); }
static void end(void) { assert(block->x != 0x01010101 || block->y != 0x01010101); }
#elif TRAP == 7 /* that takes it away */
static void second(void) { free(block); }
#elif TRAP == 8 /* that moves it */
static void second(void) { block = realloc(block, 100000); }
#elif TRAP == 9 /* that calls back */
static int compare(const void *a, const void *b) { look(); return (a > b) - (a < b); }
static void second(void) { int some[2] = {2, 1}; qsort(some, 2, sizeof *some, compare); }
#elif TRAP == 10 /* a function pointer */
static void (*volatile function)(void) = look;
static void second(void) { function(); }
#elif TRAP == 11 /* a jump back */
static jmp_buf place;
static void second(void)
{
    volatile int turn = 0;
    setjmp(place);
    at(turn ? &block->x : &block->y);
    if (!turn++)
        longjmp(place, 1);
}
#elif TRAP == 12 /* another thread */
static void *third(void *p) { look(); return p; }
static void second(void) { pthread_t t; pthread_create(&t, NULL, third, NULL); pthread_join(t, NULL); }
#elif TRAP == 13 /* when a thread ends */
static pthread_key_t key;
static void gone(void *value) { (void)value; look(); }
static void *third(void *p) { pthread_setspecific(key, &key); return p; }
static void second(void) { pthread_t t; pthread_key_create(&key, gone); pthread_create(&t, NULL, third, NULL); pthread_join(t, NULL); }
#elif TRAP == 14 /* a word in which it lies */
static void second(void) { long both = *(volatile long *)&block->front; assert((int)(both >> 32) != 1); }
#elif TRAP == 15 /* code without hooks that ends in a jump to the library */
__attribute__((noinline, no_sanitize("thread"))) static void *quiet(void *to, const void *from) { return memcpy(to, from, sizeof(int)); }
static void copies(const int *from) { int copy; quiet(&copy, from); assert(copy != 1); }
static void first(void) { copies(&block->y); }
static void second(void) { copies(&block->x); }
#elif TRAP == 16 /* when the process ends */
static void last(void) { look(); }
static void second(void) { atexit(last); exit(0); }
#elif TRAP == 17 /* an atomic operation */
static void second(void) { assert(__atomic_fetch_add(&block->x, 10, __ATOMIC_SEQ_CST) != 1); }
#elif TRAP == 18 /* a long range, from before */
static void second(void) { memset(&block->front, 3, 100); }
static void end(void) { assert(block->x != 0x03030303); }
#endif

#if TRAP != 1 && TRAP != 2 && TRAP != 4 && TRAP != 15
static void first(void) { }
#endif

static void *before(void *p)
{
    (void)*(volatile int *)&block->x, (void)*(volatile int *)&block->y;
    return p;
}

static void *one(void *p)
{
    *(volatile int *)&block->x = 1;
    *(volatile int *)&block->x = 2;
    return p;
}

int main(void)
{
    pthread_t a;
    block = calloc(1, sizeof *block);
    pthread_create(&a, NULL, before, NULL);
    block->x = block->y = 0; /* they are shared in any case */
    pthread_join(a, NULL);
    pthread_create(&a, NULL, one, NULL);
    first();
    if (mz_choose(500) == 457)
        second();
    pthread_join(a, NULL);
    end();
    return 0;
}
