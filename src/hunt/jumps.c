/* jumps.c - longjmp() out of a handler of a signal, by all its names. */
#include "hunt/real.h"
#include "hunt/scheduler.h"

#define DEFINE_JUMP(name, type)               \
    EXPORT void name(type to, int value)      \
    {                                         \
        hunt_leave_by_jump();                 \
        REAL(name)(to, value);                \
        __builtin_unreachable();              \
    }
DEFINE_JUMP(longjmp, jmp_buf)
DEFINE_JUMP(_longjmp, jmp_buf)
DEFINE_JUMP(siglongjmp, sigjmp_buf)

/* What they are called in programs with _FORTIFY_SOURCE. */
void __longjmp_chk(jmp_buf to, int value) __attribute__((noreturn));
EXPORT void __longjmp_chk(jmp_buf to, int value)
{
    static void (*real)(jmp_buf, int);
    if (!real)
        real = (__typeof__(real))hunt_find_real("__longjmp_chk");
    hunt_leave_by_jump();
    real(to, value);
    __builtin_unreachable();
}
