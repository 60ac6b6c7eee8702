/* outside_aarch64.S - the ways into functions without hooks and back: see outside.h.
 *
 * The return address of a call is exchanged for the way back. The true one is kept beside the stacks, at a fixed distance from
 * where the stack pointer is after the return (the CFA), and the unwinder is told so. */
        .text

        .globl  mz__outside_thunks
        .hidden mz__outside_thunks
        .balign 16
mz__outside_thunks:
        .set    thunk_number, 0
        .rept   1024                    /* OUTSIDE_MOST */
        mov     w16, #thunk_number
        b       enter
        .balign 16
        .set    thunk_number, thunk_number + 1
        .endr

        .type   enter, %function
enter:
        .cfi_startproc
        sub     sp, sp, #224
        .cfi_def_cfa_offset 224
        .cfi_offset x29, -16
        .cfi_offset x30, -8
        stp     q0, q1, [sp]
        stp     q2, q3, [sp, #32]
        stp     q4, q5, [sp, #64]
        stp     q6, q7, [sp, #96]
        stp     x0, x1, [sp, #128]
        stp     x2, x3, [sp, #144]
        stp     x4, x5, [sp, #160]
        stp     x6, x7, [sp, #176]
        stp     x8, xzr, [sp, #192]
        stp     x29, x30, [sp, #208]
        mov     w0, w16
        add     x1, sp, #216
        bl      mz__outside_enter
        mov     x16, x0
        ldp     q0, q1, [sp]
        ldp     q2, q3, [sp, #32]
        ldp     q4, q5, [sp, #64]
        ldp     q6, q7, [sp, #96]
        ldp     x0, x1, [sp, #128]
        ldp     x2, x3, [sp, #144]
        ldp     x4, x5, [sp, #160]
        ldp     x6, x7, [sp, #176]
        ldr     x8, [sp, #192]
        ldp     x29, x30, [sp, #208]
        add     sp, sp, #224
        .cfi_def_cfa_offset 0
        br      x16
        .cfi_endproc

        /* name: where the function returns to; body: what gives the true return address back. The unwinder tells frames apart by their
         * CFA alone: this one has no size, and must not be taken for its caller's, which may be the one that catches. So a CFA that is
         * 16 bytes off is told, and the stack pointer besides. */
        .macro  way_back name, body, distance
        .globl  \name
        .hidden \name
        .type   \name, %function
        .cfi_startproc
        .cfi_personality 0x9b, mz__outside_personality_reference
        .cfi_def_cfa sp, 16
        .cfi_escape 0x16, 31, 2, 0x40, 0x1c /* sp: CFA - 16 */
        .cfi_escape 0x10, 0x1e, 0x0a, 0x0e, 0xf0, 0xff, 0xff, 0xff, 0xff, \distance - 1, 0, 0, 0x22 /* x30: at sp + distance << 40 */
        nop                             /* the unwinder looks at what is before a return address */
\name:
        sub     sp, sp, #96
        .cfi_def_cfa_offset 112
        stp     q0, q1, [sp]
        stp     q2, q3, [sp, #32]
        stp     x0, x1, [sp, #64]
        add     x0, sp, #88
        bl      \body
        ldp     q0, q1, [sp]
        ldp     q2, q3, [sp, #32]
        ldp     x0, x1, [sp, #64]
        ldr     x30, [sp, #88]
        add     sp, sp, #96
        .cfi_def_cfa_offset 16
        ret
        .cfi_endproc
        .endm

        way_back mz__outside_return, mz__outside_leave, 0x40
        way_back mz__inside_return, mz__inside_leave, 0x48
        way_back mz__atomic_return, mz__atomic_leave, 0x50

        /* A jump from __tsan_func_entry(pc): still with the registers of the function that called it. */
        .globl  mz__inside_entry
        .hidden mz__inside_entry
        .type   mz__inside_entry, %function
mz__inside_entry:
        mov     x1, x29
        mov     x2, sp
        mov     x3, x30
        b       mz__inside_enter

        .section .data.rel.local, "aw"
        .balign 8
mz__outside_personality_reference:
        .xword  mz__outside_personality

        .section .note.GNU-stack, "", %progbits
