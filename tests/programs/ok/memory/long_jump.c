// expect: verified
// Frames are left without a return, and the place is used again.
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static __attribute__((noinline)) void deep(volatile int *top, int n)
{
    volatile int here = n;
    *top = here;
    if (n == 0)
        longjmp(back, 1);
    deep(top, n - 1);
}

int main(void)
{
    volatile int reached = -1;
    if (setjmp(back) == 0)
        deep(&reached, 5);
    assert(reached == 0);
    if (setjmp(back) == 0)
        deep(&reached, 3);
    assert(reached == 0);
    return 0;
}
