/* outside_x86_64.S - the ways into functions without hooks and back: see outside.h.
 *
 * The return address of a call lies in its slot on the stack: it is exchanged there for the way back, so that the function finds
 * its stack arguments where they belong. The true one is kept beside the stacks, at a fixed distance from where the stack pointer
 * is after the return (the CFA), and the unwinder is told so. */
        .text

        .macro  thunk
        mov     $thunk_number, %r11d
        jmp     enter
        .balign 16
        .endm

        .globl  mz__outside_thunks
        .hidden mz__outside_thunks
        .balign 16
mz__outside_thunks:
        .set    thunk_number, 0
        .rept   1024                    /* OUTSIDE_MOST */
        thunk
        .set    thunk_number, thunk_number + 1
        .endr

        .type   enter, @function
enter:
        .cfi_startproc
        sub     $184, %rsp
        .cfi_adjust_cfa_offset 184
        movups  %xmm0, (%rsp)
        movups  %xmm1, 16(%rsp)
        movups  %xmm2, 32(%rsp)
        movups  %xmm3, 48(%rsp)
        movups  %xmm4, 64(%rsp)
        movups  %xmm5, 80(%rsp)
        movups  %xmm6, 96(%rsp)
        movups  %xmm7, 112(%rsp)
        mov     %rax, 128(%rsp)
        mov     %rdi, 136(%rsp)
        mov     %rsi, 144(%rsp)
        mov     %rdx, 152(%rsp)
        mov     %rcx, 160(%rsp)
        mov     %r8, 168(%rsp)
        mov     %r9, 176(%rsp)
        mov     %r11, %rdi
        lea     184(%rsp), %rsi
        call    mz__outside_enter
        mov     %rax, %r11
        movups  (%rsp), %xmm0
        movups  16(%rsp), %xmm1
        movups  32(%rsp), %xmm2
        movups  48(%rsp), %xmm3
        movups  64(%rsp), %xmm4
        movups  80(%rsp), %xmm5
        movups  96(%rsp), %xmm6
        movups  112(%rsp), %xmm7
        mov     128(%rsp), %rax
        mov     136(%rsp), %rdi
        mov     144(%rsp), %rsi
        mov     152(%rsp), %rdx
        mov     160(%rsp), %rcx
        mov     168(%rsp), %r8
        mov     176(%rsp), %r9
        add     $184, %rsp
        .cfi_adjust_cfa_offset -184
        jmp     *%r11
        .cfi_endproc

        /* name: where the function returns to; body: what gives the true return address back to the slot. The unwinder tells frames
         * apart by their CFA alone: this one has no size, and must not be taken for its caller's, which may be the one that catches. So
         * a CFA that is 16 bytes off is told, and the stack pointer besides. */
        .macro  way_back name, body, distance
        .globl  \name
        .hidden \name
        .type   \name, @function
        .cfi_startproc
        .cfi_personality 0x9b, mz__outside_personality_reference
        .cfi_def_cfa rsp, 16
        .cfi_escape 0x16, 7, 2, 0x40, 0x1c /* rsp: CFA - 16 */
        .cfi_escape 0x10, 0x10, 0x0a, 0x0e, 0xf0, 0xff, 0xff, 0xff, 0xff, \distance - 1, 0, 0, 0x22 /* rip: at sp + distance << 40 */
        nop                             /* the unwinder looks at what is before a return address */
\name:
        sub     $64, %rsp
        .cfi_def_cfa_offset 80
        movups  %xmm0, (%rsp)
        movups  %xmm1, 16(%rsp)
        mov     %rax, 32(%rsp)
        mov     %rdx, 40(%rsp)
        lea     56(%rsp), %rdi
        call    \body
        movups  (%rsp), %xmm0
        movups  16(%rsp), %xmm1
        mov     32(%rsp), %rax
        mov     40(%rsp), %rdx
        add     $56, %rsp
        .cfi_def_cfa_offset 24
        ret
        .cfi_endproc
        .endm

        way_back mz__outside_return, mz__outside_leave, 0x40
        way_back mz__inside_return, mz__inside_leave, 0x48
        way_back mz__atomic_return, mz__atomic_leave, 0x50

        /* A jump from __tsan_func_entry(pc): still with the registers of the function that called it. */
        .globl  mz__inside_entry
        .hidden mz__inside_entry
        .type   mz__inside_entry, @function
mz__inside_entry:
        mov     %rbp, %rsi
        lea     8(%rsp), %rdx
        mov     (%rsp), %rcx
        jmp     mz__inside_enter

        .section .data.rel.local, "aw"
        .balign 8
mz__outside_personality_reference:
        .quad   mz__outside_personality

        .section .note.GNU-stack, "", @progbits
