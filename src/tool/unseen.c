/* unseen.c - see unseen.h. */
#include "tool/unseen.h"

#include <string.h>

#include "tool/machine_code.h"
#include "tool/objects.h"

/* Of so many of one kind each has a sentence of its own. */
enum { FEW = 3 };

/* A kind of complaint is known by what it says. */
static const struct kind {
    const char *says, *of_many; /* many, their number and places */
} kinds[] = {
    {"by inline assembly", "inline assembly accesses memory, has no hooks and goes unseen"},
    {"has no hooks (no_sanitize", "functions have no hooks (no_sanitize, or inline assembly), and their accesses to memory go unseen"},
};

/* Inline assembly is found in the source and in the machine code: once is enough. */
static bool is_told(const struct strings *complaints, const char *another)
{
    const char *line = strchr(another, ':'), *end = line ? strchr(line + 1, ':') : NULL;
    for (size_t i = 0; end && i < complaints->count; i++)
        if (strncmp(complaints->at[i], another, (size_t)(end - another)) == 0 && strstr(complaints->at[i], kinds[0].says))
            return true;
    return false;
}

static struct strings complaints_of(const struct wire *w)
{
    struct strings all = {0};
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &w->module[i];
        if (!wire_module_is_programs(m))
            continue;
        struct strings units = object_complaints(m->path), code = machine_complaints(m->path);
        strings_append(&all, &units);
        for (size_t k = 0; k < code.count; k++)
            if (!is_told(&all, code.at[k]))
                strings_add(&all, code.at[k]);
    }
    return all;
}

static const struct kind *kind_of(const char *complaint)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(complaint, kinds[i].says))
            return &kinds[i];
    return NULL;
}

static size_t count_of(const struct strings *complaints, const struct kind *kind)
{
    size_t count = 0;
    for (size_t i = 0; i < complaints->count; i++)
        count += kind_of(complaints->at[i]) == kind;
    return count;
}

/* A complaint begins with its place: "f.c:12: work() …". */
static char *in_one_sentence(const struct strings *complaints, const struct kind *kind, size_t count)
{
    char *text = format_text("%s, in %zu places: ", kind->of_many, count);
    size_t shown = 0;
    for (size_t i = 0; i < complaints->count && shown < FEW; i++) {
        const char *end = strstr(complaints->at[i], ": ");
        if (kind_of(complaints->at[i]) != kind || !end)
            continue;
        text = format_text("%s%s%.*s", text, shown ? ", " : "", (int)(end - complaints->at[i]), complaints->at[i]);
        shown++;
    }
    return format_text("%s and %zu more", text, count - shown);
}

struct strings unseen_notes(const struct wire *wire)
{
    struct strings complaints = complaints_of(wire), notes = {0};
    for (size_t i = 0; i < complaints.count; i++) {
        const struct kind *kind = kind_of(complaints.at[i]);
        size_t count = kind ? count_of(&complaints, kind) : 1;
        char *note = count > FEW ? in_one_sentence(&complaints, kind, count) : complaints.at[i];
        if (!strings_contain(&notes, note))
            strings_add(&notes, note);
    }
    return notes;
}
