/* shared_word.h - words in memory that several processes share: everything is seen in one order. Not for hot paths. */
#ifndef MZ_BASE_SHARED_WORD_H
#define MZ_BASE_SHARED_WORD_H

#include <stdbool.h>
#include <stdint.h>

#define SHARED_LOAD(x)       __atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#define SHARED_STORE(x, ...) __atomic_store_n(&(x), __VA_ARGS__, __ATOMIC_SEQ_CST)
#define SHARED_ADD(x, n)     __atomic_fetch_add(&(x), n, __ATOMIC_SEQ_CST)

static inline bool shared_exchange(uint32_t *x, uint32_t from, uint32_t to)
{
    return __atomic_compare_exchange_n(x, &from, to, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#endif
