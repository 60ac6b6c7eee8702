/* order_patch.c - see order_patch.h. */
#include "apps/orders/order_patch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/orders/order_call.h"
#include "apps/orders/order_diff.h"
#include "apps/orders/order_operator.h"
#include "tool/cli/printable.h"

/* --- what has changed since it was built ------------------------------------------------------------------------------------- */

static bool is_newer(const char *file, const char *than)
{
    struct stat a, b;
    if (stat(file, &a) != 0 || stat(than, &b) != 0)
        return false;
    return a.st_mtim.tv_sec != b.st_mtim.tv_sec ? a.st_mtim.tv_sec > b.st_mtim.tv_sec : a.st_mtim.tv_nsec > b.st_mtim.tv_nsec;
}

/* Programs that are given may be older than their source; what we compile is not. */
static bool has_changed_since(const struct trials *t, const struct site *s)
{
    for (size_t i = 0; i < s->instructions && !t->settings->words.count; i++)
        if (is_newer(s->file, t->settings->programs.at[s->instruction[i].program]))
            return true;
    return false;
}

void order_patch_warn(const struct trials *t)
{
    struct strings told = {0};
    for (size_t i = 0; i < t->sites.count; i++) {
        const struct site *s = &t->sites.at[i];
        if (!s->file || strings_contain(&told, s->file) || !has_changed_since(t, s))
            continue;
        strings_add(&told, s->file);
        warn("%s has changed since the program was built: its lines are those from before", printable(s->file));
    }
}

/* --- changes ---------------------------------------------------------------------------------------------------------------- */

static bool is_changed(const struct trials *t, const struct orders_found *f, size_t i)
{
    const struct site *s = &t->sites.at[i];
    return !s->kept && !levels_equal(s->written, f->at[i].levels);
}

/* Several operations of a kind at one place: nobody knows which of them the source names. */
static bool is_alone(const struct trials *t, const struct site *site)
{
    for (size_t i = 0; i < t->sites.count; i++) {
        const struct site *other = &t->sites.at[i];
        if (other != site && other->file && strcmp(other->file, site->file) == 0 && other->line == site->line &&
            other->column == site->column && other->kind == site->kind)
            return false;
    }
    return true;
}

static bool has_place(const struct source *s, const struct site *site)
{
    return site->line > 0 && site->column > 0 && (size_t)site->line <= s->code.count &&
        (size_t)site->column <= strlen(s->code.at[site->line - 1]);
}

static const char *change(struct source *s, const struct trials *t, const struct site *site, struct levels to)
{
    struct call c;
    if (!has_place(s, site))
        return "where it is in its line is not known";
    if (!is_alone(t, site))
        return "several operations are at this place";
    return call_find(s, site, &c) ? call_change(s, site, &c, to) : operator_change(s, site, to.order);
}

/* --- macros that name orders ------------------------------------------------------------------------------------------------ */

static const struct macro *macro_at(const struct source *s, const struct site *site)
{
    struct call c;
    bool there = site->file && strcmp(site->file, s->file) == 0 && has_place(s, site) && call_find(s, site, &c);
    return there ? source_macro(s, s->code.at[site->line - 1] + c.name, c.end - c.name) : NULL;
}

static size_t uses_of(const struct source *s, const struct macro *m)
{
    size_t length = strlen(m->name), uses = 0;
    for (size_t l = 0; l < s->code.count; l++)
        for (const char *text = s->code.at[l], *found = text; (found = strstr(found, m->name)); found += length)
            uses += l != m->line && !in_word(found[length]) && (found == text || !in_word(found[-1]));
    return uses;
}

