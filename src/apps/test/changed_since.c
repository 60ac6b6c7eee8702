/* changed_since.c - see changed_since.h. What cannot be known counts as changed: code without debug information, files of the build, what a
 * header without code of its own is for. */
#include "apps/test/changed_since.h"

#include <dwarf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/diff/code/inclusion.h"
#include "apps/diff/code/other_files.h"
#include "apps/diff/code/program_map.h"
#include "apps/diff/git.h"
#include "model/calls.h"
#include "tool/run/loaded_libraries.h"
#include "tool/run/newer_sources.h"

/* A program and its libraries of the user's, each with its sources. */
struct object {
    struct program_map *map;
    struct source_map  *sources;
};

struct comparison {
    struct versions versions;
    char           *top;
    struct changes  changes;
    struct object  *objects;
    size_t          count;
    bool            unknown;  /* some code cannot be told from which files it was made */
    struct source_texts texts;
};

/* --- the repository ---------------------------------------------------------------------------------------------------- */

/* Repository of this folder, or else that of the sources. */
static void enter_repository(const struct comparison *c)
{
    char *why;
    if (git_top(&why))
        return;
    for (size_t i = 0; i < c->count; i++)
        for (size_t k = 0; k < c->objects[i].sources->count; k++) {
            const char *path = c->objects[i].sources->files[k].path;
            char *folder = format_text("%.*s", (int)(path_base(path) - path), path);
            if (*path == '/' && !starts_with(path, "/usr/") && chdir(folder) == 0 && git_top(&why))
                return;
        }
    die("--since: %s, and none of the program's sources lies in one", why);
}

static char *file_of_commit(void *self, const char *path, size_t *length)
{
    const struct comparison *c = self;
    return git_file(c->versions.old_commit, c->top, path, length);
}

static char *file_of_work_tree(void *self, const char *path, size_t *length)
{
    const struct comparison *c = self;
    return git_file(NULL, c->top, path, length);
}

static const struct source_texts *texts_of_work_tree(void *self)
{
    struct comparison *c = self;
    if (!c->texts.at) {
        struct strings files = git_files(NULL, c->top);
        c->texts = source_texts_read(c->top, &files);
    }
    return &c->texts;
}

static void read_changes(struct comparison *c, const char *commit)
{
    char *why, *here = realpath(".", NULL);
    struct strings everywhere = {0};
    enter_repository(c);
    c->top = git_top(&why);
    c->versions = git_versions(commit);
    if (c->versions.new_commit)
        die("--since=%s: one commit, with which the work tree is compared", commit);
    c->changes = git_changes(&c->versions, c->top, &everywhere);
    if (!here || chdir(here) != 0)
        die("cannot go back to the folder: %s", strerror(errno));
}

/* --- the program ------------------------------------------------------------------------------------------------------- */

/* Parts of every program that compilers bring along. */
static bool is_start_code(const char *name)
{
    static const char *const names[] = {"_start", "_init", "_fini", "deregister_tm_clones", "register_tm_clones", "__do_global_dtors_aux",
        "frame_dummy", "_dl_relocate_static_pie", NULL};
    return is_one_of(name, names) || calls_traits(name) & TRAIT_LINKED;
}

static bool has_all_sources(const struct program_map *m)
{
    for (size_t i = 0; i < m->function_count; i++) {
        const struct mapped_function *f = &m->functions[i];
        if (!symbols_unit(m->symbols, f->start) && f->name && !is_start_code(f->name))
            return false;
    }
    return true;
}

static void add_object(struct comparison *c, const char *path)
{
    char *why;
    struct program_map *map = program_map_open(path, &why);
    if (!map || !has_all_sources(map))
        c->unknown = true;
    if (!map)
        return;
    c->objects = resize(c->objects, (c->count + 1) * sizeof *c->objects);
    c->objects[c->count++] = (struct object){map, source_map_of(map->symbols)};
}

static void add_objects(struct comparison *c, const char *program)
{
    struct strings libraries = every_library(program);
    add_object(c, program);
    for (size_t i = 0; i < libraries.count; i++) {
        char *path = realpath(libraries.at[i], NULL);
        if (path && !starts_with(path, "/usr/") && !starts_with(path, "/lib") && !starts_with(path, self_library_dir()))
            add_object(c, path);
    }
}

/* By its path here, or, where it was compiled elsewhere, by the end of that. */
static bool is_source_of(const struct comparison *c, const struct object *o, const char *path)
{
    char *joined = path_join(c->top, path), *whole = realpath(joined, NULL), *end = format_text("/%s", path);
    for (size_t i = 0; i < o->sources->count; i++) {
        const char *source = o->sources->files[i].path;
        if (strcmp(source, whole ? whole : joined) == 0 || ends_with(source, end))
            return true;
    }
    return false;
}

