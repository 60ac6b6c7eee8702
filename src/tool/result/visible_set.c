/* visible_set.c - see visible_set.h. */
#include "tool/result/visible_set.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/binary/symbols/variables.h"
#include "tool/cli/result_file.h"
#include "tool/trace/trace_file.h"

static const char magic[] = "mazurka-visible 1";

/* Region where the runtime puts stacks and heaps: addresses there mean nothing in another layout. */
struct arenas {
    uint64_t stack_lo, stack_span, heap_lo, heap_span;
};

/* A set as it was read. */
static struct {
    const char    *path;
    unsigned       line;
    struct arenas  arenas;
    struct strings modules; /* by number */
    struct range_list ranges;
    uint64_t       bytes;
} given;

static FILE *output;

static struct arenas arenas_of(const struct wire *w)
{
    return (struct arenas){w->stack_lo, w->stack_span, w->heap_lo, w->heap_span};
}

/* --- reading ----------------------------------------------------------------------------------------------------------- */

static void refuse(const char *what) __attribute__((noreturn));
static void refuse(const char *what)
{
    die("--visible-from=%s: line %u: %s", given.path, given.line, what);
}

static void add(struct range_list *list, struct wire_range range)
{
    if (range.length > MOST_VISIBLE - given.bytes)
        refuse("the ranges are too long together");
    list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] = range;
    given.bytes += range.length;
}

/* "module N NAME" */
static void read_module(const char *rest)
{
    char *name;
    unsigned long number = strtoul(rest, &name, 10);
    if (name == rest || *name != ' ' || number != given.modules.count || number >= WIRE_MAX_MODULES)
        refuse("expected the number of a module, one more than the one before, and its name");
    strings_add(&given.modules, format_text("%s", name + 1));
}

/* "shared SPACE START LENGTH", and a name, which is for people */
static void read_range(const char *rest)
{
    struct wire_range r;
    char space[16];
    int used = 0;
    if (sscanf(rest, "%15s %" SCNx64 " %" SCNu32 "%n", space, &r.start, &r.length, &used) != 3 || (rest[used] && rest[used] != ' '))
        refuse("expected \"arena\" or the number of a module, a start in hexadecimal and a length");
    char *end;
    unsigned long number = strtoul(space, &end, 10);
    if (strcmp(space, "arena") == 0)
        r.space = 0;
    else if (end != space && !*end && number < given.modules.count)
        r.space = (uint32_t)number + 1;
    else
        refuse("expected \"arena\" or the number of a module that was named before");
    if (r.length == 0 || r.start + r.length < r.start)
        refuse("this is not a range of memory");
    add(&given.ranges, r);
}

static void read_fingerprint(const char *rest, const char *program)
{
    struct fingerprint was = {0}, is = {0};
    char id[128];
    if (sscanf(rest, "%127s %" SCNx64 " %" SCNu64, id, &was.digest, &was.size) != 3)
        refuse("expected the build id of the program (or -), its digest and its size");
    was.build_id = strcmp(id, "-") != 0 ? id : NULL;
    if (!fingerprint_of(program, &is))
        die("cannot read %s: %s", program, strerror(errno));
    if (!fingerprint_equal(&was, &is))
        die("--visible-from=%s is of another program, or of another version of it (build id %s, this one has %s): write it anew with "
            "--visible-to", given.path, id, is.build_id ? is.build_id : "none");
}

static void read_arenas(const char *rest)
{
    struct arenas *a = &given.arenas;
    if (sscanf(rest, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &a->stack_lo, &a->stack_span, &a->heap_lo, &a->heap_span) != 4)
        refuse("expected where stacks and heaps begin, and how far apart they are");
}

static void read_line(const char *line, const char *program, bool *identified)
{
    static const char *const words[] = {"program ", "arenas ", "module ", "shared "};
    unsigned i = 0;
    while (i < 4 && !starts_with(line, words[i]))
        i++;
    const char *rest = i < 4 ? line + strlen(words[i]) : line;
    switch (i) {
    case 0:
        read_fingerprint(rest, program);
        *identified = true;
        break;
    case 1: read_arenas(rest); break;
    case 2: read_module(rest); break;
    case 3: read_range(rest); break;
    default:
        if (*line && *line != '#')
            refuse("expected program, arenas, module, shared or a comment (#)");
    }
}

