/* unseen.c - see unseen.h. */
#include "tool/gaps/unseen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/gaps/machine_code.h"
#include "tool/gaps/objects.h"
#include "tool/kept.h"

/* Of so many of one kind each has a sentence of its own. */
enum { FEW = 3 };

/* A kind of complaint is known by what it says. */
static const struct kind {
    const char *says, *of_many; /* many, their number and places */
} kinds[] = {
    {"by inline assembly", "inline assembly accesses memory, has no hooks and goes unseen"},
    {"by a builtin", "builtins of the processor's access memory, have no hooks and go unseen"},
    {"has no hooks (no_sanitize", "functions have no hooks (no_sanitize, or inline assembly), and their accesses to memory go unseen"},
};

/* A complaint begins with its place, "f.c:12: …": that, with the file's name as it is for the system, from here. */
static char *place_of(const char *complaint)
{
    const char *line = strchr(complaint, ':'), *end = line ? strchr(line + 1, ':') : NULL;
    if (!end)
        return NULL;
    char *file = format_text("%.*s", (int)(line - complaint), complaint), *whole = realpath(file, NULL);
    return format_text("%s%.*s", whole ? whole : file, (int)(end - line), line);
}

/* Inline assembly and builtins are found in the source and in the machine code, and in each object that has them from a header, perhaps
 * under another name of the file: once is enough. `told`: their places. */
static void add_complaints(struct strings *all, struct strings *told, const struct strings *more)
{
    for (size_t i = 0; i < more->count; i++) {
        const char *place = place_of(more->at[i]);
        if (place && strings_contain(told, place))
            continue;
        strings_add(all, more->at[i]);
        if (place && (strstr(more->at[i], kinds[0].says) || strstr(more->at[i], kinds[1].says)))
            strings_add(told, place);
    }
}

/* --- kept from one check to the next ----------------------------------------------------------------------------------------- */

/* Smaller files are looked at again: that takes as long as reading what was kept. */
enum { LARGE = 1 << 20, KEPT_VERSION = 1 };

static struct strings scanned(const char *path)
{
    struct strings all = object_complaints(path), code = machine_complaints(path);
    strings_append(&all, &code);
    return all;
}

/* Complaints follow each other, with a zero byte behind each. */
static struct strings from_kept(const char *content, size_t size)
{
    struct strings all = {0};
    for (size_t at = 0; at < size; at += strlen(content + at) + 1)
        strings_add(&all, content + at);
    return all;
}

static void keep(const char *file, const struct strings *all)
{
    char *content = NULL;
    size_t size = 0;
    for (size_t i = 0; i < all->count; i++) {
        size_t length = strlen(all->at[i]) + 1;
        content = resize(content, size + length);
        memcpy(content + size, all->at[i], length);
        size += length;
    }
    kept_write(file, content ? content : "", size);
    free(content);
}

/* Files are named as they are from here, and the program by its name: that counts, too. */
static struct strings complaints_about(const char *path)
{
    struct stat status;
    char *here = getcwd(NULL, 0);
    bool large = stat(path, &status) == 0 && status.st_size >= LARGE;
    char *file = large && here ? kept_file("gaps", KEPT_VERSION, path, format_text("%s %s", here, path)) : NULL;
    size_t size;
    char *content = file ? kept_read(file, &size) : NULL; /* what is kept is pointed to from now on */
    bool whole = content && (size == 0 || content[size - 1] == '\0');
    struct strings all = whole ? from_kept(content, size) : scanned(path);
    if (whole)
        kept_used(file);
    else if (file)
        keep(file, &all);
    free(here);
    return all;
}

/* --- all files ------------------------------------------------------------------------------------------------------------------ */

static struct strings complaints_of(const struct wire *w)
{
    struct strings all = {0}, told = {0};
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &w->module[i];
        if (!wire_module_is_programs(m))
            continue;
        struct strings one = complaints_about(m->path);
        add_complaints(&all, &told, &one);
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

struct strings unseen_notes(const struct wire *wire, struct strings *whole)
{
    struct strings complaints = complaints_of(wire), notes = {0};
    *whole = complaints;
    for (size_t i = 0; i < complaints.count; i++) {
        const struct kind *kind = kind_of(complaints.at[i]);
        size_t count = kind ? count_of(&complaints, kind) : 1;
        char *note = count > FEW ? in_one_sentence(&complaints, kind, count) : complaints.at[i];
        if (!strings_contain(&notes, note))
            strings_add(&notes, note);
    }
    return notes;
}
