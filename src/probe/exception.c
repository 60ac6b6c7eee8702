/* exception.c - C++ exceptions: libstdc++ throws and catches them itself, and writes into them without hooks. Its functions are
 * called, but before each one the memory that it may change is announced, so that it is noted, and so that threads which share an
 * exception (std::exception_ptr) are ordered.
 *
 * An exception is a header, whose end is the unwinder's part, and the object that was thrown behind it. What std::rethrow_exception
 * throws is a header without an object, which names the first exception. What libstdc++ keeps for each thread lies in its
 * thread-local storage, which is saved with the thread. The unwinder may run destructors between, and with them other threads; each
 * time that it goes on it is announced again (_Unwind_Resume).
 */
#include <unwind.h>

#include "probe/heap.h"
#include "probe/heap_arena.h"
#include "probe/libc.h"

enum {
    HEADER = 128,            /* of an exception, its reference count included */
    DEPENDENT = 112,         /* of one that names another */
    UNWINDERS = sizeof(struct _Unwind_Exception),
};

_Static_assert(UNWINDERS == 32, "the Itanium C++ ABI, on 64-bit machines");

/* "GNUCC++" and 0, or 1 for one that names another. */
#define GNU_CXX       0x474e5543432b2b00ULL
#define GNU_CXX_NAMES 0x474e5543432b2b01ULL

struct dependent {
    void *primary; /* the object */
};

struct globals {
    char *caught; /* header of the exception that was caught last, without its reference count */
    unsigned uncaught;
};

/* Where each thread has thrown last, or called std::terminate: for reports only. */
static MODEL uint64_t thrown_at[MAX_THREADS];

enum performed libcall_exception(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)choice;
    mem_will_write((void *)op->addr, op->size);
    return PERFORM_RESUME;
}

/* arg[0]: where. */
static enum performed thrown_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    mem_will_write_quiet(&thrown_at[t->number], sizeof thrown_at[0]);
    thrown_at[t->number] = op->arg[0];
    return PERFORM_RESUME;
}

static inline void announce_throw(uint64_t pc)
{
    if (probe_active(NULL))
        mz__announce_call(thrown_body, pc, 0, 0);
}

static inline void announce_header(uint64_t pc, const void *header, uint64_t size)
{
    announce_from(pc, LIBCALL(EXCEPTION), header, size, 0, 0, 0);
}

static void announce_object(uint64_t pc, const char *object)
{
    if (object && probe_active(object))
        announce_header(pc, object - HEADER, HEADER);
}

/* All that belongs to the exception with this unwinder's part. What others may share comes first: the announcement of the rest is
 * never a scheduling point, so that both are noted in the step in which libstdc++ writes. */
static void announce_exception(uint64_t pc, const struct _Unwind_Exception *e)
{
    const char *end = (const char *)e + UNWINDERS;
    if (!e || !probe_active(e))
        return;
    if (e->exception_class == GNU_CXX)
        announce_object(pc, end);
    else if (e->exception_class == GNU_CXX_NAMES) {
        announce_object(pc, ((const struct dependent *)(end - DEPENDENT))->primary);
        announce_header(pc, end - DEPENDENT, DEPENDENT);
    }
}

static void announce_caught(uint64_t pc)
{
    const struct globals *g = probe_active(NULL) ? REAL_AS(__cxa_get_globals, const struct globals *(*)(void))() : NULL;
    if (g && g->caught)
        announce_exception(pc, (const struct _Unwind_Exception *)(g->caught + HEADER - 16 - UNWINDERS));
}

/* ---- allocation ---------------------------------------------------------------------------------------------------------- */

static char *allocate(uint64_t pc, uint64_t size)
{
    const uint64_t *record = heap_record(mz__hot.running->number, heap_class_for(size, HEAP_ALIGNMENT));
    char *block = (char *)announce_from(pc, OP_MALLOC | ANNOUNCE_DETAIL(HEAP_CALLOC), record, sizeof *record, size, HEAP_ALIGNMENT, 0);
    if (block)
        announce_header(pc, block, size);
    return block;
}

STAND_IN(void *, __cxa_allocate_exception, uint64_t size)
{
    char *block = probe_active(NULL) ? allocate(CALLER, HEADER + size) : NULL;
    return block ? block + HEADER : REAL_AS(__cxa_allocate_exception, void *(*)(uint64_t))(size);
}

STAND_IN(void *, __cxa_allocate_dependent_exception, void)
{
    char *block = probe_active(NULL) ? allocate(CALLER, DEPENDENT) : NULL;
    return block ? block : REAL_AS(__cxa_allocate_dependent_exception, void *(*)(void))();
}

