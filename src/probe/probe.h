/* probe.h - functions that every stand-in for a function of the program's needs.
 *
 * A stand-in has the same name as the real function, is exported, and has one of two shapes:
 *
 *   modelled:  EXPORT int pthread_mutex_lock(pthread_mutex_t *m)
 *              {
 *                  if (!probe_active(m))                 // engine code, start-up, or a library's own object
 *                      return REAL(pthread_mutex_lock)(m);
 *                  return mz__announce_int(OP_LOCK, m, sizeof *m, 0, 0, 0);     // a tail call: see announce.h
 *              }
 *
 *   called:    work that must happen on the engine's stack but is never a scheduling point: announce OP_CALL with the
 *              function to run there; it gets the thread and its operation, and returns an enum performed.
 *                  return mz__announce_call_int(rand_body, seed, 0, 0);
 *
 * Stand-ins run on the program's stack: they must be small leaf code, must not use errno, thread-local storage, or any
 * libc function, and must keep nothing on the stack (frameless). The semantics behind them run on the engine's stack.
 * The runtime never calls malloc or stdio; it has base/text.h, base/raw.h (system calls) and mem.h.
 */
#ifndef MZ_PROBE_PROBE_H
#define MZ_PROBE_PROBE_H

#include <stdbool.h>
#include <stdint.h>

#include "world/announce.h"
#include "world/fault_report.h"
#include "world/hot.h"
#include "world/memory/mem.h"
#include "world/semantics.h"

#define EXPORT __attribute__((visibility("default")))

/* The real function behind a stand-in, looked up once (dlsym RTLD_NEXT) and kept. */
void *probe_real(const char *name, void **slot);
#define REAL(f)                                                          \
    ({                                                                   \
        static void *real_slot;                                          \
        (__typeof__(&f))(real_slot ? real_slot : probe_real(#f, &real_slot)); \
    })

/* Objects in a library's own data are the library's business: nobody but it sees them, and it may use them in the midst of
 * things that must not be interrupted (libgcc calls pthread_once while it unwinds). */
bool probe_object_is_ours(uint64_t addr);

/* Is a thread of the program running under the engine, and (if object is not NULL) does the object belong to the
 * program rather than to a library's own data? Cheap. */
static inline bool probe_active(const volatile void *object)
{
    uint64_t addr = (uint64_t)object;
    return mz__hot.running && (!object || addr - ARENA_LO < mz__hot.arena_size || addr - mz__hot.segment_lo < mz__hot.segment_size ||
                               probe_object_is_ours(addr));
}

/* Zero what lies below the stack pointer, as far as stand-ins' frames reach. */
void probe_wipe_stack(void);
/* As far as the unwinder's do, directly before it is called. They stay on the stack while handlers and destructors run, not all of
 * what is in them is ever written, and what lay there before depends on the way to this state. */
void probe_wipe_for_unwinder(void);
/* The same for functions that only read and write what they are given: a library without hooks has them done natively, like all
 * that it does (world/outside/outside.h). */
static inline bool probe_inside(void)
{
    return mz__hot.inside != NULL;
}

/* Stack pointer of the code that has called the hook, or a stand-in without a frame. clang for aarch64 gives where the record of the hook's
 * own frame lies, which is all that is in that frame. */
#if defined(__clang__) && defined(__aarch64__)
#define STACK_POINTER ((uint64_t)__builtin_dwarf_cfa() + 16)
#else
#define STACK_POINTER ((uint64_t)__builtin_dwarf_cfa())
#endif

/* Run body(thread, op) on the engine's stack; op->arg[] holds a, b, c in arg[0..2]; t->result[0] is returned. */
typedef enum performed probe_body(struct thread *t, struct op *op, unsigned choice);
static inline uint64_t mz__announce_call(probe_body *body, uint64_t a, uint64_t b, uint64_t c)
{
    return mz__announce(OP_CALL, (const void *)(uintptr_t)body, 0, a, b, c);
}
static inline int mz__announce_call_int(probe_body *body, uint64_t a, uint64_t b, uint64_t c)
{
    return mz__announce_int(OP_CALL, (const void *)(uintptr_t)body, 0, a, b, c);
}

#endif
