/* annotations.c - annotations that programs call by hand when they know of ThreadSanitizer:
 * <sanitizer/tsan_interface.h>, <sanitizer/common_interface_defs.h> and the older dynamic annotations. They inform a
 * race detector; here none listens.  */
#include <stddef.h>

#include "stub/stub.h"

/* --- <sanitizer/tsan_interface.h> --------------------------------------------------------------------------------- */

/* (void *object, unsigned flags) */
#define MUTEX_EVENTS(X) X(mutex_create) X(mutex_destroy) X(mutex_pre_lock) X(mutex_post_unlock) \
    X(mutex_pre_signal) X(mutex_post_signal) X(mutex_pre_divert) X(mutex_post_divert)
#define MUTEX_EVENT(name) EXPORTED(void, TSAN_NAME(name), void *object UNUSED, unsigned flags UNUSED) {}
MUTEX_EVENTS(MUTEX_EVENT)

EXPORTED(void, __tsan_mutex_post_lock, void *object UNUSED, unsigned flags UNUSED, int recursion UNUSED) {}

EXPORTED(int, __tsan_mutex_pre_unlock, void *object UNUSED, unsigned flags UNUSED)
{
    return 0;
}

EXPORTED(void, __tsan_acquire, void *object UNUSED) {}
EXPORTED(void, __tsan_release, void *object UNUSED) {}
EXPORTED(void, __tsan_flush_memory, void) {}
EXPORTED(void, __tsan_check_no_mutexes_held, void) {}

/* One fiber is as good as another: each creation gives a different handle that is not NULL. */
static char fiber_of_thread;

EXPORTED(void *, __tsan_get_current_fiber, void)
{
    return &fiber_of_thread;
}

EXPORTED(void *, __tsan_create_fiber, unsigned flags UNUSED)
{
    static uintptr_t created;
    return (void *)__atomic_add_fetch(&created, 1, __ATOMIC_RELAXED);
}

EXPORTED(void, __tsan_destroy_fiber, void *fiber UNUSED) {}
EXPORTED(void, __tsan_switch_to_fiber, void *fiber UNUSED, unsigned flags UNUSED) {}
EXPORTED(void, __tsan_set_fiber_name, void *fiber UNUSED, const char *name UNUSED) {}

EXPORTED(void *, __tsan_external_register_tag, const char *object_type UNUSED)
{
    return NULL;
}

EXPORTED(void, __tsan_external_register_header, void *tag UNUSED, const char *header UNUSED) {}
EXPORTED(void, __tsan_external_assign_tag, void *object UNUSED, void *tag UNUSED) {}

/* --- <sanitizer/common_interface_defs.h>: those that programs call in any sanitized build ------------------------- */

EXPORTED(void, __sanitizer_print_stack_trace, void) {}
EXPORTED(void, __sanitizer_set_death_callback, void (*callback)(void) UNUSED) {}
EXPORTED(void, __sanitizer_set_report_path, const char *path UNUSED) {}
EXPORTED(void, __sanitizer_set_report_fd, void *descriptor UNUSED) {}

/* --- dynamic annotations ------------------------------------------------------------------------------------------ */

/* (const char *file, int line, const volatile void *object); those that concern no object get none. */
#define OBJECT_ANNOTATIONS(X)                                                                                    \
    X(HappensBefore) X(HappensAfter) X(CondVarSignal) X(CondVarSignalAll) X(MutexIsNotPHB) X(MutexIsUsedAsCondVar) \
    X(RWLockCreate) X(RWLockCreateStatic) X(RWLockDestroy) X(PCQGet) X(PCQPut) X(PCQDestroy) X(PCQCreate)          \
    X(TraceMemory) X(NoOp) X(FlushState) X(FlushExpectedRaces) X(ThreadName)                                      \
    X(IgnoreReadsBegin) X(IgnoreReadsEnd) X(IgnoreWritesBegin) X(IgnoreWritesEnd) X(IgnoreSyncBegin) X(IgnoreSyncEnd)
#define OBJECT_ANNOTATION(name) \
    EXPORTED(void, Annotate##name, const char *file UNUSED, int line UNUSED, const volatile void *object UNUSED) {}
OBJECT_ANNOTATIONS(OBJECT_ANNOTATION)

/* (…, object, intptr_t or pointer) */
#define PAIR_ANNOTATIONS(X) X(CondVarWait) X(RWLockAcquired) X(RWLockReleased) X(NewMemory) X(PublishMemoryRange) \
    X(UnpublishMemoryRange) X(ExpectRace) X(BenignRace)
#define PAIR_ANNOTATION(name)                                                                                        \
    EXPORTED(void, Annotate##name, const char *file UNUSED, int line UNUSED, const volatile void *object UNUSED, \
             intptr_t more UNUSED) {}
PAIR_ANNOTATIONS(PAIR_ANNOTATION)

EXPORTED(void, AnnotateBenignRaceSized, const char *file UNUSED, int line UNUSED, const volatile void *object UNUSED,
         size_t size UNUSED, const char *description UNUSED) {}
EXPORTED(void, AnnotateEnableRaceDetection, const char *file UNUSED, int line UNUSED, int enable UNUSED) {}
EXPORTED(void, WTFAnnotateHappensBefore, const char *file UNUSED, int line UNUSED,
         const volatile void *object UNUSED) {}
EXPORTED(void, WTFAnnotateHappensAfter, const char *file UNUSED, int line UNUSED,
         const volatile void *object UNUSED) {}
EXPORTED(void, WTFAnnotateBenignRaceSized, const char *file UNUSED, int line UNUSED, const volatile void *object UNUSED,
         size_t size UNUSED, const char *description UNUSED) {}

EXPORTED(int, RunningOnValgrind, void)
{
    return 0;
}

EXPORTED(double, ValgrindSlowdown, void)
{
    return 1.0;
}

EXPORTED(const char *, ThreadSanitizerQuery, const char *query UNUSED)
{
    return "0";
}
