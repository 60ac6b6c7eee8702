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

#include "probe/heap/heap.h"
#include "probe/heap/heap_arena.h"
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

/* Place where each thread has thrown last, or called std::terminate: for reports only. */
static MODEL uint64_t thrown_at[MAX_THREADS];

/* The object that each thread is about to throw once more by std::rethrow_exception. */
static MODEL uint64_t rethrown[MAX_THREADS];

enum performed libcall_exception(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)choice;
    mem_will_write((void *)op->addr, op->size);
    if (op->size2)
        mem_will_write((void *)op->addr2, op->size2);
    return PERFORM_RESUME;
}

/* arg[0]: where; arg[1]: an object that is thrown once more. */
static enum performed thrown_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    mem_will_write_quiet(&thrown_at[t->number], sizeof thrown_at[0]);
    thrown_at[t->number] = op->arg[0];
    mem_will_write_quiet(&rethrown[t->number], sizeof rethrown[0]);
    rethrown[t->number] = op->arg[1];
    return PERFORM_RESUME;
}

static inline void announce_throw(uint64_t pc, const void *again)
{
    if (probe_active(NULL))
        mz__announce_call(thrown_body, pc, (uint64_t)again, 0);
}

/* The header of an object, if there is one, and something else of `size` bytes. In one operation, so that both are noted in the step
 * in which libstdc++ writes. */
static void announce_with(uint64_t pc, const char *object, const void *other, uint64_t size)
{
    if (object && probe_active(object))
        announce_from(pc, LIBCALL(EXCEPTION), object - HEADER, HEADER, (uint64_t)other, size, 0);
    else if (other && probe_active(other))
        announce_from(pc, LIBCALL(EXCEPTION), other, size, 0, 0, 0);
}

static void announce_object(uint64_t pc, const char *object)
{
    announce_with(pc, object, NULL, 0);
}

/* All that belongs to the exception with this unwinder's part. */
static void announce_exception(uint64_t pc, const struct _Unwind_Exception *e)
{
    const char *end = (const char *)e + UNWINDERS;
    if (!e || !probe_active(e))
        return;
    if (e->exception_class == GNU_CXX)
        announce_object(pc, end);
    else if (e->exception_class == GNU_CXX_NAMES)
        announce_with(pc, ((const struct dependent *)(end - DEPENDENT))->primary, end - DEPENDENT, DEPENDENT);
}

/* The header of the exception that the running thread has caught last; NULL: none. */
static const char *caught(void)
{
    return probe_active(NULL) ? REAL_AS(__cxa_get_globals, const struct globals *(*)(void))()->caught : NULL;
}

static void announce_caught(uint64_t pc)
{
    const char *header = caught();
    if (header)
        announce_exception(pc, (const struct _Unwind_Exception *)(header + DEPENDENT - UNWINDERS));
}

/* ---- allocation ---------------------------------------------------------------------------------------------------------- */

/* `shared` is an object whose header is changed next, too. */
static char *allocate(uint64_t pc, uint64_t size, const char *shared)
{
    const uint64_t *record = heap_record(mz__hot.running->number, heap_class_for(size, HEAP_ALIGNMENT));
    char *block = (char *)announce_from(pc, OP_MALLOC | ANNOUNCE_DETAIL(HEAP_CALLOC), record, sizeof *record, size, HEAP_ALIGNMENT, 0);
    announce_with(pc, shared, block, block ? size : 0);
    return block;
}

STAND_IN(void *, __cxa_allocate_exception, uint64_t size)
{
    char *block = probe_active(NULL) ? allocate(CALLER, HEADER + size, NULL) : NULL;
    return block ? block + HEADER : REAL_AS(__cxa_allocate_exception, void *(*)(uint64_t))(size);
}

STAND_IN(void *, __cxa_allocate_dependent_exception, void)
{
    char *block = probe_active(NULL) ? allocate(CALLER, DEPENDENT, (const char *)rethrown[mz__hot.running->number]) : NULL;
    return block ? block : REAL_AS(__cxa_allocate_dependent_exception, void *(*)(void))();
}

