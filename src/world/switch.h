/* switch.h - changing between the engine and a thread of the program; switch_x86_64.S and switch_aarch64.S. */
#ifndef MZ_WORLD_SWITCH_H
#define MZ_WORLD_SWITCH_H

#include "world/thread.h"

/* Words that mz__announce leaves at thread.sp: callee-saved registers, floating point control, return address. */
#if defined(__x86_64__)
enum { SWITCH_WORDS = 8, SWITCH_FRAME = 6, SWITCH_RETURN = 7 }; /* control, r15, r14, r13, r12, rbx, rbp, return address */
#define SWITCH_CONTROL 0x037f00001f80ULL       /* mxcsr and x87 control word of a new thread */
enum { SWITCH_CONTROL_WORD = 0, SWITCH_CONTROL_WORDS = 1 };
enum { SWITCH_FLAGS_WORD = 0, SWITCH_FLAGS = 0x3f }; /* floating-point exceptions raised so far */
#elif defined(__aarch64__)
enum { SWITCH_WORDS = 22, SWITCH_FRAME = 10, SWITCH_RETURN = 11 }; /* x19 to x30, d8 to d15, fpcr, fpsr */
#define SWITCH_CONTROL 0ULL
enum { SWITCH_CONTROL_WORD = 20, SWITCH_CONTROL_WORDS = 2 };
enum { SWITCH_FLAGS_WORD = 21, SWITCH_FLAGS = 0x9f };
#else
#error "Mazurka runs on x86_64 and aarch64"
#endif

/* x86_64: somebody reads floating-point exceptions, so that those of the x87 unit are saved too, beside its control word. */
extern __attribute__((visibility("hidden"))) uint8_t mz__keeps_status;

/* Engine: let a parked thread run until it announces its next operation (or a signal ends it). Registers in which arguments are passed
 * hold nothing of the engine's then: functions with variable arguments and thunks (outside.h) store all of them, whatever the caller has
 * put there. */
void mz__resume(struct thread *t);

/* Signal handler: give up the running thread and return to the engine, as if it had announced. */
void mz__abandon(void) __attribute__((noreturn));

/* A new thread begins with its creator's rounding mode and exceptions, as POSIX says. Both are parked. */
static inline void switch_inherit(struct thread *born, const struct thread *creator)
{
    for (int i = 0; i < SWITCH_CONTROL_WORDS; i++)
        ((uint64_t *)born->sp)[SWITCH_CONTROL_WORD + i] = ((const uint64_t *)creator->sp)[SWITCH_CONTROL_WORD + i];
}

/* First code of every thread: calls mz__thread_body on a stack that unwinders recognize as ending here. */
void mz__bottom(void);

/* Like setjmp and longjmp, for the engine's own way out of a crash while it touches the program's memory. */
struct checkpoint {
    uint64_t registers[24];
};
int  mz__checkpoint(struct checkpoint *c) __attribute__((returns_twice));
void mz__back_to(const struct checkpoint *c) __attribute__((noreturn));

#endif
