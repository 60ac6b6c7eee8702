/* changed_code.c - see changed_code.h. */
#include "apps/diff/code/changed_code.h"

#include <stdlib.h>
#include <string.h>

#include "apps/diff/code/code_text.h"
#include "apps/diff/code/conditionals.h"
#include "apps/diff/code/lock_blocks.h"
#include "apps/diff/code/macros.h"
#include "apps/diff/code/other_files.h"
#include "apps/diff/code/inclusion.h"

struct making {
    struct program_map      *map;
    const struct source_map *sources;
    const struct sides      *sides;
    struct fragments        *list;
    struct macros            macros;
    const struct source_file **file_of; /* of each site; NULL: unknown */
};

static const struct source_file *file_named(const struct source_map *sources, const char *name)
{
    for (size_t i = 0; name && i < sources->known.count; i++)
        if (sources->known.at[i] == name || strcmp(sources->known.at[i], name) == 0)
            return &sources->files[sources->meant[i]];
    return NULL;
}

static struct making making_of(struct program_map *map, const struct source_map *sources, const struct sides *sides,
                               struct fragments *list)
{
    struct making m = {.map = map, .sources = sources, .sides = sides, .list = list};
    m.file_of = allocate((map->site_count + 1) * sizeof *m.file_of);
    for (size_t i = 0; i < map->site_count; i++) {
        bool as_before = i && map->sites[i].file == map->sites[i - 1].file;
        m.file_of[i] = as_before ? m.file_of[i - 1] : file_named(sources, map->sites[i].file);
    }
    return m;
}

/* One changed file. */
struct edited {
    const struct changed_file *change;
    const struct source_file  *file; /* NULL: the program has no code of it */
    const char      *shown;
    struct code_text old_text, new_text;
};

char *fragment_title(const struct code_fragment *f)
{
    if (!f->from)
        return format_text("%s()", f->function);
    return f->from == f->to ? format_text("%s:%u", f->shown, f->from) : format_text("%s:%u-%u", f->shown, f->from, f->to);
}

static char *lines_named(const char *file, size_t from, size_t to)
{
    return from >= to ? format_text("%s:%zu", file, from) : format_text("%s:%zu-%zu", file, from, to);
}

/* --- what is in a range of lines ------------------------------------------------------------------------------------------- */

static bool is_in(const struct making *m, size_t site, const struct source_file *file, unsigned from, unsigned to)
{
    unsigned line = m->map->sites[site].line;
    return m->file_of[site] == file && line >= from && line <= to;
}

static const char *word_for(const struct site *site)
{
    const char *name = site->name ? site->name : "";
    if (site->kind == SITE_ACCESS)
        return strstr(name, "atomic") ? "atomic" : strstr(name, "write") ? "write" : "read";
    return site->kind == SITE_LOCK ? "lock" : site->kind == SITE_UNLOCK ? "unlock" : site->kind == SITE_SYNC ? name : "call";
}

/* The kinds of thread interactions there, each once. */
static struct strings interactions(const struct making *m, const struct source_file *file, unsigned from, unsigned to)
{
    struct strings words = {0};
    for (size_t i = 0; i < m->map->site_count; i++) {
        const struct site *site = &m->map->sites[i];
        if (is_in(m, i, file, from, to) && program_map_interacts(m->map, site) && !strings_contain(&words, word_for(site)))
            strings_add(&words, word_for(site));
    }
    return words;
}

static int by_line(const void *a, const void *b)
{
    const struct lock_step *x = a, *y = b;
    return x->line != y->line ? (x->line < y->line ? -1 : 1) : y->step - x->step; /* a lock and an unlock in one line: in this order */
}

