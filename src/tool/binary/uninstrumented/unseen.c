/* unseen.c - see unseen.h. */
#include "tool/binary/uninstrumented/unseen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/binary/elf/objects.h"
#include "tool/binary/elf/program_cache.h"
#include "tool/binary/liveness/image.h"
#include "tool/binary/uninstrumented/gap_cache.h"
#include "tool/binary/uninstrumented/machine_code.h"

/* Up to so many of one kind have a sentence of their own each. */
enum { FEW = 3 };

/* A kind of complaint is known by what it says. */
static const struct kind {
    const char *says, *of_many; /* many, their number and places */
    const char *at_its_end;     /* what follows the place, or the function */
} kinds[] = {
    {"by inline assembly", "inline assembly accesses memory, has no hooks and goes unseen", ": "},
    {"by a builtin", "builtins of the processor's access memory, have no hooks and go unseen", ": "},
    {"has no hooks (no_sanitize", "functions have no hooks (no_sanitize, or inline assembly), and their accesses to memory go unseen",
     ": "},
    {" has no debug information and perhaps no hooks", "functions have no debug information and perhaps no hooks (compile them with "
                                                       "`mazurka cc`)", " has no debug"},
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

/* --- the gaps of a file ---------------------------------------------------------------------------------------------------- */

static struct gap_list scan(const char *path)
{
    char *why;
    struct gap_list gaps = {0};
    struct image *image = image_open(path, &why);
    object_gaps(&gaps, image, path);
    if (image) {
        machine_gaps(&gaps, image, path);
        image_close(image);
    }
    return gaps;
}

/* A small file is looked at again: that takes as long as reading what was kept. Files are named as they are from here, and the program by
 * its name: that counts, too. */
static struct gap_list gaps_of(const char *path)
{
    enum { LARGE = 1 << 16 };
    struct stat status;
    struct gap_list gaps = {0};
    char *here = getcwd(NULL, 0);
    bool large = stat(path, &status) == 0 && status.st_size >= LARGE;
    char *file = large && here ? program_cache_file("gaps", GAPS_VERSION, path, format_text("%s %s", here, path)) : NULL;
    if (file && gaps_read(file, &gaps)) {
        program_cache_used(file);
    } else {
        gaps = scan(path);
        if (file)
            gaps_write(file, &gaps);
    }
    free(here);
    return gaps;
}

const struct gap_list *unseen_gaps(const char *path)
{
    static struct scanned {
        const char      *path;
        struct gap_list *gaps;
    } *scanned;
    static size_t count;
    for (size_t i = 0; i < count; i++)
        if (strcmp(scanned[i].path, path) == 0)
            return scanned[i].gaps;
    scanned = resize(scanned, (count + 1) * sizeof *scanned);
    scanned[count] = (struct scanned){format_text("%s", path), allocate(sizeof(struct gap_list))};
    *scanned[count].gaps = gaps_of(path);
    return scanned[count++].gaps;
}

/* --- what became of them --------------------------------------------------------------------------------------------------- */

/* Its number among those with spots; as many as there are: it has none. */
static uint32_t file_of(const struct wire *w, const struct wire_module *m)
{
    uint32_t file = 0;
    if (m->flags & WIRE_MODULE_PROGRAM)
        return file;
    for (file = 1; file < w->spot_files && file < WIRE_MAX_SPOT_FILES; file++)
        if (strcmp(w->spot_file[file].path, m->path) == 0)
            break;
    return file;
}

/* Thread that has come to it: the number of a thread plus 1; 0: nobody has. *known: somebody would have noticed. Set-up is run as it is,
 * and what it leaves is what counts, if anything follows. */
static uint32_t comer(const struct wire *w, uint32_t file, const struct gap_list *gaps, const struct gap *gap, bool *known)
{
    *known = gap->spots > 0 && !w->spots_lost;
    for (size_t i = 0; i < gap->spots; i++) {
        uint32_t n = wire_spot_at(w, file, gaps->spots[gap->first + i].at);
        const struct wire_spot *spot = n < WIRE_MAX_SPOTS ? &w->spot[n] : NULL;
        *known &= spot && spot->laid;
        if (spot && spot->reached)
            return spot->reached;
        if (spot && spot->in_setup && (gap->in_setup || w->counters.threads <= 1))
            return 1;
    }
    return 0;
}

/* Inline assembly and builtins are found in the source and in the machine code, and in each object that has them from a header, perhaps
 * under another name of the file: once is enough. `told`: their places. */
static void add_complaint(struct strings *all, struct strings *told, const char *says, uint32_t by)
{
    const char *place = place_of(says);
    if (place && strings_contain(told, place))
        return;
    strings_add(all, by ? format_text("%s (reached by thread %u)", says, by - 1) : format_text("%s", says));
    if (place && (strstr(says, kinds[0].says) || strstr(says, kinds[1].says)))
        strings_add(told, place);
}

static void add_gaps(struct unseen *u, struct strings told[2], const struct wire *w, const struct wire_module *m)
{
    const struct gap_list *gaps = unseen_gaps(m->path);
    uint32_t file = file_of(w, m);
    for (size_t i = 0; i < gaps->count; i++) {
        bool known;
        if (gaps->at[i].bare && file == 0 && w->bare_laid)
            continue; /* treated as functions of libraries */
        uint32_t by = comer(w, file, gaps, &gaps->at[i], &known);
        bool counts = by || !known;
        add_complaint(counts ? &u->reached : &u->unreached, &told[counts], gaps->at[i].says, by);
    }
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
        const char *end = strstr(complaints->at[i], kind->at_its_end);
        if (kind_of(complaints->at[i]) != kind || !end)
            continue;
        text = format_text("%s%s%.*s", text, shown ? ", " : "", (int)(end - complaints->at[i]), complaints->at[i]);
        shown++;
    }
    return format_text("%s and %zu more", text, count - shown);
}

static struct strings in_few_words(const struct strings *complaints)
{
    struct strings notes = {0};
    for (size_t i = 0; i < complaints->count; i++) {
        const struct kind *kind = kind_of(complaints->at[i]);
        size_t count = kind ? count_of(complaints, kind) : 1;
        char *note = count > FEW ? in_one_sentence(complaints, kind, count) : complaints->at[i];
        if (!strings_contain(&notes, note))
            strings_add(&notes, note);
    }
    return notes;
}

struct unseen unseen_of(const struct wire *wire)
{
    struct unseen u = {0};
    struct strings told[2] = {{0}};
    for (uint32_t i = 0; i < wire->modules && i < WIRE_MAX_MODULES; i++)
        if (wire_module_is_programs(&wire->module[i]))
            add_gaps(&u, told, wire, &wire->module[i]);
    u.places = u.reached;
    u.reached = in_few_words(&u.places);
    return u;
}
