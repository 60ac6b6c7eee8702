/* file_questions.c - see file_questions.h. */
#include "probe/files/file_questions.h"

#include "model/calls.h"
#include "probe/files/descriptors.h"
#include "world/world.h"

/* The traits of a guarded function: known once they were asked for. */
static uint64_t traits_of(uint64_t function)
{
    static uint64_t traits[WIRE_MAX_GUARDED];
    static bool known[WIRE_MAX_GUARDED];
    if (!known[function])
        traits[function] = calls_traits(mz__world.wire->guarded_function[function].name);
    known[function] = true;
    return traits[function];
}

void file_question_announced(struct op *op, uint64_t function)
{
    if (traits_path(traits_of(function))) {
        op->addr2 = (uint64_t)mz__descriptors;
        op->size2 = sizeof mz__descriptors;
    }
}

const char *file_question_refused(uint64_t function, uint64_t first, uint64_t second)
{
    uint64_t traits = traits_of(function);
    unsigned number = traits_path(traits);
    const char *path = (const char *)(number == 1 ? first : number == 2 ? second : 0);
    if (number == 0)
        return NULL;
    if (path && path_tells_of_process(path))
        return "of a process in /proc";
    return descriptors_write() || (traits_path_at(traits) && descriptors_differ()) ? "after a file was opened" : NULL;
}
