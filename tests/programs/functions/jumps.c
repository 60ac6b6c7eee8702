// expect: verified
// errors: setjmp _setjmp __sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk
#include "functions.h"

#include <setjmp.h>

void chk(struct __jmp_buf_tag *buffer, int value) __asm__("__longjmp_chk") __attribute__((noreturn));
int set_small(__pthread_unwind_buf_t *buffer, int mask) __asm__("__sigsetjmp") __attribute__((returns_twice));

static void deeper(int how, struct __jmp_buf_tag *buffer, int value)
{
    point();
    if (how == 0)
        longjmp(buffer, value);
    if (how == 1)
        _longjmp(buffer, value);
    if (how == 2)
        siglongjmp(buffer, value);
    chk(buffer, value);
}

static int there_and_back(int how, int value)
{
    jmp_buf buffer;
    sigjmp_buf with_mask;
    volatile int before = how;
    int got = how == 0 ? setjmp(buffer) : how == 2 ? sigsetjmp(with_mask, 1) : _setjmp(buffer);
    if (got == 0)
        deeper(how, how == 2 ? with_mask : buffer, value);
    assert(before == how);
    return got;
}

/* What pthread_cleanup_push makes, in C without exceptions, has no room for a mask: nothing is written behind it. */
static void in_a_small_buffer(void)
{
    struct {
        __pthread_unwind_buf_t buffer;
        long behind[4];
    } small = {.behind = {77, 77, 77, 77}};
    assert(set_small(&small.buffer, 0) == 0);
    for (int i = 0; i < 4; i++)
        assert(small.behind[i] == 77);
}

static void use(void)
{
    in_a_small_buffer();
    for (int how = 0; how < 4; how++)
        assert(there_and_back(how, 7 + how) == 7 + how);
}

/* 0 cannot be returned. */
static void errors(void)
{
    for (int how = 0; how < 4; how++)
        assert(there_and_back(how, 0) == 1);
}
