/* poison_aarch64.S - hooks and calls that poison what is dead where they return. */
        .text
poison_common:                          /* x16: what to go on with (0: return), w17: kind */
        sub     sp, sp, #512
        stp     x0, x1, [sp, #0]
        stp     x2, x3, [sp, #16]
        stp     x4, x5, [sp, #32]
        stp     x6, x7, [sp, #48]
        stp     x8, x9, [sp, #64]
        stp     x10, x11, [sp, #80]
        stp     x12, x13, [sp, #96]
        stp     x14, x15, [sp, #112]
        stp     x16, x18, [sp, #128]
        str     x30, [sp, #144]
        stp     x19, x20, [sp, #160]    /* struct frame: x19 to x29, d8 to d15 */
        stp     x21, x22, [sp, #176]
        stp     x23, x24, [sp, #192]
        stp     x25, x26, [sp, #208]
        stp     x27, x28, [sp, #224]
        str     x29, [sp, #240]
        str     d8, [sp, #248]
        stp     d9, d10, [sp, #256]
        stp     d11, d12, [sp, #272]
        stp     d13, d14, [sp, #288]
        str     d15, [sp, #304]
        stp     q0, q1, [sp, #320]
        stp     q2, q3, [sp, #352]
        stp     q4, q5, [sp, #384]
        stp     q6, q7, [sp, #416]
        mov     x3, x0                  /* the hook's argument: __tsan_func_entry gets the caller's return address */
        mov     x0, x30
        add     x1, sp, #512
        add     x2, sp, #160
        mov     w4, w17
        bl      poison_at
        ldp     q0, q1, [sp, #320]
        ldp     q2, q3, [sp, #352]
        ldp     q4, q5, [sp, #384]
        ldp     q6, q7, [sp, #416]
        ldp     x0, x1, [sp, #0]
        ldp     x2, x3, [sp, #16]
        ldp     x4, x5, [sp, #32]
        ldp     x6, x7, [sp, #48]
        ldp     x8, x9, [sp, #64]
        ldp     x10, x11, [sp, #80]
        ldp     x12, x13, [sp, #96]
        ldp     x14, x15, [sp, #112]
        ldp     x16, x18, [sp, #128]
        ldr     x30, [sp, #144]
        ldp     x19, x20, [sp, #160]
        ldp     x21, x22, [sp, #176]
        ldp     x23, x24, [sp, #192]
        ldp     x25, x26, [sp, #208]
        ldp     x27, x28, [sp, #224]
        ldr     x29, [sp, #240]
        ldr     d8, [sp, #248]
        ldp     d9, d10, [sp, #256]
        ldp     d11, d12, [sp, #272]
        ldp     d13, d14, [sp, #288]
        ldr     d15, [sp, #304]
        add     sp, sp, #512
        cbz     x16, 1f
        br      x16
1:      ret

#define HOOK(name) .globl name; .type name, %function; name: mov x16, #0; mov w17, #0; b poison_common;
#include "hooks.h"
#undef HOOK
        .globl  __tsan_func_entry
        .type   __tsan_func_entry, %function
__tsan_func_entry:
        mov     x16, #0
        mov     w17, #1
        b       poison_common

        .set    number, 0
#define CALL(name) .globl name; .type name, %function; name: \
        adrp x16, :got:poison_real; ldr x16, [x16, :got_lo12:poison_real]; ldr x16, [x16, #8*number]; mov w17, #2; \
        b poison_common; .set number, number + 1;
#include "calls.h"
        .section .note.GNU-stack, "", %progbits
