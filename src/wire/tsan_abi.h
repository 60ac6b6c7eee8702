/* tsan_abi.h - the functions that gcc and clang call in code compiled with -fsanitize=thread, as lists.
 *
 * Shared by the stub (src/stub: every hook does nothing, atomics are real) and by the runtime (src/probe: every hook is
 * an operation of the program). Each list is an X-macro; names come without their common prefix __tsan_ (or
 * __tsan_atomicN_), so that TSAN_NAME(read4) is __tsan_read4.
 *
 * Memory hooks come before the access that they announce. Atomic hooks perform it themselves and return its value.
 * Compilers: gcc 12 to 14 and clang 14 to 19; what only one of them or only hand-written code calls is marked.
 */
#ifndef MZ_WIRE_TSAN_ABI_H
#define MZ_WIRE_TSAN_ABI_H

#include <stdint.h>

#define TSAN_NAME(name) __tsan_##name

/* One row for each size of an access. */
#define TSAN_SIZES(X, name, kind) \
    X(name##1, kind, 1) X(name##2, kind, 2) X(name##4, kind, 4) X(name##8, kind, 8) X(name##16, kind, 16)

/* X(name, READ|WRITE|UPDATE, size): void __tsan_name(void *address).
 * UPDATE reads and then writes (clang, -tsan-compound-read-before-write). The volatile ones need
 * --param tsan-distinguish-volatile=1 (gcc) or -tsan-distinguish-volatile (clang). gcc announces unaligned accesses as
 * ranges, clang by the unaligned hooks. */
#define TSAN_ACCESS_HOOKS(X)                          \
    TSAN_SIZES(X, read, READ)                         \
    TSAN_SIZES(X, write, WRITE)                       \
    TSAN_SIZES(X, read_write, UPDATE)                 \
    TSAN_SIZES(X, unaligned_read, READ)               \
    TSAN_SIZES(X, unaligned_write, WRITE)             \
    TSAN_SIZES(X, unaligned_read_write, UPDATE)       \
    TSAN_SIZES(X, volatile_read, READ)                \
    TSAN_SIZES(X, volatile_write, WRITE)              \
    TSAN_SIZES(X, unaligned_volatile_read, READ)      \
    TSAN_SIZES(X, unaligned_volatile_write, WRITE)    \
    X(vptr_read, READ, sizeof(void *))

/* X(name, size): void __tsan_name(void *address, void *value): the value is about to be written. */
#define TSAN_VALUE_HOOKS(X) X(vptr_update, sizeof(void *))

/* X(name, kind, size): void __tsan_name(void *address, void *pc). Called by hand-written code. */
#define TSAN_SIZES_PC(X, name, kind)                                                           \
    X(name##1_pc, kind, 1) X(name##2_pc, kind, 2) X(name##4_pc, kind, 4) X(name##8_pc, kind, 8) \
    X(name##16_pc, kind, 16)
#define TSAN_ACCESS_PC_HOOKS(X) TSAN_SIZES_PC(X, read, READ) TSAN_SIZES_PC(X, write, WRITE)

/* X(name, kind): void __tsan_name(void *address, uintptr_t size). gcc: struct assignment, unaligned and odd sizes; for
 * a struct assignment the range that is written is announced before the one that is read. */
#define TSAN_RANGE_HOOKS(X) X(read_range, READ) X(write_range, WRITE)

/* X(name, kind): void __tsan_name(void *address, uintptr_t size, void *pc). Called by hand-written code. */
#define TSAN_RANGE_PC_HOOKS(X) X(read_range_pc, READ) X(write_range_pc, WRITE)

/* X(name, kind): void __tsan_name(void *address, void *caller_pc, void *tag). Called by hand-written code; no size. */
#define TSAN_EXTERNAL_HOOKS(X) X(external_read, READ) X(external_write, WRITE)

/* X(bits, type): the sizes of atomic objects. Narrow arguments may come with garbage in their upper bits. */
#define TSAN_ATOMIC_WORDS(X) X(8, uint8_t) X(16, uint16_t) X(32, uint32_t) X(64, uint64_t)
#define TSAN_ATOMIC_SIZES(X) TSAN_ATOMIC_WORDS(X) X(128, unsigned __int128)

/* X(name, NAME, result): T __tsan_atomicN_name(volatile T *address, T operand, int order) returns the old value and
 * stores `result`, an expression in `old` and `operand`, converted to T. */
#define TSAN_ATOMIC_UPDATES(X)              \
    X(exchange, EXCHANGE, operand)          \
    X(fetch_add, ADD, old + operand)        \
    X(fetch_sub, SUB, old - operand)        \
    X(fetch_and, AND, old & operand)        \
    X(fetch_or, OR, old | operand)          \
    X(fetch_xor, XOR, old ^ operand)        \
    X(fetch_nand, NAND, ~(old & operand))

enum tsan_update {
#define TSAN_UPDATE(name, NAME, result) TSAN_##NAME,
    TSAN_ATOMIC_UPDATES(TSAN_UPDATE)
#undef TSAN_UPDATE
    TSAN_UPDATES
};

/* The other atomic operations, for each size:
 *     T    __tsan_atomicN_load(const volatile T *address, int order)
 *     void __tsan_atomicN_store(volatile T *address, T value, int order)
 *     int  __tsan_atomicN_compare_exchange_strong(volatile T *address, T *expected, T desired, int order, int failure)
 *     int  __tsan_atomicN_compare_exchange_weak(the same)                                          gcc
 *     T    __tsan_atomicN_compare_exchange_val(volatile T *address, T expected, T desired, int, int)  clang
 * X(name) for both of those that return whether they succeeded: */
#define TSAN_ATOMIC_EXCHANGES(X) X(compare_exchange_strong) X(compare_exchange_weak)

/* And without a size:
 *     void __tsan_atomic_thread_fence(int order), __tsan_atomic_signal_fence(int order)
 *     void __tsan_init(void)                        from a constructor of every object file
 *     void __tsan_func_entry(void *caller_pc), __tsan_func_exit(void)
 *     void mz_fresh(void *memory, uintptr_t size, void *before)      alloca, arrays of variable length: our plugins
 *     void mz_calls(void *function)                                  a call through a pointer follows: our plugins
 *     void __tsan_ignore_thread_begin(void), __tsan_ignore_thread_end(void)                                 clang
 *     void *__tsan_memcpy(void *, const void *, uintptr_t), __tsan_memmove, __tsan_memset(void *, int, uintptr_t)
 *                                                   clang from 15 on; before, and gcc, the plain functions
 */

#endif
