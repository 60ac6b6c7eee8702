/* poison_x86_64.S - hooks and calls that poison what is dead where they return. */

/* All registers that a call may change are saved too: at -O2 gcc knows of functions in the same file what they leave alone,
 * and calls have arguments. */
        .text
poison_common:                          /* on the stack: kind, then what to jump to (0: return), then the return address */
        push    %rbp
        push    %rax
        push    %rcx
        push    %rdx
        push    %rsi
        push    %rdi
        push    %r8
        push    %r9
        push    %r10
        push    %r11
        sub     $264, %rsp
        movups  %xmm0, 128(%rsp)
        movups  %xmm1, 144(%rsp)
        movups  %xmm2, 160(%rsp)
        movups  %xmm3, 176(%rsp)
        movups  %xmm4, 192(%rsp)
        movups  %xmm5, 208(%rsp)
        movups  %xmm6, 224(%rsp)
        movups  %xmm7, 240(%rsp)
        mov     336(%rsp), %rbp         /* struct frame: rbx, rbp, r12 to r15 */
        mov     %rbx, 0(%rsp)
        mov     %rbp, 8(%rsp)
        mov     %r12, 16(%rsp)
        mov     %r13, 24(%rsp)
        mov     %r14, 32(%rsp)
        mov     %r15, 40(%rsp)
        mov     360(%rsp), %rdi         /* return address */
        lea     368(%rsp), %rsi
        mov     %rsp, %rdx
        mov     320(%rsp), %r9          /* the hook's argument: __tsan_func_entry gets the caller's return address */
        mov     296(%rsp), %rcx
        mov     344(%rsp), %r8
        mov     %rsp, %rbx
        and     $-16, %rsp
        call    poison_at@PLT
        mov     %rbx, %rsp
        mov     0(%rsp), %rbx
        mov     8(%rsp), %rbp
        mov     %rbp, 336(%rsp)
        mov     16(%rsp), %r12
        mov     24(%rsp), %r13
        mov     32(%rsp), %r14
        mov     40(%rsp), %r15
        movups  128(%rsp), %xmm0
        movups  144(%rsp), %xmm1
        movups  160(%rsp), %xmm2
        movups  176(%rsp), %xmm3
        movups  192(%rsp), %xmm4
        movups  208(%rsp), %xmm5
        movups  224(%rsp), %xmm6
        movups  240(%rsp), %xmm7
        add     $264, %rsp
        pop     %r11
        pop     %r10
        pop     %r9
        pop     %r8
        pop     %rdi
        pop     %rsi
        pop     %rdx
        pop     %rcx
        pop     %rax
        pop     %rbp
        lea     8(%rsp), %rsp           /* kind; flags are nobody's */
        cmpq    $0, (%rsp)
        je      1f
        ret                             /* to the real function */
1:      lea     8(%rsp), %rsp
        ret

#define HOOK(name) .globl name; .type name, @function; name: pushq $0; pushq $0; jmp poison_common;
#include "hooks.h"
#undef HOOK
        .globl  __tsan_func_entry
        .type   __tsan_func_entry, @function
__tsan_func_entry:
        pushq   $0
        pushq   $1
        jmp     poison_common

        .set    number, 0
#define CALL(name) .globl name; .type name, @function; name: \
        push %r11; mov poison_real@GOTPCREL(%rip), %r11; mov 8*number(%r11), %r11; xchg %r11, (%rsp); pushq $2; \
        jmp poison_common; .set number, number + 1;
#include "calls.h"
        .section .note.GNU-stack, "", @progbits
