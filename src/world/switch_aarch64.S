/* switch_aarch64.S - see announce.h and switch.h. Offsets: thread.h (struct thread), hot.h (struct hot). */
        .text

        .macro  save_registers
        sub     sp, sp, #176
        stp     x19, x20, [sp]
        stp     x21, x22, [sp, #16]
        stp     x23, x24, [sp, #32]
        stp     x25, x26, [sp, #48]
        stp     x27, x28, [sp, #64]
        stp     x29, x30, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        mrs     x11, fpcr
        mrs     x12, fpsr
        stp     x11, x12, [sp, #160]
        .endm

        .macro  restore_registers
        ldp     x11, x12, [sp, #160]
        msr     fpcr, x11
        mrs     x13, fpsr               /* seldom another: the write waits for all that is under way */
        cmp     x12, x13
        b.eq    9f
        msr     fpsr, x12
9:
        ldp     x19, x20, [sp]
        ldp     x21, x22, [sp, #16]
        ldp     x23, x24, [sp, #32]
        ldp     x25, x26, [sp, #48]
        ldp     x27, x28, [sp, #64]
        ldp     x29, x30, [sp, #80]
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        add     sp, sp, #176
        .endm

        .globl  mz__announce
        .hidden mz__announce
        .type   mz__announce, %function
mz__announce:
        adrp    x9, mz__hot
        add     x9, x9, :lo12:mz__hot
        ldr     x10, [x9]               /* running */
        stp     x1, xzr, [x10, #24]     /* op.addr, addr2 */
        stp     w2, wzr, [x10, #40]     /* op.size, size2 */
        stp     x3, x4, [x10, #48]      /* op.arg */
        str     x5, [x10, #64]
        str     x30, [x10, #80]         /* op.pc */
        str     w0, [x10, #88]          /* op.kind, detail, order */
        save_registers
        mov     x11, sp
        str     x11, [x10]              /* sp */
        .globl  mz__abandon
        .hidden mz__abandon
        .type   mz__abandon, %function
mz__abandon:
        adrp    x9, mz__hot
        add     x9, x9, :lo12:mz__hot
        ldr     x11, [x9, #8]           /* engine_sp */
        mov     sp, x11
        restore_registers
        ret

        .globl  mz__resume
        .hidden mz__resume
        .type   mz__resume, %function
mz__resume:
        save_registers
        adrp    x9, mz__hot
        add     x9, x9, :lo12:mz__hot
        mov     x11, sp
        str     x11, [x9, #8]
        ldr     x11, [x0]
        mov     sp, x11
        restore_registers
        ldr     x1, [x0, #16]           /* result */
        mov     x2, xzr                 /* see switch.h */
        mov     x3, xzr
        mov     x4, xzr
        mov     x5, xzr
        mov     x6, xzr
        mov     x7, xzr
        mov     x8, xzr
        movi    v0.2d, #0
        movi    v1.2d, #0
        movi    v2.2d, #0
        movi    v3.2d, #0
        movi    v4.2d, #0
        movi    v5.2d, #0
        movi    v6.2d, #0
        movi    v7.2d, #0
        ldr     x16, [x0, #96]          /* resume_at */
        cbnz    x16, 1f
        ldr     x0, [x0, #8]
        ret
1:      br      x16

        .globl  mz__bottom
        .hidden mz__bottom
        .type   mz__bottom, %function
mz__bottom:
        .cfi_startproc
        .cfi_undefined x30
        mov     x29, xzr
        mov     x30, xzr
        bl      mz__thread_body
        brk     #0
        .cfi_endproc

        .globl  mz__checkpoint
        .hidden mz__checkpoint
        .type   mz__checkpoint, %function
mz__checkpoint:
        stp     x19, x20, [x0]
        stp     x21, x22, [x0, #16]
        stp     x23, x24, [x0, #32]
        stp     x25, x26, [x0, #48]
        stp     x27, x28, [x0, #64]
        stp     x29, x30, [x0, #80]
        stp     d8, d9, [x0, #96]
        stp     d10, d11, [x0, #112]
        stp     d12, d13, [x0, #128]
        stp     d14, d15, [x0, #144]
        mov     x1, sp
        str     x1, [x0, #160]
        mov     w0, #0
        ret

        .globl  mz__back_to
        .hidden mz__back_to
        .type   mz__back_to, %function
mz__back_to:
        ldp     x19, x20, [x0]
        ldp     x21, x22, [x0, #16]
        ldp     x23, x24, [x0, #32]
        ldp     x25, x26, [x0, #48]
        ldp     x27, x28, [x0, #64]
        ldp     x29, x30, [x0, #80]
        ldp     d8, d9, [x0, #96]
        ldp     d10, d11, [x0, #112]
        ldp     d12, d13, [x0, #128]
        ldp     d14, d15, [x0, #144]
        ldr     x1, [x0, #160]
        mov     sp, x1
        mov     w0, #1
        ret

        .section .note.GNU-stack, "", %progbits
