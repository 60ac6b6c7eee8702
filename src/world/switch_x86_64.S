/* switch_x86_64.S - see announce.h and switch.h. Offsets: thread.h (struct thread), hot.h (struct hot). */
        .text

        .globl  mz__announce
        .hidden mz__announce
        .type   mz__announce, @function
mz__announce:
        .cfi_startproc
        mov     mz__hot(%rip), %rax     /* running */
        mov     %rsi, 24(%rax)          /* op.addr */
        movq    $0, 32(%rax)            /* op.addr2 */
        mov     %edx, 40(%rax)          /* op.size */
        movl    $0, 44(%rax)            /* op.size2 */
        mov     %rcx, 48(%rax)          /* op.arg */
        mov     %r8, 56(%rax)
        mov     %r9, 64(%rax)
        mov     (%rsp), %rcx
        mov     %rcx, 80(%rax)          /* op.pc */
        mov     %edi, 88(%rax)          /* op.kind, detail, order */
        push    %rbp
        push    %rbx
        push    %r12
        push    %r13
        push    %r14
        push    %r15
        push    $0
        stmxcsr (%rsp)
        fnstcw  4(%rsp)
        cmpb    $0, mz__keeps_status(%rip)
        jne     2f
1:      mov     %rsp, (%rax)            /* sp */
        .cfi_endproc
        .globl  mz__abandon
        .hidden mz__abandon
        .type   mz__abandon, @function
mz__abandon:
        mov     mz__hot+8(%rip), %rsp   /* engine_sp */
        pop     %r15
        pop     %r14
        pop     %r13
        pop     %r12
        pop     %rbx
        pop     %rbp
        ret
2:      fnstsw  6(%rsp)
        andw    $0x3f, 6(%rsp)
        jmp     1b

        .globl  mz__resume
        .hidden mz__resume
        .type   mz__resume, @function
mz__resume:
        push    %rbp
        push    %rbx
        push    %r12
        push    %r13
        push    %r14
        push    %r15
        mov     %rsp, mz__hot+8(%rip)
        mov     (%rdi), %rsp
        ldmxcsr (%rsp)
        fldcw   4(%rsp)
        cmpb    $0, mz__keeps_status(%rip)
        jne     2f
4:      add     $8, %rsp
        pop     %r15
        pop     %r14
        pop     %r13
        pop     %r12
        pop     %rbx
        pop     %rbp
        mov     8(%rdi), %rax           /* result */
        mov     16(%rdi), %rdx
        xor     %esi, %esi              /* see switch.h */
        xor     %r8d, %r8d
        xor     %r9d, %r9d
        pxor    %xmm0, %xmm0
        pxor    %xmm1, %xmm1
        pxor    %xmm2, %xmm2
        pxor    %xmm3, %xmm3
        pxor    %xmm4, %xmm4
        pxor    %xmm5, %xmm5
        pxor    %xmm6, %xmm6
        pxor    %xmm7, %xmm7
        mov     96(%rdi), %rcx          /* resume_at */
        test    %rcx, %rcx
        jne     1f
        xor     %edi, %edi
        ret
1:      jmp     *%rcx
2:      fnstsw  %ax                     /* exceptions of the x87 unit: seldom others */
        and     $0x3f, %ax
        cmp     6(%rsp), %ax
        je      4b
        mov     6(%rsp), %cx
        sub     $32, %rsp
        fnstenv (%rsp)
        andw    $~0x3f, 4(%rsp)
        or      %cx, 4(%rsp)
        fldenv  (%rsp)
        add     $32, %rsp
        jmp     4b

        .globl  mz__bottom
        .hidden mz__bottom
        .type   mz__bottom, @function
mz__bottom:
        .cfi_startproc
        .cfi_undefined rip
        xor     %ebp, %ebp
        call    mz__thread_body
        ud2
        .cfi_endproc

        .globl  mz__checkpoint
        .hidden mz__checkpoint
        .type   mz__checkpoint, @function
mz__checkpoint:
        mov     %rbx, (%rdi)
        mov     %rbp, 8(%rdi)
        mov     %r12, 16(%rdi)
        mov     %r13, 24(%rdi)
        mov     %r14, 32(%rdi)
        mov     %r15, 40(%rdi)
        lea     8(%rsp), %rax
        mov     %rax, 48(%rdi)
        mov     (%rsp), %rax
        mov     %rax, 56(%rdi)
        xor     %eax, %eax
        ret

        .globl  mz__back_to
        .hidden mz__back_to
        .type   mz__back_to, @function
mz__back_to:
        mov     (%rdi), %rbx
        mov     8(%rdi), %rbp
        mov     16(%rdi), %r12
        mov     24(%rdi), %r13
        mov     32(%rdi), %r14
        mov     40(%rdi), %r15
        mov     48(%rdi), %rsp
        mov     $1, %eax
        jmp     *56(%rdi)

        .section .note.GNU-stack, "", @progbits