/* What all uses of a macro of this file need, where all of them were reached. */
static bool change_macro(struct source *s, const struct trials *t, const struct orders_found *f, const struct macro *m, struct levels *most)
{
    const struct site *site = NULL;
    size_t uses = 0;
    *most = (struct levels){__ATOMIC_RELAXED, __ATOMIC_RELAXED};
    if (!m->here || m->several || !m->function || ends_with(s->file, ".h"))
        return false;
    for (size_t i = 0; i < f->count; i++) {
        if (macro_at(s, &t->sites.at[i]) != m)
            continue;
        if (site && site->kind != t->sites.at[i].kind)
            return false;
        site = &t->sites.at[i];
        *most = levels_join(*most, f->at[i].levels);
        uses++;
    }
    return site && uses == uses_of(s, m) && !levels_equal(*most, site->written) && call_change_macro(s, site, m, most->order);
}

static void change_macros(struct source *s, const struct trials *t, const struct orders_found *f, const char **why_not)
{
    for (size_t k = 0; k < s->macro_count; k++) {
        const struct macro *m = &s->macros[k];
        struct levels most;
        bool changed = change_macro(s, t, f, m, &most);
        for (size_t i = 0; i < f->count && changed; i++)
            if (macro_at(s, &t->sites.at[i]) == m && levels_equal(f->at[i].levels, most))
                why_not[i] = NULL;
    }
}

static bool any_cxx(const struct trials *t)
{
    for (size_t i = 0; i < t->sites.count; i++)
        if (t->sites.at[i].file && source_is_cxx(t->sites.at[i].file))
            return true;
    return false;
}

/* --- where it is applied ---------------------------------------------------------------------------------------------------- */

/* The folder that both are in. */
static char *common_folder(const char *folder, const char *file)
{
    size_t end = 0;
    for (size_t i = 0; folder[i] == file[i] || (!folder[i] && file[i] == '/'); i++) {
        if (file[i] == '/')
            end = i;
        if (!folder[i])
            break;
    }
    return format_text("%.*s", (int)end, folder);
}

/* Without links and "..": patch takes no name that leads out of its folder. */
static char *path_of(const char *file)
{
    char *path = realpath(file, NULL);
    return path ? path : format_text("%s", file);
}

static char *folder_of(const struct order_patch *p, const struct source *sources, size_t count)
{
    char *folder = format_text("%s", p->here);
    for (size_t i = 0; i < count; i++)
        if (sources[i].edit_count)
            folder = common_folder(folder, path_of(sources[i].file));
    return folder;
}

/* --- all of it -------------------------------------------------------------------------------------------------------------- */

static char *diff_of(const struct order_patch *p, struct source *sources, size_t count)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    for (size_t i = 0; out && i < count; i++) {
        source_change(&sources[i]);
        order_diff(&sources[i], path_of(sources[i].file) + strlen(p->folder) + 1, out);
    }
    if (!out || fclose(out) != 0)
        die("out of memory");
    return text;
}

static struct source *source_of(struct source *sources, size_t *count, const char *file)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(sources[i].file, file) == 0)
            return &sources[i];
    return source_read(&sources[*count], file) ? &sources[(*count)++] : NULL;
}

struct order_patch order_patch(const struct trials *t, const struct orders_found *f)
{
    struct order_patch p = {.here = path_of("."), .why_not = allocate((t->sites.count + 1) * sizeof *p.why_not)};
    struct source *sources = allocate((f->count + 1) * sizeof *sources);
    size_t count = 0;
    bool cxx = any_cxx(t);
    for (size_t i = 0; i < f->count; i++) {
        const struct site *site = &t->sites.at[i];
        if (!is_changed(t, f, i))
            continue;
        if (has_changed_since(t, site)) {
            p.why_not[i] = "the source has changed since the program was built";
            continue;
        }
        struct source *s = source_of(sources, &count, site->file);
        if (s)
            s->cxx |= cxx && ends_with(s->file, ".h");
        p.why_not[i] = s ? change(s, t, site, f->at[i].levels) : "its source cannot be read";
    }
    for (size_t i = 0; i < count; i++)
        change_macros(&sources[i], t, f, p.why_not);
    p.folder = folder_of(&p, sources, count); /* "": of all */
    p.text = diff_of(&p, sources, count);
    return p;
}
