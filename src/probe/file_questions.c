/* file_questions.c - see file_questions.h. */
#include "probe/file_questions.h"

#include "base/text.h"
#include "probe/descriptors.h"
#include "world/world.h"

static const char *const questions[] = {"__fxstat", "__fxstat64", "__fxstatat", "__lxstat", "__lxstat64", "__xstat", "__xstat64", "access",
    "eaccess", "euidaccess", "faccessat", "fstat", "fstat64", "fstatat", "fstatat64", "lstat", "lstat64", "readlink", "readlinkat",
    "realpath", "stat", "stat64", "statx"};

static bool is_question(const char *name)
{
    for (unsigned i = 0; i < sizeof questions / sizeof *questions; i++)
        if (text_equal(questions[i], name))
            return true;
    return false;
}

/* Known once it was asked for. */
static bool asks(uint64_t function)
{
    static uint8_t answers[WIRE_MAX_GUARDED];
    enum { UNKNOWN, NO, YES };
    if (answers[function] == UNKNOWN)
        answers[function] = is_question(mz__world.wire->guarded_function[function].name) ? YES : NO;
    return answers[function] == YES;
}

void file_question_announced(struct op *op, uint64_t function)
{
    if (asks(function)) {
        op->addr2 = (uint64_t)mz__descriptors;
        op->size2 = sizeof mz__descriptors;
    }
}

const char *file_question_refused(uint64_t function)
{
    return asks(function) && descriptors_differ() ? mz__world.wire->guarded_function[function].name : NULL;
}