/* A line may have been compiled several times, for copies of a function that was inlined: it counts once for each kind. */
static struct lock_blocks blocks_of(const struct making *m, const struct source_file *file, const struct source_function *function)
{
    struct lock_step *steps = NULL;
    size_t count = 0;
    for (size_t i = 0; i < m->map->site_count; i++) {
        const struct site *site = &m->map->sites[i];
        int step = program_map_lock_step(m->map, site);
        bool known = step == 0 || !is_in(m, i, file, function->from, function->to);
        for (size_t k = 0; k < count && !known; k++)
            known = steps[k].line == site->line && steps[k].step == step;
        if (known)
            continue;
        steps = resize(steps, (count + 1) * sizeof *steps);
        steps[count++] = (struct lock_step){site->line, step};
    }
    if (count)
        qsort(steps, count, sizeof *steps, by_line);
    struct lock_blocks blocks = lock_blocks_of(steps, count, function->to);
    free(steps);
    return blocks;
}

/* --- adding ---------------------------------------------------------------------------------------------------------------- */

/* Fragments that overlap become one. */
static bool join(struct making *m, const struct code_fragment *f)
{
    for (size_t i = 0; i < m->list->count; i++) {
        struct code_fragment *other = &m->list->at[i];
        if (other->file != f->file || f->from > other->to || f->to < other->from)
            continue;
        other->from = f->from < other->from ? f->from : other->from;
        other->to = f->to > other->to ? f->to : other->to;
        other->removed |= f->removed;
        return true;
    }
    return false;
}

/* Its code, once its lines are known. A function that was inlined everywhere may have left no code at its own lines. */
static bool find_code(const struct making *m, struct code_fragment *f, char **why)
{
    char *text = format_text("%s:%u-%u", f->file->name, f->from, f->to);
    if (!fragment_of_lines(m->map->symbols, text, &f->code, why))
        return false;
    f->what = interactions(m, f->file, f->from, f->to);
    return true;
}

static void add(struct making *m, const struct source_file *file, const char *shown, const struct source_function *function, unsigned from,
                unsigned to, bool removed)
{
    struct code_fragment f = {.file = file, .shown = shown, .function = function->name, .from = from, .to = to, .removed = removed};
    if (join(m, &f))
        return;
    m->list->at = resize(m->list->at, (m->list->count + 1) * sizeof *m->list->at);
    m->list->at[m->list->count++] = f;
}

/* --- kinds of changes ------------------------------------------------------------------------------------------------------ */

/* The smallest locked block around lines, else the function. */
static void extend_to_block(const struct making *m, const struct source_file *file, const struct source_function *function, unsigned *from,
                            unsigned *to)
{
    struct lock_blocks blocks = blocks_of(m, file, function);
    if (!lock_blocks_around(&blocks, from, to)) {
        *from = function->from;
        *to = function->to;
    }
    lock_blocks_free(&blocks);
}

static void around(struct making *m, const struct source_file *file, const char *shown, const struct source_function *function,
                   unsigned line, bool removed)
{
    unsigned from = line, to = line;
    extend_to_block(m, file, function, &from, &to);
    add(m, file, shown, function, from, to, removed);
}

/* Lines of one function that were added or changed. False: they have no thread interaction. */
static bool within(struct making *m, const struct source_file *file, const char *shown, const struct source_function *function,
                   unsigned from, unsigned to)
{
    struct strings found = interactions(m, file, from, to);
    if (!found.count)
        return false;
    struct lock_blocks blocks = blocks_of(m, file, function);
    lock_blocks_extend(&blocks, &from, &to);
    add(m, file, shown, function, from, to, false);
    lock_blocks_free(&blocks);
    return true;
}

/* The function that a place between two lines is in: behind `line`. */
static const struct source_function *function_behind(const struct source_file *file, size_t line)
{
    const struct source_function *f = line ? source_file_function(file, (unsigned)line) : NULL;
    return f && line < f->to ? f : NULL;
}

/* What was removed may have been an interaction: the program that had it is gone, so that only its text can be asked. */
static void take_removed(struct making *m, const struct edited *e, const struct hunk *h, size_t line)
{
    const struct source_function *function = e->file ? function_behind(e->file, line) : NULL;
    if (function)
        around(m, e->file, e->shown, function, (unsigned)line, true);
    else if (!macros_edited(&m->macros, &e->old_text, h->old_from, h->old_count))
        strings_addf(e->file ? &m->list->left_out : &m->list->foreign, "%s: removed outside of functions: what used that has changed, too",
            lines_named(e->shown, line ? line : 1, line));
}

