/* twice.c - a program that runs by itself, poisoned: functions that others come back to, though not by the name of setjmp. It prints
 * what it computes. See sampler.c. */
#include <setjmp.h>
#include <stdio.h>

#define APART __attribute__((noinline, noclone))

static int counters[3]; /* every access is a hook */

/* With its address from the table of the dynamic linker (-fno-plt). */
static jmp_buf buffer;

static APART void perhaps_jump(int n)
{
    counters[1]++;
    if (n & 1)
        longjmp(buffer, 1);
    counters[2]++;
}

static APART long returns_by_name(int n)
{
    long kept = n * 3;
    counters[1]++;
    if (setjmp(buffer) == 0) {
        counters[2]++;
        perhaps_jump(n);
        return 1;
    }
    counters[1]++;
    return kept * 7;
}

#if !defined(NAMES_ONLY)
#if defined(__aarch64__)
#define FUNCTION(name) ".type " name ", %function\n" name ":\n"
__asm__(".text\n" FUNCTION("mark") "stp x19, x20, [x0]\nstp x21, x22, [x0, 16]\nstp x23, x24, [x0, 32]\nstp x25, x26, [x0, 48]\n"
        "stp x27, x28, [x0, 64]\nstp x29, x30, [x0, 80]\nmov x1, sp\nstr x1, [x0, 96]\nmov w0, 0\nret\n.size mark, .-mark\n"
        FUNCTION("go_back") "ldp x19, x20, [x0]\nldp x21, x22, [x0, 16]\nldp x23, x24, [x0, 32]\nldp x25, x26, [x0, 48]\n"
        "ldp x27, x28, [x0, 64]\nldp x29, x30, [x0, 80]\nldr x1, [x0, 96]\nmov sp, x1\nmov w0, 1\nret\n.size go_back, .-go_back\n");
#else
#define FUNCTION(name) ".type " name ", @function\n" name ":\n"
__asm__(".text\n" FUNCTION("mark") "mov %rbx, (%rdi)\nmov %rbp, 8(%rdi)\nmov %r12, 16(%rdi)\nmov %r13, 24(%rdi)\nmov %r14, 32(%rdi)\n"
        "mov %r15, 40(%rdi)\nlea 8(%rsp), %rdx\nmov %rdx, 48(%rdi)\nmov (%rsp), %rdx\nmov %rdx, 56(%rdi)\nxor %eax, %eax\nret\n"
        ".size mark, .-mark\n"
        FUNCTION("go_back") "mov (%rdi), %rbx\nmov 8(%rdi), %rbp\nmov 16(%rdi), %r12\nmov 24(%rdi), %r13\nmov 32(%rdi), %r14\n"
        "mov 40(%rdi), %r15\nmov 48(%rdi), %rsp\nmov $1, %eax\njmp *56(%rdi)\n.size go_back, .-go_back\n");
#endif
int mark(long *place) __attribute__((returns_twice));
void go_back(long *place) __attribute__((noreturn));
static long marked[16];

static APART void perhaps_back(int n)
{
    counters[1]++;
    if (n & 1)
        go_back(marked);
    counters[2]++;
}

static APART long returns_twice(int n)
{
    long kept = n * 3, first = counters[0] + n;
    counters[1]++;
    if (mark(marked) == 0) {
        counters[2]++;
        perhaps_back(n);
        return first;
    }
    counters[1]++;
    return kept * 7 + counters[2];
}
#else
static long returns_twice(int n) { return n; }
#endif

#if !defined(__clang__) && !defined(NAMES_ONLY)
static void *built_in[5];

static APART void perhaps_built_in(int n)
{
    counters[1]++;
    if (n & 1)
        __builtin_longjmp(built_in, 1);
    counters[2]++;
}

static APART long returns_by_label(int n)
{
    volatile long first = n;
    long kept = n * 3;
    counters[1]++;
    if (__builtin_setjmp(built_in) == 0) {
        counters[2]++;
        perhaps_built_in(n);
        return first;
    }
    counters[1]++;
    return first * 5 + kept * 7;
}

/* Out of the function around it. */
static APART long leaves_by_goto(int n)
{
    __label__ out;
    long kept = n * 7, other = counters[0] + n * 9;
    void deep(int k)
    {
        counters[1]++;
        if (k == 0)
            goto out;
        deep(k - 1);
    }
    counters[2]++;
    deep(n & 3);
out:
    counters[1]++;
    return kept + other;
}
#else
static long returns_by_label(int n) { return n; }
static long leaves_by_goto(int n) { return n; }
#endif

int main(void)
{
    for (int n = 1; n < 9; n++)
        printf("%d %ld %ld %ld %ld\n", n, returns_twice(n), returns_by_name(n), returns_by_label(n), leaves_by_goto(n));
    printf("%d %d\n", counters[1], counters[2]);
    return 0;
}
