/* calls.c - the class of a function by its name. Knows nothing but the lists, and uses no libc, for the runtime has it too. */
#include "model/calls.h"

#include <stdbool.h>
#include <stddef.h>

#include "model/calls_cxx.h"
#include "model/premise_table.h"

#define NAME(name, ...) #name,
#define HAS_A_CLASS(name, class) _Static_assert(PREMISE_##class <= PREMISE_EXACT, #name " is exact, or has a premise");
CALLS_MODELLED(HAS_A_CLASS)
CALLS_CXX_MODELLED(HAS_A_CLASS)
static const char *const modelled[] = {CALLS_MODELLED(NAME)};
static const char *const pure[] = {CALLS_PURE(NAME)};
static const char *const setup[] = {CALLS_SETUP(NAME)};
static const char *const processes[] = {CALLS_PROCESSES(NAME)};
static const char *const refused[] = {CALLS_REFUSED(NAME)};
static const char *const guarded[] = {CALLS_GUARDED(NAME)};
static const char *const guarded_state[] = {CALLS_GUARDED_STATE(NAME)};

/* What programs tell ThreadSanitizer: our stand-ins do nothing (stub/annotations.c). Sorted. */
static const char *const annotations[] = {
    "AnnotateBenignRace", "AnnotateBenignRaceSized", "AnnotateCondVarSignal", "AnnotateCondVarSignalAll",
    "AnnotateCondVarWait", "AnnotateEnableRaceDetection", "AnnotateExpectRace", "AnnotateFlushExpectedRaces",
    "AnnotateFlushState", "AnnotateHappensAfter", "AnnotateHappensBefore", "AnnotateIgnoreReadsBegin",
    "AnnotateIgnoreReadsEnd", "AnnotateIgnoreSyncBegin", "AnnotateIgnoreSyncEnd", "AnnotateIgnoreWritesBegin",
    "AnnotateIgnoreWritesEnd", "AnnotateMutexIsNotPHB", "AnnotateMutexIsUsedAsCondVar", "AnnotateNewMemory",
    "AnnotateNoOp", "AnnotatePCQCreate", "AnnotatePCQDestroy", "AnnotatePCQGet", "AnnotatePCQPut",
    "AnnotatePublishMemoryRange", "AnnotateRWLockAcquired", "AnnotateRWLockCreate", "AnnotateRWLockCreateStatic",
    "AnnotateRWLockDestroy", "AnnotateRWLockReleased", "AnnotateThreadName", "AnnotateTraceMemory",
    "AnnotateUnpublishMemoryRange", "RunningOnValgrind", "ValgrindSlowdown", "WTFAnnotateBenignRaceSized",
    "WTFAnnotateHappensAfter", "WTFAnnotateHappensBefore", "__sanitizer_print_stack_trace",
    "__sanitizer_set_death_callback", "__sanitizer_set_report_fd", "__sanitizer_set_report_path"};

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

static bool listed(const char *name, const char *const *list, size_t count)
{
    while (count > 0) {
        size_t middle = count / 2;
        int order = compare(name, list[middle]);
        if (order == 0)
            return true;
        if (order > 0) {
            list += middle + 1;
            count -= middle + 1;
        } else {
            count = middle;
        }
    }
    return false;
}

static bool starts_with(const char *name, const char *prefix)
{
    while (*prefix)
        if (*name++ != *prefix++)
            return false;
    return true;
}

#define LISTED(name, list) listed(name, list, sizeof list / sizeof *list)

bool calls_annotate(const char *name)
{
    return LISTED(name, annotations);
}

enum call_class calls_classify(const char *name)
{
    if (LISTED(name, modelled) || calls_annotate(name) || starts_with(name, "__tsan_") || starts_with(name, "mz_"))
        return CALL_MODELLED;
    if (LISTED(name, pure))
        return CALL_PURE;
    if (LISTED(name, setup) || LISTED(name, processes))
        return CALL_SETUP;
    if (LISTED(name, refused))
        return CALL_REFUSED;
    if (LISTED(name, guarded))
        return CALL_GUARDED;
    if (LISTED(name, guarded_state))
        return CALL_GUARDED_STATE;
    return calls_classify_cxx(name);
}

static bool is_word(const char *text, size_t length, const char *word)
{
    size_t n = 0;
    while (n < length && word[n] == text[n])
        n++;
    return n == length && word[n] == '\0';
}

bool calls_are_listed(const char *list, const char *name)
{
    while (*list) {
        size_t n = 0;
        while (list[n] && list[n] != ',')
            n++;
        if (is_word(list, n, name) || is_word(list, n, "all"))
            return true;
        list += n + (list[n] == ',');
    }
    return false;
}