/* The function that begins with a line before its name. */
static const struct source_function *begun_by(const struct edited *e, size_t line)
{
    size_t first = line, last = line;
    code_text_statement(&e->new_text, &first, &last);
    for (size_t i = 0; i < e->file->count; i++)
        if (e->file->functions[i].from >= first && e->file->functions[i].from <= last)
            return &e->file->functions[i];
    return NULL;
}

/* A line that is in no function: all of the one that it begins has changed, else something may depend on it. */
static size_t take_outside(struct making *m, const struct edited *e, size_t line, bool *declaration)
{
    if (!code_text_has_code(&e->new_text, line) || code_text_includes(&e->new_text, line))
        return 0;
    const struct source_function *f = begun_by(e, line);
    if (f)
        add(m, e->file, e->shown, f, f->from, f->to, false);
    *declaration |= !f;
    return f != NULL;
}

/* The end of one function and the beginning of another, with which git may begin or end what was put between them. */
static bool is_rim(const struct edited *e, size_t from, size_t to)
{
    char *tokens = code_text_tokens(&e->new_text, from, to);
    bool rim = strspn(tokens, "{}") == strlen(tokens);
    free(tokens);
    return rim;
}

/* Lines [from, to] of the new side have code. They are taken apart by functions. A statement that does nothing which others can notice
 * may still decide what is done before or after it (return, #if, an index): then what is around it is looked at. */
static size_t take_added(struct making *m, const struct edited *e, size_t from, size_t to, bool replaced, bool *outside)
{
    size_t taken = 0;
    *outside = false;
    for (size_t at = from; at <= to;) {
        const struct source_function *f = source_file_function(e->file, (unsigned)at);
        if (!f) {
            taken += take_outside(m, e, at++, outside);
            continue;
        }
        size_t first = at, last = to < f->to ? to : f->to;
        bool rim = (from < f->from || to > f->to) && is_rim(e, first, last);
        code_text_statement(&e->new_text, &first, &last);
        first = first < f->from ? f->from : first;
        last = last > f->to ? f->to : last;
        if (!rim && !within(m, e->file, e->shown, f, (unsigned)first, (unsigned)last))
            around(m, e->file, e->shown, f, (unsigned)at, replaced);
        taken += !rim;
        at = last + 1;
    }
    return taken;
}

static bool has_include(const struct code_text *t, size_t from, size_t to)
{
    for (size_t n = from; n <= to; n++)
        if (code_text_includes(t, n))
            return true;
    return false;
}

static void take_hunk(struct making *m, const struct edited *e, const struct hunk *h)
{
    char *old = h->old_count ? code_text_tokens(&e->old_text, h->old_from, h->old_from + h->old_count - 1) : format_text("%s", "");
    char *new = h->new_count ? code_text_tokens(&e->new_text, h->new_from, h->new_from + h->new_count - 1) : format_text("%s", "");
    size_t from = h->new_from, to = h->new_from + h->new_count - (h->new_count > 0);
    bool outside = false, lost = *old && code_text_synchronizations(old) > code_text_synchronizations(new);
    if (strcmp(old, new) == 0) {
        m->list->quiet++;
    } else if (!*new) {
        take_removed(m, e, h, h->new_count ? h->new_from - 1 : h->new_from);
    } else if (macros_edited(&m->macros, &e->new_text, from, h->new_count)) {
        macros_edited(&m->macros, &e->old_text, h->old_from, h->old_count);
    } else if (!e->file) {
        strings_addf(&m->list->foreign, "%s: the program has no code of this file%s", lines_named(e->shown, from, to),
            ends_with(e->shown, ".c") ? "" : ": what depends on its declarations is not known");
    } else {
        size_t taken = take_added(m, e, from, to, *old, &outside);
        const struct source_function *function = source_file_function(e->file, (unsigned)from);
        if (function && lost)
            around(m, e->file, e->shown, function, (unsigned)from, true);
        if (outside)
            strings_addf(&m->list->left_out, "%s: declarations, types or data: what depends on them is not known",
                lines_named(e->shown, from, to));
        else if (!taken && has_include(&e->new_text, from, to))
            strings_addf(&m->list->left_out, "%s: what an included file brings is not known", lines_named(e->shown, from, to));
        else if (!taken)
            m->list->local++;
    }
    free(old);
    free(new);
}

