// expect: verified
// errors: setjmp _setjmp __sigsetjmp longjmp _longjmp siglongjmp __longjmp_chk
#include "functions.h"

#include <setjmp.h>

void chk(struct __jmp_buf_tag *buffer, int value) __asm__("__longjmp_chk") __attribute__((noreturn));

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

static void use(void)
{
    for (int how = 0; how < 4; how++)
        assert(there_and_back(how, 7 + how) == 7 + how);
}

/* 0 cannot be returned. */
static void errors(void)
{
    for (int how = 0; how < 4; how++)
        assert(there_and_back(how, 0) == 1);
}
