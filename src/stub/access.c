/* access.c - the hooks of plain memory accesses and of functions: nothing to do in a native run. */
#include <string.h>

#include "stub/stub.h"

#define ACCESS(name, kind, size) EXPORTED(void, TSAN_NAME(name), void *address UNUSED) {}
TSAN_ACCESS_HOOKS(ACCESS)

#define VALUE(name, size) EXPORTED(void, TSAN_NAME(name), void *address UNUSED, void *value UNUSED) {}
TSAN_VALUE_HOOKS(VALUE)

#define ACCESS_PC(name, kind, size) EXPORTED(void, TSAN_NAME(name), void *address UNUSED, void *pc UNUSED) {}
TSAN_ACCESS_PC_HOOKS(ACCESS_PC)

#define RANGE(name, kind) EXPORTED(void, TSAN_NAME(name), void *address UNUSED, uintptr_t size UNUSED) {}
TSAN_RANGE_HOOKS(RANGE)

#define RANGE_PC(name, kind) \
    EXPORTED(void, TSAN_NAME(name), void *address UNUSED, uintptr_t size UNUSED, void *pc UNUSED) {}
TSAN_RANGE_PC_HOOKS(RANGE_PC)

#define EXTERNAL(name, kind) \
    EXPORTED(void, TSAN_NAME(name), void *address UNUSED, void *caller UNUSED, void *tag UNUSED) {}
TSAN_EXTERNAL_HOOKS(EXTERNAL)

EXPORTED(void, __tsan_init, void) {}
EXPORTED(void, __tsan_func_entry, void *caller UNUSED) {}
EXPORTED(void, __tsan_func_exit, void) {}
EXPORTED(void, mz_fresh, void *memory UNUSED, uintptr_t size UNUSED, void *before UNUSED) {}
EXPORTED(void, mz_calls, void *function UNUSED) {}
EXPORTED(void, __tsan_ignore_thread_begin, void) {}
EXPORTED(void, __tsan_ignore_thread_end, void) {}

EXPORTED(void *, __tsan_memcpy, void *to, const void *from, uintptr_t size)
{
    return memcpy(to, from, size);
}

EXPORTED(void *, __tsan_memmove, void *to, const void *from, uintptr_t size)
{
    return memmove(to, from, size);
}

EXPORTED(void *, __tsan_memset, void *to, int byte, uintptr_t size)
{
    return memset(to, byte, size);
}