/* --- files ------------------------------------------------------------------------------------------------------------------ */

/* Files without lines that could be taken to code. */
static void take_other(struct making *m, const struct changed_file *change, const char *shown)
{
    char *sentence = other_file_sentence(m->sides, change, shown);
    if (sentence)
        strings_add(&m->list->foreign, sentence);
    else
        m->list->quiet++;
}

static struct code_text text_of(char *content, size_t length)
{
    struct code_text t = code_text_of(content ? content : "", content ? length : 0);
    free(content);
    return t;
}

/* Lines that no hunk has, up to line `old`: a comment that begins or ends in one may have hidden them, or brought them back. */
static void take_between(struct making *m, const struct edited *e, size_t old_from, size_t new_from, size_t old)
{
    struct hunk h = {0};
    for (size_t o = old_from, n = new_from; o <= old; o++, n++) {
        bool differs = o < old && o <= e->old_text.count && n <= e->new_text.count && strcmp(e->old_text.line[o], e->new_text.line[n]) != 0;
        if (differs && !h.old_count)
            h = (struct hunk){o, 0, n, 0};
        h.old_count += differs;
        h.new_count += differs;
        if (!differs && h.old_count)
            take_hunk(m, e, &h);
        h = differs ? h : (struct hunk){0};
    }
}

static void take_hunks(struct making *m, const struct edited *e)
{
    size_t old = 1, new = 1;
    for (const struct hunk *h = e->change->hunks; h < e->change->hunks + e->change->count; h++) {
        take_between(m, e, old, new, h->old_from + !h->old_count);
        take_hunk(m, e, h);
        old = h->old_from + !h->old_count + h->old_count;
        new = h->new_from + !h->new_count + h->new_count;
    }
    take_between(m, e, old, new, e->old_text.count + 1);
}

/* Lines that the program was compiled without are no part of what is explored. */
static void take_conditional(struct making *m, const struct edited *e)
{
    struct conditionals c = conditionals_of(&e->new_text, e->file);
    for (size_t i = 0; i < e->change->count; i++) {
        const struct hunk *h = &e->change->hunks[i];
        size_t first = 0;
        for (size_t n = h->new_from; n <= h->new_from + h->new_count; n++) {
            bool hidden = n < h->new_from + h->new_count && code_text_has_code(&e->new_text, n) && conditionals_hide(&c, n);
            if (first && !hidden) {
                strings_addf(&m->list->hidden, "%s: behind #if: the program has no code of it", lines_named(e->shown, first, n - 1));
                strings_add(&m->list->hidden_in, e->shown);
            }
            first = hidden && !first ? n : hidden ? first : 0;
        }
    }
    conditionals_free(&c);
}

static void take_file(struct making *m, const struct changed_file *change)
{
    const struct sides *s = m->sides;
    size_t old_length = 0, new_length = 0;
    struct edited e = {.change = change, .shown = change->new_path ? change->new_path : change->old_path};
    e.file = change->new_path ? source_map_file(m->sources, s->top, change->new_path) : NULL;
    if (!is_source_name(e.shown) && !e.file) {
        take_other(m, change, e.shown);
        return;
    }
    if (e.file)
        strings_add(&m->list->known, e.shown);
    else if (may_be_included(s, m->sources, e.shown))
        m->list->perhaps++;
    char *old = change->old_path ? s->old_file(s->self, change->old_path, &old_length) : NULL;
    char *new = change->new_path ? s->new_file(s->self, change->new_path, &new_length) : NULL;
    e.old_text = text_of(old, old_length);
    e.new_text = text_of(new, new_length);
    if (change->new_path) {
        take_hunks(m, &e);
        take_conditional(m, &e);
    } else {
        strings_addf(&m->list->foreign, "%s: the file was removed: what used it has changed, too", e.shown);
    }
    code_text_free(&e.old_text);
    code_text_free(&e.new_text);
}