/* ---- throwing and catching: the real functions are jumped to, so that they see the frames that they expect ------------------- */

STAND_IN(uint64_t, __cxa_throw, void *object, void *type, void *destructor)
{
    announce_throw(CALLER);
    announce_object(CALLER, object);
    return REAL_AS(__cxa_throw, uint64_t (*)(void *, void *, void *))(object, type, destructor);
}

STAND_IN(uint64_t, __cxa_init_primary_exception, void *object, void *type, void *destructor)
{
    announce_object(CALLER, object);
    return REAL_AS(__cxa_init_primary_exception, uint64_t (*)(void *, void *, void *))(object, type, destructor);
}

STAND_IN(uint64_t, __cxa_rethrow, void)
{
    announce_caught(CALLER); /* the place where it was thrown first stays */
    return REAL_AS(__cxa_rethrow, uint64_t (*)(void))();
}

STAND_IN(uint64_t, __cxa_begin_catch, struct _Unwind_Exception *exception)
{
    announce_exception(CALLER, exception);
    return REAL_AS(__cxa_begin_catch, uint64_t (*)(struct _Unwind_Exception *))(exception);
}

STAND_IN(uint64_t, __cxa_end_catch, void)
{
    announce_caught(CALLER);
    return REAL_AS(__cxa_end_catch, uint64_t (*)(void))();
}

STAND_IN(uint64_t, _Unwind_Resume, struct _Unwind_Exception *exception)
{
    announce_exception(CALLER, exception);
    return REAL_AS(_Unwind_Resume, uint64_t (*)(struct _Unwind_Exception *))(exception);
}

STAND_IN(uint64_t, _Unwind_Resume_or_Rethrow, struct _Unwind_Exception *exception)
{
    announce_exception(CALLER, exception);
    return REAL_AS(_Unwind_Resume_or_Rethrow, uint64_t (*)(struct _Unwind_Exception *))(exception);
}

/* ---- std::exception_ptr: a pointer to the object --------------------------------------------------------------------------- */

#define SHARING(name)                                                       \
    STAND_IN(uint64_t, name, char **pointer)                                \
    {                                                                       \
        announce_object(CALLER, *pointer);                                  \
        return REAL_AS(name, uint64_t (*)(char **))(pointer);               \
    }
SHARING(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv)       /* exception_ptr::_M_addref() */
SHARING(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv)     /* exception_ptr::_M_release() */

/* std::rethrow_exception(exception_ptr) */
STAND_IN(uint64_t, _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, char **pointer)
{
    announce_throw(CALLER);
    announce_object(CALLER, *pointer);
    return REAL_AS(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, uint64_t (*)(char **))(pointer);
}

/* exception_ptr::exception_ptr(void *) */
STAND_IN(uint64_t, _ZNSt15__exception_ptr13exception_ptrC1EPv, void *pointer, char *object)
{
    announce_object(CALLER, object);
    if (probe_active(pointer))
        announce_from(CALLER, OP_WRITE, pointer, sizeof(void *), 0, 0, 0);
    return REAL_AS(_ZNSt15__exception_ptr13exception_ptrC1EPv, uint64_t (*)(void *, char *))(pointer, object);
}

/* std::current_exception(): the pointer is returned in memory. */
STAND_IN(void *, _ZSt17current_exceptionv, void *pointer)
{
    announce_caught(CALLER);
    if (probe_active(pointer))
        announce_from(CALLER, OP_WRITE, pointer, sizeof(void *), 0, 0, 0);
    return REAL_AS(_ZSt17current_exceptionv, void *(*)(void *))(pointer);
}

/* ---- the end ------------------------------------------------------------------------------------------------------------------- */

/* std::terminate() */
STAND_IN(uint64_t, _ZSt9terminatev, void)
{
    announce_throw(CALLER);
    return REAL_AS(_ZSt9terminatev, uint64_t (*)(void))();
}

/* Called by the default terminate handler (src/cxx/errors.cc) with what is to be said. */
STAND_IN(uint64_t, mz_terminate, const char *sentence)
{
    if (!probe_active(NULL))
        REAL_AS(abort, void (*)(void))();
    uint64_t at = thrown_at[mz__hot.running->number];
    return announce_from(at ? at : CALLER, OP_FAULT | ANNOUNCE_DETAIL(FAULT_TERMINATE), sentence, 0, 0, 0, 0);
}
