/* calls_cxx.h - the known functions of libstdc++ and of the C++ ABI; see call_table.h.
 *
 * Templates of libstdc++ are compiled with the program, or are in libmazurka-cxx.so, and have hooks. This is about the rest.
 */
#ifndef MZ_MODEL_CALLS_CXX_H
#define MZ_MODEL_CALLS_CXX_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call_class.h"
#include "model/call_traits.h"

enum call_class calls_classify_cxx(const char *name);
uint64_t calls_traits_cxx(const char *name);

/* Does libmazurka-cxx.so know what it does when it calls this function, of which nothing is known otherwise? */
bool calls_known_to_library(const char *name);

/* Stood in for, with a class as in call_table.h, or announced and left to libstdc++ (probe/cxx/exception.c, static_guard.c, libstdcxx.c,
 * new.c, thread_atexit.c). */
#define CALLS_CXX_MODELLED(C)                                                                                         \
    C(_Unwind_Resume, EXACT, NO_RETURN, QUIET) C(_Unwind_Resume_or_Rethrow, EXACT)                                    \
    C(__cxa_allocate_dependent_exception, EXACT) C(__cxa_allocate_exception, EXACT)                                   \
    C(__cxa_begin_catch, EXACT, QUIET) C(__cxa_end_catch, EXACT, QUIET) C(__cxa_guard_abort, EXACT)                   \
    C(__cxa_guard_acquire, EXACT) C(__cxa_guard_release, EXACT) C(__cxa_init_primary_exception, EXACT)                \
    C(__cxa_rethrow, EXACT, NO_RETURN) C(__cxa_thread_atexit, EXACT, KEEPS) C(__cxa_thread_atexit_impl, EXACT, KEEPS) \
    C(__cxa_throw, EXACT, NO_RETURN) C(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, EXACT)                      \
    C(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, EXACT)                                                     \
    C(_ZNSt15__exception_ptr13exception_ptrC1EPv, EXACT) C(_ZSt17current_exceptionv, EXACT)                           \
    C(_ZSt9terminatev, EXACT, NO_RETURN, CALLS_KEPT) C(__cxa_free_dependent_exception, EXACT)                         \
    C(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, EXACT) C(_Znwm, FRESH) C(_Znam, FRESH)             \
    C(_ZnwmSt11align_val_t, FRESH) C(_ZnamSt11align_val_t, FRESH) C(_ZnwmRKSt9nothrow_t, FRESH)                       \
    C(_ZnamRKSt9nothrow_t, FRESH) C(_ZnwmSt11align_val_tRKSt9nothrow_t, FRESH)                                        \
    C(_ZnamSt11align_val_tRKSt9nothrow_t, FRESH) C(_ZdlPv, EXACT) C(_ZdaPv, EXACT) C(_ZdlPvm, EXACT)                  \
    C(_ZdaPvm, EXACT) C(_ZdlPvSt11align_val_t, EXACT) C(_ZdaPvSt11align_val_t, EXACT)                                 \
    C(_ZdlPvmSt11align_val_t, EXACT) C(_ZdaPvmSt11align_val_t, EXACT) C(_ZdlPvRKSt9nothrow_t, EXACT)                  \
    C(_ZdaPvRKSt9nothrow_t, EXACT) C(_ZdlPvSt11align_val_tRKSt9nothrow_t, EXACT)                                      \
    C(_ZdaPvSt11align_val_tRKSt9nothrow_t, EXACT) C(_ZNSt8ios_baseC2Ev, EXACT) C(_ZNSt8ios_baseD2Ev, EXACT)           \
    C(_ZNSt8ios_base7_M_initEv, EXACT) C(_ZNSt8ios_base20_M_dispose_callbacksEv, EXACT) C(_ZNSt6localeC1Ev, EXACT)    \
    C(_ZNSt6localeC1ERKS_, EXACT) C(_ZNSt6localeaSERKS_, EXACT) C(_ZNSt8ios_base5imbueERKSt6locale, EXACT)            \
    C(_ZNSt8ios_base7_M_moveERS_, EXACT) C(_ZNSt8ios_base7_M_swapERS_, EXACT)                                         \
    C(_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t, EXACT)                                                             \
    C(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm, EXACT)                                                    \
    C(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm, EXACT) C(_ZSt11_Hash_bytesPKvmm, EXACT)              \
    C(_ZSt15_Fnv_hash_bytesPKvmm, EXACT) C(__dynamic_cast, EXACT) C(_ZNKSt6localeeqERKS_, EXACT)                      \
    C(_ZNKSt6locale2id5_M_idEv, EXACT) C(_ZNSt15__exception_ptr13exception_ptr4swapERS0_, EXACT)                      \
    C(_ZNSt15__exception_ptreqERKNS_13exception_ptrES2_, EXACT)                                                       \
    C(_ZNSt15__exception_ptrneERKNS_13exception_ptrES2_, EXACT)                                                       \
    C(_ZNKSt15__exception_ptr13exception_ptrcvMS0_FvvEEv, EXACT) C(_ZNKSt15__exception_ptr13exception_ptrntEv, EXACT) \
    C(_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv, EXACT)                                          \
    C(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, EXACT)                     \
    C(_ZNSt13random_device9_M_getvalEv, RANDOM)

/* Real before the program's first thread or choice; refused afterwards. */
#define CALLS_CXX_SETUP(C)                                                                                            \
    C(_ZNSt8ios_base15sync_with_stdioEb) /* ios_base::sync_with_stdio(bool) */                                        \
    C(_ZSt13set_terminatePFvvE) C(_ZSt15set_new_handlerPFvvE)

#endif