/* --- macros ------------------------------------------------------------------------------------------------------------------ */

/* Uses of a macro in a file; other macros that use it have changed with it. */
static void take_uses(struct making *m, const struct source_file *file, const char *shown, const struct code_text *t, size_t macro)
{
    for (size_t n = 1; n <= t->count; n++) {
        const struct source_function *f = source_file_function(file, (unsigned)n);
        if (!code_text_mentions(t, n, m->macros.at[macro].name) || macros_mentioned(&m->macros, macro, t, n))
            continue;
        m->macros.at[macro].uses++;
        if (!f) {
            strings_addf(&m->list->left_out, "%s: the macro %s is used outside of functions: what depends on that is not known",
                lines_named(shown, n, n), m->macros.at[macro].name);
            continue;
        }
        size_t first = n, last = n;
        code_text_statement(t, &first, &last);
        first = first < f->from ? f->from : first;
        last = last > f->to ? f->to : last;
        if (!within(m, file, shown, f, (unsigned)first, (unsigned)last))
            around(m, file, shown, f, (unsigned)n, true); /* the macro may have lost what it had */
    }
}

/* The path of a file of the program from the top; NULL: it is elsewhere. */
static const char *below_top(const struct making *m, const struct source_file *file)
{
    const char *top = path_join(m->sides->top, "");
    return starts_with(file->path, top) ? file->path + strlen(top) : NULL;
}

/* The files of the program, in the order of its sources; those that are not below the top are empty. */
static struct code_text *texts_with_code(const struct making *m)
{
    struct code_text *texts = allocate((m->sources->count + 1) * sizeof *texts);
    for (size_t i = 0; i < m->sources->count; i++) {
        const struct source_file *file = &m->sources->files[i];
        size_t length = 0;
        char *content = below_top(m, file) ? read_whole_file(file->path, &length) : NULL;
        texts[i] = text_of(content, length);
    }
    return texts;
}

static void take_uses_in_program(struct making *m, const struct code_text *texts, size_t macro)
{
    for (size_t i = 0; i < m->sources->count; i++) {
        const struct source_file *file = &m->sources->files[i];
        if (below_top(m, file))
            take_uses(m, file, below_top(m, file), &texts[i], macro);
    }
}

/* Files of which the program has no code, such as headers, may define macros: which of them it includes is not known, and any may lead from
 * a macro that has changed to one that the program uses. */
static void follow_without_code(struct making *m, size_t macro)
{
    const struct source_texts *texts = m->sides->new_sources(m->sides->self);
    for (const struct source_text *t = texts->at; t < texts->at + texts->count; t++)
        if (!source_map_file(m->sources, m->sides->top, t->path))
            macros_follow(&m->macros, macro, &t->code);
}

static void take_macros(struct making *m)
{
    if (!m->macros.count)
        return;
    struct code_text *texts = texts_with_code(m);
    for (size_t k = 0; k < m->macros.count; k++) { /* the list grows meanwhile */
        take_uses_in_program(m, texts, k);
        follow_without_code(m, k);
    }
    for (size_t k = 0; k < m->macros.count; k++)
        if (m->macros.at[k].edited && !macros_is_used(&m->macros, k))
            strings_addf(&m->list->left_out, "the macro %s: no function of the program mentions it", m->macros.at[k].name);
    for (size_t i = 0; i < m->sources->count; i++)
        code_text_free(&texts[i]);
    free(texts);
    macros_free(&m->macros);
}

/* --- the whole --------------------------------------------------------------------------------------------------------------- */

