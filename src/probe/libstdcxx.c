/* libstdcxx.c - functions of libstdc++ that are left to it, but for what they read and write: their memory is announced before they
 * are called, as hooks would have done it. What changes more than that is written anew, with hooks, in src/cxx.
 */
#include "model/calls_cxx.h"
#include "probe/refuse.h"
#include "world/world.h"

/* The function writes at most `size` bytes from its first argument on, its object. */
#define WRITES(name, size)                                                                              \
    STAND_IN(uint64_t, name, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)    \
    {                                                                                                   \
        if (probe_active((void *)a))                                                                    \
            announce_from(CALLER, OP_WRITE, (void *)a, size, 0, 0, 0);                                  \
        return REAL_AS(name, any_function *)(a, b, c, d, e, f);                                         \
    }

enum { IOS_BASE = 216, LOCALE = 8, FILE_OF_STREAM = 16, REHASH_POLICY = 16 };

WRITES(_ZNSt8ios_baseC2Ev, IOS_BASE)                          /* ios_base::ios_base() */
WRITES(_ZNSt8ios_baseD2Ev, IOS_BASE)                          /* ios_base::~ios_base() */
WRITES(_ZNSt8ios_base7_M_initEv, IOS_BASE)                    /* ios_base::_M_init() */
WRITES(_ZNSt8ios_base20_M_dispose_callbacksEv, IOS_BASE)      /* ios_base::_M_dispose_callbacks() */
WRITES(_ZNSt8ios_base5imbueERKSt6locale, IOS_BASE)            /* ios_base::imbue(const locale &) */
WRITES(_ZNSt6localeC1Ev, LOCALE)                              /* locale::locale() */
WRITES(_ZNSt6localeC1ERKS_, LOCALE)                           /* locale::locale(const locale &) */
WRITES(_ZNSt6localeaSERKS_, LOCALE)                           /* locale::operator=(const locale &) */
WRITES(_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t, FILE_OF_STREAM) /* __basic_file<char>::__basic_file(__c_lock *) */
WRITES(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm, REHASH_POLICY)
WRITES(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm, REHASH_POLICY)

/* The same for a function that also writes its second argument. */
#define WRITES_BOTH(name, size)                                                                         \
    STAND_IN(uint64_t, name, uint64_t a, uint64_t b)                                                    \
    {                                                                                                   \
        if (probe_active((void *)a)) {                                                                  \
            uint64_t pc = CALLER;                                                                       \
            announce_from(pc, OP_WRITE, (void *)a, size, 0, 0, 0);                                      \
            announce_from(pc, OP_WRITE, (void *)b, size, 0, 0, 0);                                      \
        }                                                                                               \
        return REAL_AS(name, uint64_t (*)(uint64_t, uint64_t))(a, b);                                   \
    }
WRITES_BOTH(_ZNSt8ios_base7_M_moveERS_, IOS_BASE) /* ios_base::_M_move(ios_base &) */
WRITES_BOTH(_ZNSt8ios_base7_M_swapERS_, IOS_BASE) /* ios_base::_M_swap(ios_base &) */

/* Hashes of memory, by which unordered containers find their keys. */
#define READS(name)                                                                                     \
    STAND_IN(uint64_t, name, const void *memory, uint64_t size, uint64_t seed)                          \
    {                                                                                                   \
        if (probe_active(memory) && size)                                                               \
            announce_from(CALLER, OP_READ, memory, size, 0, 0, 0);                                      \
        return REAL_AS(name, uint64_t (*)(const void *, uint64_t, uint64_t))(memory, size, seed);       \
    }
READS(_ZSt11_Hash_bytesPKvmm)
READS(_ZSt15_Fnv_hash_bytesPKvmm)
