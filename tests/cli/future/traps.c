/* traps.c - two threads and a variable. The second one comes to it by a way that is not written down where it stands, and sees 1 only if it
 * comes between the two writes of the first: whoever thinks that the second will not access it any more never finds that. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if TRAP == 13
#define PLACE __attribute__((section("collected"), used))
static int first PLACE, second_of_them PLACE;
#else
#define PLACE
#endif
static int x PLACE;
static _Atomic int other;

static void look(void)
{
    assert(x != 1);
}

#if TRAP == 1 /* a pointer to it, made elsewhere */
static int *where(void) { return &x; }
static void second(void) { int *p = where(); other = 1; assert(*p != 1); }
#elif TRAP == 2 /* a function whose address is taken */
static void (*volatile function)(void) = look;
static void second(void) { other = 1; function(); }
#elif TRAP == 3 /* what lies before the place where it is, by longjmp */
static jmp_buf place;
static void second(void)
{
    volatile int turn = 0;
    setjmp(place);
    if (turn++ == 1) {
        look();
        return;
    }
    other = 1;
    longjmp(place, 1);
}
#elif TRAP == 4 /* the end of the thread */
static pthread_key_t key;
static void gone(void *value) { (void)value; look(); }
static void second(void) { pthread_setspecific(key, &key); other = 1; }
#elif TRAP == 5 /* a callback of a library */
static int compare(const void *a, const void *b) { look(); return *(const int *)a - *(const int *)b; }
static void second(void) { int some[2] = {2, 1}; other = 1; qsort(some, 2, sizeof *some, compare); }
#elif TRAP == 6 /* a library function on its memory */
static void second(void) { int copy; other = 1; memcpy(&copy, &x, sizeof copy); assert(copy != 1); }
#elif TRAP == 7 /* a thread that is not there yet */
static void *third(void *p) { look(); return p; }
static void second(void) { pthread_t id; other = 1; pthread_create(&id, NULL, third, NULL); pthread_join(id, NULL); }
#elif TRAP == 8 /* one of several jumps */
static volatile int which = 3;
static void second(void)
{
    other = 1;
    switch (which) {
    case 0: other = 2; break;
    case 1: other = 5; break;
    case 2: other = 7; break;
    case 3: look(); break;
    case 4: other = 9; break;
    case 5: other = 4; break;
    }
}
#elif TRAP == 9 /* an element of an array, out of an index */
static struct { int before[4], x, behind[4]; } all;
static volatile int index_ = 4;
#define x all.x
static void second(void) { int *p = all.before; other = 1; assert(p[index_] != 1); }
#elif TRAP == 10 /* a function that ends in a call */
static __attribute__((noinline)) void last(void) { look(); }
static __attribute__((noinline)) void before_last(void) { other = 1; last(); }
static void second(void) { before_last(); }
#elif TRAP == 11 /* the caller, behind the call */
static __attribute__((noinline)) void inner(void) { other = 1; }
static void second(void) { inner(); look(); }
#elif TRAP == 12 /* the next turn of a loop */
static void second(void)
{
    for (int i = 0; i < 2; i++) {
        if (i)
            look();
        other = 1;
    }
}
#elif TRAP == 13 /* a section that the linker collects, of which it names the ends */
static int behind PLACE, last PLACE;
extern int __start_collected[], __stop_collected[];
static void second(void)
{
    int sum = 0;
    other = 1;
    for (int *p = __start_collected; p < __stop_collected; p++)
        sum += *p;
    assert(sum != 1);
}
#elif TRAP == 14 /* all data without a value */
static int y;
extern char __bss_start[], _end[];
static void second(void)
{
    int any = 0;
    other = 16;
    for (char *p = __bss_start; p < _end; p++)
        any |= *p & 15;
    y = 0;
    assert(any != 1);
}
#endif

static void *one(void *p)
{
    *(volatile int *)&x = 1; /* or an optimizer leaves it out */
    *(volatile int *)&x = 2;
    return p;
}

static void *two(void *p)
{
    second();
    return p;
}

int main(void)
{
    pthread_t a, b;
#if TRAP == 4
    pthread_key_create(&key, gone);
#endif
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    other = 3;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