/* Fragments that have no code are named, and leave the list. */
static void find_all_code(struct making *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < m->list->count; i++) {
        struct code_fragment f = m->list->at[i];
        char *why;
        if (find_code(m, &f, &why))
            m->list->at[kept++] = f;
        else
            strings_addf(&m->list->left_out, "%s", why);
    }
    m->list->count = kept;
}

static int by_place(const void *a, const void *b)
{
    const struct code_fragment *x = a, *y = b;
    int names = strcmp(x->shown, y->shown);
    return names ? names : x->from < y->from ? -1 : x->from > y->from;
}

struct fragments fragments_of_changes(struct program_map *map, const struct source_map *sources, const struct changes *changes,
                                      const struct sides *sides)
{
    struct fragments list = {0};
    struct making m = making_of(map, sources, sides, &list);
    for (size_t i = 0; i < changes->count; i++)
        take_file(&m, &changes->files[i]);
    take_macros(&m);
    if (list.count)
        qsort(list.at, list.count, sizeof *list.at, by_place);
    find_all_code(&m);
    return list;
}

bool fragment_widen(struct program_map *map, const struct source_map *sources, struct code_fragment *f)
{
    const struct source_function *function = f->file && f->from ? source_file_function(f->file, f->from) : NULL;
    struct code_fragment wide = *f;
    char *why;
    if (!function || (f->from <= function->from && f->to >= function->to))
        return false;
    struct making m = making_of(map, sources, NULL, NULL);
    extend_to_block(&m, f->file, function, &wide.from, &wide.to);
    if (wide.from == f->from && wide.to == f->to) { /* that block it was */
        wide.from = function->from;
        wide.to = function->to;
    }
    bool found = find_code(&m, &wide, &why);
    free(m.file_of);
    if (found)
        *f = wide;
    return found;
}

/* --- by name ----------------------------------------------------------------------------------------------------------------- */

static void append(struct fragments *list, struct code_fragment f)
{
    list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] = f;
}

static const struct source_file *file_of_code(const struct program_map *map, const struct source_map *sources, const struct fragment *f)
{
    const struct code_range *code = symbols_unit(map->symbols, f->at[0].start);
    Dwarf_Die unit = code ? code->unit : (Dwarf_Die){0};
    Dwarf_Line *line = code ? dwarf_getsrc_die(&unit, f->at[0].start - code->bias) : NULL;
    return line ? file_named(sources, dwarf_linesrc(line, NULL, NULL)) : NULL;
}

bool fragments_add_lines(struct fragments *list, struct program_map *map, const struct source_map *sources, const char *text, char **why)
{
    struct making m = making_of(map, sources, NULL, list);
    struct code_fragment f = {0};
    if (!fragment_of_lines(map->symbols, text, &f.code, why))
        return false;
    f.file = file_of_code(map, sources, &f.code);
    f.shown = format_text("%.*s", (int)(strrchr(text, ':') - text), text);
    f.from = f.code.from;
    f.to = f.code.to;
    const struct source_function *function = f.file ? source_file_function(f.file, f.from) : NULL;
    f.function = function ? function->name : NULL;
    if (f.file)
        f.what = interactions(&m, f.file, f.from, f.to);
    append(list, f);
    return true;
}

bool fragments_add_function(struct fragments *list, struct program_map *map, const struct source_map *sources, const char *name, char **why)
{
    struct making m = making_of(map, sources, NULL, list);
    struct code_fragment f = {.function = name};
    if (!fragment_of_function(map->symbols, name, &f.code, why))
        return false;
    f.file = file_of_code(map, sources, &f.code);
    for (size_t i = 0; f.file && i < f.file->count; i++)
        if (strcmp(f.file->functions[i].name, name) == 0) {
            f.from = f.file->functions[i].from;
            f.to = f.file->functions[i].to;
            f.what = interactions(&m, f.file, f.from, f.to);
        }
    f.shown = f.file ? path_base(f.file->path) : name;
    append(list, f);
    return true;
}
