/* calls_cxx.h - which functions of libstdc++ and of the C++ ABI are known; see calls.h.
 *
 * Templates of libstdc++ are compiled with the program, or are in libmazurka-cxx.so, and have hooks. This is about the rest.
 */
#ifndef MZ_MODEL_CALLS_CXX_H
#define MZ_MODEL_CALLS_CXX_H

#include <stdbool.h>

#include "model/call_class.h"

enum call_class calls_classify_cxx(const char *name);

/* Does libmazurka-cxx.so know what it does when it calls this function, of which nothing is known otherwise? */
bool calls_known_to_library(const char *name);

/* Stood in for, or announced and left to libstdc++ (probe/cxx/exception.c, static_guard.c, libstdcxx.c, new.c, thread_atexit.c). */
#define CALLS_CXX_MODELLED(C)                                                                                         \
    C(_Unwind_Resume) C(_Unwind_Resume_or_Rethrow) C(__cxa_allocate_dependent_exception) C(__cxa_allocate_exception)  \
    C(__cxa_begin_catch) C(__cxa_end_catch) C(__cxa_guard_abort) C(__cxa_guard_acquire) C(__cxa_guard_release)        \
    C(__cxa_init_primary_exception) C(__cxa_rethrow) C(__cxa_thread_atexit) C(__cxa_thread_atexit_impl)               \
    C(__cxa_throw) C(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv)                                               \
    C(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv) C(_ZNSt15__exception_ptr13exception_ptrC1EPv)             \
    C(_ZSt17current_exceptionv) C(_ZSt9terminatev) C(__cxa_free_dependent_exception)                                  \
    C(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE)                                                    \
    C(_Znwm) C(_Znam) C(_ZnwmSt11align_val_t) C(_ZnamSt11align_val_t) C(_ZnwmRKSt9nothrow_t) C(_ZnamRKSt9nothrow_t)   \
    C(_ZnwmSt11align_val_tRKSt9nothrow_t) C(_ZnamSt11align_val_tRKSt9nothrow_t) C(_ZdlPv) C(_ZdaPv) C(_ZdlPvm)        \
    C(_ZdaPvm) C(_ZdlPvSt11align_val_t) C(_ZdaPvSt11align_val_t) C(_ZdlPvmSt11align_val_t)                            \
    C(_ZdaPvmSt11align_val_t) C(_ZdlPvRKSt9nothrow_t) C(_ZdaPvRKSt9nothrow_t)                                         \
    C(_ZdlPvSt11align_val_tRKSt9nothrow_t) C(_ZdaPvSt11align_val_tRKSt9nothrow_t)                                     \
    C(_ZNSt8ios_baseC2Ev) C(_ZNSt8ios_baseD2Ev) C(_ZNSt8ios_base7_M_initEv) C(_ZNSt8ios_base20_M_dispose_callbacksEv) \
    C(_ZNSt6localeC1Ev) C(_ZNSt6localeC1ERKS_) C(_ZNSt6localeaSERKS_)                                                 \
    C(_ZNSt8ios_base5imbueERKSt6locale) C(_ZNSt8ios_base7_M_moveERS_) C(_ZNSt8ios_base7_M_swapERS_)                   \
    C(_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t) C(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm)            \
    C(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm) C(_ZSt11_Hash_bytesPKvmm)                            \
    C(_ZSt15_Fnv_hash_bytesPKvmm) C(__dynamic_cast) C(_ZNKSt6localeeqERKS_) C(_ZNKSt6locale2id5_M_idEv)              \
    C(_ZNSt15__exception_ptr13exception_ptr4swapERS0_) C(_ZNSt15__exception_ptreqERKNS_13exception_ptrES2_)           \
    C(_ZNSt15__exception_ptrneERKNS_13exception_ptrES2_) C(_ZNKSt15__exception_ptr13exception_ptrcvMS0_FvvEEv)        \
    C(_ZNKSt15__exception_ptr13exception_ptrntEv)                                                                     \
    C(_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv)

/* Real before the program's first thread or choice; refused afterwards. */
#define CALLS_CXX_SETUP(C)                                                                                            \
    C(_ZNSt8ios_base15sync_with_stdioEb) /* ios_base::sync_with_stdio(bool) */                                        \
    C(_ZSt13set_terminatePFvvE) C(_ZSt15set_new_handlerPFvvE)

/* Refused by name: every execution would be another one. */
#define CALLS_CXX_REFUSED(C)                                                                                          \
    C(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE)                            \
    C(_ZNSt13random_device9_M_getvalEv)

#endif
