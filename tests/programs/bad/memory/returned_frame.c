// expect: bug memory "frame of a returned function (of thread 0)"
// The same without a thread.
static int *volatile kept;

static __attribute__((noinline)) void keep(int n)
{
    volatile int local = n;
    kept = (int *)&local;
}

int main(void)
{
    keep(3);
    volatile int seen = *kept; // BUG HERE
    (void)seen;
    return 0;
}
