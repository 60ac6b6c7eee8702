/* spots.c - see spots.h. */
#include "tool/run/spots.h"

#include <stdlib.h>
#include <string.h>

#include "tool/gaps/objects.h"
#include "tool/gaps/unseen.h"
#include "tool/report/asserts.h"
#include "tool/util.h"

static void add(struct wire *w, struct wire_spot_file *file, uint64_t at, uint64_t end)
{
    if (file->first + file->count < WIRE_MAX_SPOTS)
        w->spot[file->first + file->count++] = (struct wire_spot){.at = at, .end = end};
}

static int by_address(const void *a, const void *b)
{
    const struct wire_spot *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

/* Each once; where a function begins, with its end. */
static void put_in_order(struct wire *w, struct wire_spot_file *file)
{
    struct wire_spot *spot = &w->spot[file->first];
    uint32_t kept = 0;
    qsort(spot, file->count, sizeof *spot, by_address);
    for (uint32_t i = 0; i < file->count; i++)
        if (kept == 0 || spot[kept - 1].at != spot[i].at)
            spot[kept++] = spot[i];
    file->count = kept;
}

static void add_file(struct wire *w, const char *path, const struct asserts *asserts)
{
    struct wire_spot_file *file = &w->spot_file[w->spot_files];
    const struct gap_list *gaps = unseen_gaps(path);
    if (w->spot_files == WIRE_MAX_SPOT_FILES || strlen(path) >= sizeof file->path)
        return;
    w->spot_files++;
    strcpy(file->path, path);
    file->first = w->spots;
    for (size_t i = 0; asserts && i < asserts->spot_count; i++)
        add(w, file, asserts->spots[i], 0);
    for (size_t i = 0; i < gaps->spot_count; i++)
        add(w, file, gaps->spots[i].at, gaps->spots[i].end);
    if (file->count)
        put_in_order(w, file);
    w->spots += file->count;
}

/* Libraries with hooks that the program will have when it starts, by the dynamic linker, which runs nothing of it. Of others, which it
 * loads by itself, nothing is laid. */
static struct strings libraries_of(const char *program)
{
    char *const argv[] = {"env", "LD_TRACE_LOADED_OBJECTS=1", (char *)(uintptr_t)program, NULL};
    struct strings libraries = {0};
    int status;
    char *said = capture_process(argv, &status);
    for (char *line = status == 0 ? strtok(said, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        const char *path = strchr(line, '/'), *end = path ? strstr(path, " (0x") : NULL;
        char *file = end ? format_text("%.*s", (int)(end - path), path) : NULL;
        if (file && library_is_instrumented(file) && !starts_with(path_base(file), "libmazurka.") &&
            !starts_with(path_base(file), "libmazurka-wide."))
            strings_add(&libraries, file);
    }
    free(said);
    return libraries;
}

void spots_send(struct wire *w, const char *program, const struct asserts *asserts)
{
    struct strings libraries = libraries_of(program);
    w->spots = w->spot_files = 0;
    add_file(w, program, asserts);
    for (size_t i = 0; i < libraries.count; i++)
        add_file(w, libraries.at[i], NULL);
}