/* --- what has changed -------------------------------------------------------------------------------------------------- */

enum dependence { APART, BY_CODE, SOMEHOW };

static enum dependence dependence_on(struct comparison *c, const struct changed_file *change)
{
    const struct sides sides = {.top = c->top, .old_file = file_of_commit, .new_file = file_of_work_tree,
        .new_sources = texts_of_work_tree, .configuration = "", .self = c};
    const char *paths[] = {change->new_path, change->old_path};
    const char *shown = change->new_path ? change->new_path : change->old_path;
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; paths[i] && k < c->count; k++)
            if (is_source_of(c, &c->objects[k], paths[i]))
                return BY_CODE;
    for (size_t k = 0; k < c->count; k++)
        if (is_source_name(shown) && may_be_included(&sides, c->objects[k].sources, shown))
            return SOMEHOW;
    if (c->unknown && is_source_name(shown))
        return SOMEHOW;
    return !is_source_name(shown) && other_file_sentence(&sides, change, shown) ? SOMEHOW : APART;
}

struct places {
    FILE  *list;
    size_t count;
    bool   whole; /* all that has changed is among them */
};

/* Code that compilers have added behind the last function has its last line, and is no function of the source. */
static bool is_function(struct symbols *s, uint64_t start)
{
    const struct code_range *code = symbols_unit(s, start);
    Dwarf_Die unit = code->unit, *scopes = NULL;
    int count = dwarf_getscopes(&unit, start - code->bias, &scopes);
    bool found = false;
    for (int i = 0; i < count; i++)
        found |= dwarf_tag(&scopes[i]) == DW_TAG_subprogram;
    free(scopes);
    return found;
}

/* Beginning of the code of a source's function, in the program's file. */
static bool add_places(struct places *p, const struct object *program, const struct source_function *wanted)
{
    size_t file, before = p->count;
    for (size_t i = 0; i < program->map->function_count; i++) {
        uint64_t start = program->map->functions[i].start;
        if (source_map_function(program->sources, program->map->symbols, start, &file) == wanted &&
            is_function(program->map->symbols, start))
            fprintf(p->list, "%s0x%" PRIx64, p->count++ ? "," : "--reached=", start);
    }
    return p->count > before;
}

/* The functions around changed lines; a line that is in none may be of a type, a macro or a variable. */
static void add_functions(struct places *p, const struct comparison *c, const struct changed_file *change)
{
    const struct source_file *f = change->new_path ? source_map_file(c->objects[0].sources, c->top, change->new_path) : NULL;
    p->whole &= f != NULL;
    for (size_t i = 0; f && p->whole && i < change->count; i++) {
        const struct hunk *h = &change->hunks[i];
        const struct source_function *last = NULL;
        for (size_t line = h->new_from; p->whole && line < h->new_from + (h->new_count ? h->new_count : 1); line++) {
            const struct source_function *function = source_file_function(f, (unsigned)line);
            p->whole &= function && (function == last || add_places(p, &c->objects[0], function));
            last = function;
        }
    }
}

/* A header of macros only is in no debug information. */
static void add_newer(struct strings *newer, const struct comparison *c, const struct changed_file *change, const char *program)
{
    char *path = change->new_path && is_source_name(change->new_path) ? realpath(path_join(c->top, change->new_path), NULL) : NULL;
    if (path && is_newer_than(path, program) && !strings_contain(newer, path))
        strings_add(newer, path);
}

struct changed_since changed_since(const char *commit, const char *program)
{
    struct changed_since changed = {.newer = newer_sources(program)};
    struct comparison c = {0};
    struct places places = {.whole = true};
    size_t length;
    add_objects(&c, program);
    read_changes(&c, commit);
    places.list = open_memstream(&changed.reached, &length);
    for (size_t i = 0; places.list && i < c.changes.count; i++) {
        const struct changed_file *change = &c.changes.files[i];
        enum dependence how = dependence_on(&c, change);
        if (how == APART)
            continue;
        strings_add(&changed.files, change->new_path ? change->new_path : change->old_path);
        add_newer(&changed.newer, &c, change, program);
        if (how == BY_CODE)
            add_functions(&places, &c, change);
        else
            places.whole = false;
    }
    if (!places.list || fclose(places.list) != 0)
        die("out of memory");
    if (!places.whole || !places.count)
        changed.reached = NULL;
    return changed;
}
