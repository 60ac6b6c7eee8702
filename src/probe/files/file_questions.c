/* file_questions.c - see file_questions.h. */
#include "probe/files/file_questions.h"

#include "base/text.h"
#include "probe/files/descriptors.h"
#include "world/world.h"

static const char *const versioned[] = {"__lxstat", "__lxstat64", "__xstat", "__xstat64", NULL};
static const char *const by_path[] = {"__readlink_chk", "__realpath_chk", "access", "eaccess", "euidaccess", "lstat", "lstat64",
    "readlink", "realpath", "stat", "stat64", NULL};
static const char *const by_descriptor[] = {"faccessat", "fstatat", "fstatat64", "readlinkat", "statx", NULL};

static bool is_among(const char *const *names, const char *name)
{
    while (*names && !text_equal(*names, name))
        names++;
    return *names;
}

enum question { UNKNOWN, NONE, BY_PATH, BY_SECOND, BY_DESCRIPTOR, BY_THIRD /* __fxstatat */ };

/* Known once it was asked for. */
static enum question asks(uint64_t function)
{
    static uint8_t answers[WIRE_MAX_GUARDED];
    const char *name = mz__world.wire->guarded_function[function].name;
    if (answers[function] == UNKNOWN)
        answers[function] = is_among(versioned, name) ? BY_SECOND
            : is_among(by_path, name)                 ? BY_PATH
            : is_among(by_descriptor, name)           ? BY_DESCRIPTOR
            : text_equal(name, "__fxstatat")          ? BY_THIRD
                                                      : NONE;
    return (enum question)answers[function];
}

void file_question_announced(struct op *op, uint64_t function)
{
    if (asks(function) != NONE) {
        op->addr2 = (uint64_t)mz__descriptors;
        op->size2 = sizeof mz__descriptors;
    }
}

const char *file_question_refused(uint64_t function, uint64_t first, uint64_t second)
{
    enum question q = asks(function);
    const char *path = (const char *)(q == BY_PATH ? first : q == BY_THIRD ? 0 : second);
    if (q == NONE)
        return NULL;
    if (path && path_tells_of_process(path))
        return "of a process in /proc";
    return descriptors_write() || (q >= BY_DESCRIPTOR && descriptors_differ()) ? "after a file was opened" : NULL;
}
