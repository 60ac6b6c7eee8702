/* spots.c - see spots.h. */
#include "tool/run/spots.h"

#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/asserts/asserts.h"
#include "tool/binary/uninstrumented/unseen.h"
#include "tool/cli/util.h"
#include "tool/run/launched.h"
#include "tool/run/loaded_libraries.h"

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

/* `l`: the file is its program; NULL: a library. */
static void add_file(struct wire *w, const char *path, const struct launch *l)
{
    const struct asserts *asserts = l ? l->asserts : NULL;
    struct wire_spot_file *file = &w->spot_file[w->spot_files];
    const struct gap_list *gaps = unseen_gaps(path);
    if (w->spot_files == WIRE_MAX_SPOT_FILES || strlen(path) >= sizeof file->path)
        return;
    w->spot_files++;
    strcpy(file->path, path);
    file->first = w->spots;
    for (size_t i = 0; asserts && asserts->spot_count <= ASSERTS_MOST && i < asserts->spot_count; i++)
        add(w, file, asserts->spots[i], 0);
    for (size_t i = 0; l && i < l->watched_count; i++)
        add(w, file, l->watched[i], 0);
    for (size_t i = 0; i < gaps->count; i++)
        for (size_t k = 0; k < gaps->at[i].spots && !(gaps->at[i].bare && w->spot_files == 1 && w->bares); k++)
            add(w, file, gaps->spots[gaps->at[i].first + k].at, gaps->spots[gaps->at[i].first + k].end);
    if (file->count)
        put_in_order(w, file);
    w->spots += file->count;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void add_bare(struct wire *w, const struct gap_list *gaps, const struct gap *gap)
{
    for (size_t i = 0; i < gap->spots; i++)
        w->bare[w->bares++] = gaps->spots[gap->first + i].at;
}

void spots_send_bare(struct wire *w, const char *program)
{
    const struct gap_list *gaps = unseen_gaps(program);
    uint32_t kept = 0;
    size_t count = 0;
    w->bares = 0;
    if (calls_are_listed(w->config.trust, "all"))
        return;
    for (size_t i = 0; i < gaps->count; i++)
        count += gaps->at[i].bare ? gaps->at[i].spots : 0;
    for (size_t i = 0; i < gaps->count && count <= WIRE_MAX_BARE; i++)
        if (gaps->at[i].bare)
            add_bare(w, gaps, &gaps->at[i]);
    if (w->bares)
        qsort(w->bare, w->bares, sizeof *w->bare, by_value);
    for (uint32_t i = 0; i < w->bares; i++)
        if (kept == 0 || w->bare[kept - 1] != w->bare[i])
            w->bare[kept++] = w->bare[i];
    w->bares = kept;
}

static bool is_runtime(const char *library)
{
    return starts_with(path_base(library), "libmazurka.") || starts_with(path_base(library), "libmazurka-wide.");
}

/* Libraries that the program loads by itself get none. */
void spots_send(struct wire *w, const struct launch *l)
{
    const struct strings *libraries = loaded_libraries(l->program);
    w->spots = w->spot_files = 0;
    add_file(w, l->program, l);
    for (size_t i = 0; i < libraries->count; i++)
        if (!is_runtime(libraries->at[i]))
            add_file(w, libraries->at[i], NULL);
}