struct range_list visible_set_read(const char *path, const char *program)
{
    size_t length;
    char *text = read_whole_file(path, &length), *rest = NULL;
    bool identified = false;
    if (!text)
        die("--visible-from=%s: %s", path, strerror(errno));
    memset(&given, 0, sizeof given);
    given.path = path;
    if (strlen(text) != length || !starts_with(text, magic) || text[strlen(magic)] != '\n')
        die("--visible-from=%s: this is not a file that --visible-to has written (its first line is \"%s\")", path, magic);
    given.line = 1;
    text += strlen(magic) + 1;
    for (char *end; *text; text = rest) {
        given.line++;
        end = strchr(text, '\n');
        if (!end)
            refuse("the line has no end: the file is not complete");
        *end = '\0';
        rest = end + 1;
        read_line(text, program, &identified);
    }
    if (!identified || !given.arenas.stack_span)
        die("--visible-from=%s: the file does not name its program: it is not complete", path);
    return given.ranges;
}

/* --- after the search -------------------------------------------------------------------------------------------------- */

void visible_set_compare(struct report *r)
{
    const struct wire *w = r->search->wire;
    if (!r->settings->visible_from || r->search->end != LAUNCH_DONE || w->stack_span == 0)
        return;
    struct arenas now = arenas_of(w);
    if (memcmp(&now, &given.arenas, sizeof now) != 0)
        die("--visible-from=%s: stacks and heaps were elsewhere when the file was written "
            "(other --stack, --heap or ulimit -v): write it anew", given.path);
    for (size_t i = 0; i < given.modules.count; i++)
        if (i >= w->modules || strcmp(path_base(w->module[i].path), given.modules.at[i]) != 0)
            die("--visible-from=%s: the program had other libraries when the file was written (%s): write it anew", given.path,
                given.modules.at[i]);
    uint64_t found = w->counters.visible_bytes;
    if (found > given.bytes)
        strings_addf(&r->notes, "%" PRIu64 " bytes more than in %s proved to be shared and were made visible: numbers are not those of "
                                "that set (--visible-to=FILE writes the larger one)", found - given.bytes, given.path);
}

void visible_set_open(const char *path)
{
    if (path && !(output = result_open(path)))
        die("--visible-to=%s: %s", path, strerror(errno));
}

/* What lies there, for people; a new string. */
static char *name_of(struct symbols *s, const struct wire *w, const struct wire_range *r)
{
    struct value_type type;
    uint64_t base = r->space ? w->module[r->space - 1].base : 0;
    char *name = s ? variables_name(s, base + r->start, r->length, &type) : NULL;
    name = name || !s ? name : variables_name(s, base + r->start, 1, &type);
    return name ? format_text(" %s", name) : format_text("%s", "");
}

bool visible_set_write(const struct report *r)
{
    const struct wire *w = r->search->wire;
    struct fingerprint f = {0};
    if (!output)
        return true;
    uint64_t count = r->search->end == LAUNCH_DAMAGED ? 0 : w->ranges < WIRE_MAX_RANGES ? w->ranges : WIRE_MAX_RANGES;
    struct arenas a = arenas_of(w);
    struct symbols *symbols = symbols_open(w);
    fingerprint_of(r->program, &f);
    fprintf(output, "%s\n# %s\nprogram %s %" PRIx64 " %" PRIu64 "\n", magic, path_base(r->program), f.build_id ? f.build_id : "-",
        f.digest, f.size);
    fprintf(output, "arenas %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64 "\n", a.stack_lo, a.stack_span, a.heap_lo, a.heap_span);
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++)
        fprintf(output, "module %u %s\n", i, path_base(w->module[i].path));
    for (uint64_t i = 0; i < count; i++) {
        const struct wire_range *range = &wire_ranges(w)[i];
        if (range->space & WIRE_RANGE_MIXED)
            continue;
        char *space = range->space ? format_text("%u", range->space - 1) : format_text("arena");
        fprintf(output, "shared %s %" PRIx64 " %" PRIu32 "%s\n", space, range->start, range->length, name_of(symbols, w, range));
    }
    bool written = result_close(output) == 0;
    output = NULL;
    if (!written)
        warn("cannot write the set of visible memory %s: %s", r->settings->visible_to, strerror(errno));
    return written;
}