/* Next the exception that it names is let go. */
STAND_IN(void, __cxa_free_dependent_exception, struct dependent *exception)
{
    const char *primary = exception->primary;
    REAL_AS(__cxa_free_dependent_exception, void (*)(struct dependent *))(exception);
    announce_object(CALLER, primary);
}

/* ---- throwing and catching: the real functions are jumped to, so that they see the frames that they expect ------------------- */

STAND_IN(uint64_t, __cxa_throw, void *object, void *type, void *destructor)
{
    announce_throw(CALLER, NULL);
    announce_object(CALLER, object);
    probe_wipe_for_unwinder();
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
    probe_wipe_for_unwinder();
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
    probe_wipe_for_unwinder();
    return REAL_AS(_Unwind_Resume, uint64_t (*)(struct _Unwind_Exception *))(exception);
}

STAND_IN(uint64_t, _Unwind_Resume_or_Rethrow, struct _Unwind_Exception *exception)
{
    announce_exception(CALLER, exception);
    probe_wipe_for_unwinder();
    return REAL_AS(_Unwind_Resume_or_Rethrow, uint64_t (*)(struct _Unwind_Exception *))(exception);
}

/* ---- std::exception_ptr: a pointer to the object --------------------------------------------------------------------------- */

/* exception_ptr::_M_addref() */
STAND_IN(uint64_t, _ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, char **pointer)
{
    announce_object(CALLER, *pointer);
    return REAL_AS(_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv, uint64_t (*)(char **))(pointer);
}

/* exception_ptr::_M_release(): the last one clears the pointer. */
STAND_IN(uint64_t, _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, char **pointer)
{
    announce_with(CALLER, *pointer, pointer, sizeof *pointer);
    return REAL_AS(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv, uint64_t (*)(char **))(pointer);
}

/* std::rethrow_exception(exception_ptr) */
STAND_IN(uint64_t, _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, char **pointer)
{
    announce_throw(CALLER, *pointer);
    announce_object(CALLER, *pointer);
    return REAL_AS(_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE, uint64_t (*)(char **))(pointer);
}

/* exception_ptr::exception_ptr(void *) */
STAND_IN(uint64_t, _ZNSt15__exception_ptr13exception_ptrC1EPv, char **pointer, char *object)
{
    announce_with(CALLER, object, pointer, sizeof *pointer);
    return REAL_AS(_ZNSt15__exception_ptr13exception_ptrC1EPv, uint64_t (*)(char **, char *))(pointer, object);
}

/* std::current_exception(): an object of a class is returned in memory, however small it is. In C what is larger than two words is. */
struct returned {
    char *exception, *unused[2];
};

/* Where it is wanted is the first argument on x86_64, and in a register of its own on aarch64. */
#if defined __aarch64__
__asm__(".globl _ZSt17current_exceptionv\n\t"
        ".type _ZSt17current_exceptionv, %function\n"
        "_ZSt17current_exceptionv:\n\t"
        "mov x0, x8\n\t"
        "b mz__current_exception\n\t"
        ".size _ZSt17current_exceptionv, . - _ZSt17current_exceptionv");
STAND_IN(void *, mz__current_exception, char **wanted)
#else
STAND_IN(void *, _ZSt17current_exceptionv, char **wanted)
#endif
{
    announce_caught(CALLER);
    announce_with(CALLER, NULL, wanted, sizeof *wanted); /* never shared: a temporary of the caller */
    *wanted = REAL_AS(_ZSt17current_exceptionv, struct returned (*)(void))().exception;
    return wanted;
}

/* ---- the end ------------------------------------------------------------------------------------------------------------------- */

/* std::terminate() */
STAND_IN(uint64_t, _ZSt9terminatev, void)
{
    if (!caught() && layout_segment(CALLER)) /* else it is called for an exception, whose place is known */
        announce_throw(CALLER, NULL);
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
