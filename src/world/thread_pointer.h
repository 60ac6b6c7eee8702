/* thread_pointer.h - the register from which thread-local storage is counted. */
#ifndef MZ_WORLD_THREAD_POINTER_H
#define MZ_WORLD_THREAD_POINTER_H

#include <stdint.h>

static inline uint64_t read_thread_pointer(void)
{
#if defined(__x86_64__)
    uint64_t tp;
    __asm__ volatile("mov %%fs:0, %0" : "=r"(tp));
    return tp;
#else
    uint64_t tp;
    __asm__ volatile("mrs %0, tpidr_el0" : "=r"(tp));
    return tp;
#endif
}

#endif
