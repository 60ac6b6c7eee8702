/* facts.c - reads the programs of a suite. */
#include "apps/suite/facts.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "apps/suite/facts_keys.h"
#include "model/fault.h"
#include "tool/compile/compile.h"

static const struct key program_keys[] = {
    {"name", KEY_TEXT, false},      {"title", KEY_TEXT, false},   {"models", KEY_TEXT, true},    {"left_out", KEY_TEXT, true},
    {"papers", KEY_WORDS, true},    {"sources", KEY_WORDS, false}, {"flags", KEY_WORDS, true},   {"options", KEY_WORDS, true},
    {"threads", KEY_COUNT, true},   {"bug", KEY_NO_OBJECT, false},   {"forms", KEY_OBJECT, false},  {"correct", KEY_WORDS, true},
    {"parameters", KEY_OBJECT, true}, {"scales", KEY_OBJECT, true}, {"figures", KEY_OBJECTS, true}, {"notes", KEY_TEXT, true},
    {"needs_threads", KEY_OBJECT, true}, {"race", KEY_TEXT, true}, {"differs", KEY_TEXT, true},
    {0},
};
static const struct key bug_keys[] = {
    {"kind", KEY_TEXT, false}, {"also", KEY_WORDS, true}, {"line", KEY_OBJECT, true}, {"interleaving", KEY_TEXT, true},
    {"cvt", KEY_COUNTS, true}, {"preemptions", KEY_NUMBER, true}, {"differs", KEY_TEXT, true}, {0},
};
static const struct key line_keys[] = {{"file", KEY_TEXT, false}, {"mark", KEY_TEXT, false}, {0}};

/* --- patterns ---------------------------------------------------------------------------------------------------------- */

struct strings split_list(const char *list)
{
    struct strings parts = {0};
    for (const char *at = list; at && *at;) {
        size_t length = strcspn(at, ",");
        if (length > 0)
            strings_addf(&parts, "%.*s", (int)length, at);
        at += length + (at[length] == ',');
    }
    return parts;
}

bool matches_any(const struct strings *patterns, const char *name)
{
    for (size_t i = 0; i < patterns->count; i++)
        if (fnmatch(patterns->at[i], name, 0) == 0)
            return true;
    return patterns->count == 0;
}

const struct variant *variant_named(const struct variant *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

/* --- one program ------------------------------------------------------------------------------------------------------- */

static void read_sources(const struct mistakes *m, struct program *p)
{
    size_t compiled = 0;
    for (size_t i = 0; i < p->sources.count; i++) {
        compiled += is_source(p->sources.at[i]);
        if (!file_exists(*p->sources.at[i] == '/' ? p->sources.at[i] : path_join(p->directory, p->sources.at[i])))
            mistake(m, "sources", "there is no file %s in %s", p->sources.at[i], p->directory);
    }
    if (compiled == 0)
        mistake(m, "sources", "names no C or C++ file");
}

static void read_kind(const struct mistakes *m, struct program *p, const char *key, const char *kind)
{
    for (unsigned k = FAULT_NONE + 1; k < FAULT_REFUSED; k++)
        if (strcmp(fault_words[k], kind) == 0) {
            strings_add(&p->kinds, kind);
            return;
        }
    const char *words[FAULT_KINDS + 1] = {NULL};
    for (unsigned k = FAULT_NONE + 1; k < FAULT_REFUSED; k++)
        words[k - 1] = fault_words[k];
    const char *nearest = nearest_word(kind, words);
    mistake(m, key, "'%s' is no kind of fault%s%s%s", kind, nearest ? ". Is " : "", nearest ? nearest : "", nearest ? " meant?" : "");
}

/* The lines that carry the mark. */
static void read_mark(const struct mistakes *m, struct program *p, const char *mark)
{
    char *text = read_whole_file(path_join(p->directory, p->line_file), NULL);
    if (!text) {
        mistake(m, "bug.line.file", "%s cannot be read: %s", p->line_file, strerror(errno));
        return;
    }
    unsigned number = 1;
    for (const char *line = text; *line; number++) {
        size_t length = strcspn(line, "\n");
        if (memmem(line, length, mark, strlen(mark))) {
            p->lines = resize(p->lines, (p->line_count + 1) * sizeof *p->lines);
            p->lines[p->line_count++] = number;
        }
        line += length + (line[length] == '\n');
    }
    if (p->line_count == 0)
        mistake(m, "bug.line.mark", "no line of %s has '%s'", p->line_file, mark);
    free(text);
}

static void read_bug(const struct mistakes *m, struct program *p, const json_t *bug)
{
    const char *kind = key_text(bug, "kind");
    struct strings also = key_words(bug, "also");
    const json_t *line = key_value(bug, "line", KEY_OBJECT);
    keys_check(m, bug, "bug", bug_keys);
    if (kind)
        read_kind(m, p, "bug.kind", kind);
    for (size_t i = 0; i < also.count; i++)
        read_kind(m, p, "bug.also", also.at[i]);
    if (!line)
        return;
    keys_check(m, line, "bug.line", line_keys);
    p->line_file = key_text(line, "file");
    const char *mark = key_text(line, "mark");
    if (p->line_file && mark)
        read_mark(m, p, mark);
}

static struct variant *add_variant(struct variant **list, size_t *count, const char *name)
{
    *list = resize(*list, (*count + 1) * sizeof **list);
    struct variant *v = &(*list)[(*count)++];
    *v = (struct variant){.name = name};
    return v;
}

/* All forms have the bug, if there is one, but those that "correct" lists, and "fixed". */
static void read_forms(const struct mistakes *m, struct program *p, json_t *forms)
{
    struct strings correct = key_words(p->json, "correct");
    const char *name;
    json_t *flags;
    json_object_foreach(forms, name, flags) {
        struct variant *form = add_variant(&p->forms, &p->form_count, name);
        if (!key_value(forms, name, KEY_WORDS))
            mistake(m, format_text("forms.%s", name), "must be an array of strings");
        form->flags = key_words(forms, name);
        form->buggy = p->kinds.count && strcmp(name, "fixed") != 0 && !strings_contain(&correct, name);
    }
    if (p->form_count == 0)
        mistake(m, "forms", "names no form");
    for (size_t i = 0; i < correct.count; i++)
        if (!variant_named(p->forms, p->form_count, correct.at[i]))
            mistake(m, "correct", "there is no form '%s'", correct.at[i]);
}

static void read_scale(const struct mistakes *m, struct variant *scale, const json_t *parameters, json_t *values)
{
    const char *name;
    json_t *value;
    json_object_foreach(values, name, value) {
        char *key = format_text("scales.%s.%s", scale->name, name);
        if (json_is_integer(value))
            strings_addf(&scale->flags, "-D%s=%" JSON_INTEGER_FORMAT, name, json_integer_value(value));
        else if (json_is_string(value))
            strings_addf(&scale->flags, "-D%s=%s", name, json_string_value(value));
        else
            mistake(m, key, "must be a whole number or a string");
        if (!json_object_get(parameters, name))
            mistake(m, key, "\"parameters\" does not say what this is");
    }
}

static void read_scales(const struct mistakes *m, struct program *p, json_t *scales)
{
    const json_t *parameters = key_value(p->json, "parameters", KEY_OBJECT);
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)parameters, name, value)
        if (!json_is_string(value))
            mistake(m, format_text("parameters.%s", name), "must be a string that says what it is");
    json_object_foreach(scales, name, value) {
        struct variant *scale = add_variant(&p->scales, &p->scale_count, name);
        if (json_is_object(value))
            read_scale(m, scale, parameters, value);
        else
            mistake(m, format_text("scales.%s", name), "must be an object: names of macros, and their values");
    }
    if (p->scale_count == 0) /* the program as it is */
        add_variant(&p->scales, &p->scale_count, "small");
}

static void read_needs(const struct mistakes *m, struct program *p)
{
    const char *name;
    json_t *value, *needs = key_value(p->json, "needs_threads", KEY_OBJECT);
    json_object_foreach(needs, name, value) {
        char *key = format_text("needs_threads.%s", name);
        struct variant *scale = NULL;
        for (size_t i = 0; i < p->scale_count; i++)
            scale = strcmp(p->scales[i].name, name) == 0 ? &p->scales[i] : scale;
        if (!key_value(needs, name, KEY_COUNT))
            mistake(m, key, "must be a whole number above 0");
        else if (!scale)
            mistake(m, key, "there is no scale '%s'", name);
        else
            scale->threads = (uint64_t)json_integer_value(value);
    }
}

static void read_figures(const struct mistakes *m, struct program *p)
{
    size_t i;
    json_t *figure;
    p->figures = key_value(p->json, "figures", KEY_OBJECTS);
    json_array_foreach(p->figures, i, figure)
        if (!key_text(figure, "paper"))
            mistake(m, format_text("figures[%zu].paper", i), "is missing: a string");
}

static void read_program(const struct mistakes *m, struct program *p, const char *folder)
{
    keys_check(m, p->json, "", program_keys);
    p->name = key_text(p->json, "name");
    p->title = key_text(p->json, "title");
    p->papers = key_words(p->json, "papers");
    p->sources = key_words(p->json, "sources");
    p->flags = key_words(p->json, "flags");
    p->options = key_words(p->json, "options");
    p->threads = (uint64_t)json_integer_value(key_value(p->json, "threads", KEY_COUNT));
    if (p->name && strcmp(p->name, folder) != 0)
        mistake(m, "name", "is '%s', and the folder is called %s", p->name, folder);
    for (size_t i = 0; i < p->options.count; i++)
        if (!starts_with(p->options.at[i], "--"))
            mistake(m, "options", "'%s' is no option of `mazurka check`: they begin with --", p->options.at[i]);
    if (json_object_get(p->json, "sources"))
        read_sources(m, p);
    if (key_value(p->json, "bug", KEY_OBJECT))
        read_bug(m, p, json_object_get(p->json, "bug"));
    if (key_value(p->json, "forms", KEY_OBJECT))
        read_forms(m, p, json_object_get(p->json, "forms"));
    read_scales(m, p, key_value(p->json, "scales", KEY_OBJECT));
    read_needs(m, p);
    read_figures(m, p);
}

/* --- all of them ------------------------------------------------------------------------------------------------------- */

static void add_program(struct suite *s, const char *folder, struct strings *list)
{
    struct program p = {.directory = path_join(s->directory, folder)};
    json_error_t error;
    p.file = path_join(p.directory, "facts.json");
    struct mistakes m = {p.file, list};
    p.json = json_load_file(p.file, JSON_REJECT_DUPLICATES, &error);
    if (!p.json)
        mistake(&m, "", "line %d: %s", error.line, error.text);
    else if (!json_is_object(p.json))
        mistake(&m, "", "must be an object");
    else
        read_program(&m, &p, folder);
    s->programs = resize(s->programs, (s->count + 1) * sizeof *s->programs);
    s->programs[s->count++] = p;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static struct strings folders_of(const char *directory)
{
    struct strings folders = {0};
    DIR *d = opendir(directory);
    if (!d)
        die("the suite %s: %s", directory, strerror(errno));
    for (struct dirent *entry; (entry = readdir(d)) != NULL;)
        if (entry->d_name[0] != '.' && file_exists(path_join(path_join(directory, entry->d_name), "facts.json")))
            strings_addf(&folders, "%s", entry->d_name);
    closedir(d);
    if (folders.count)
        qsort(folders.at, folders.count, sizeof *folders.at, by_text);
    return folders;
}

static void refuse_empty(const char *directory) __attribute__((noreturn));
static void refuse_empty(const char *directory)
{
    char *whole = file_exists(path_join(directory, "facts.json")) ? realpath(directory, NULL) : NULL;
    if (whole)
        die("%s is a program: name the folder that it is in, and --programs=%s", directory, path_base(whole));
    die("the suite %s: no folder in it has a facts.json", directory);
}

static void refuse_unknown(const char *directory, const char *name, const struct strings *folders) __attribute__((noreturn));
static void refuse_unknown(const char *directory, const char *name, const struct strings *folders)
{
    const char *nearest = nearest_word(name, (const char *const *)folders->at);
    die("the suite %s: no program is called %s%s%s%s", directory, name, nearest ? ". Is " : "", nearest ? nearest : "",
        nearest ? " meant?" : "");
}

struct suite suite_read(const char *directory, const struct strings *patterns)
{
    struct suite s = {.directory = directory};
    struct strings folders = folders_of(directory), mistakes = {0};
    for (size_t i = 0; i < folders.count; i++)
        if (matches_any(patterns, folders.at[i]))
            add_program(&s, folders.at[i], &mistakes);
    for (size_t i = 0; i < mistakes.count; i++)
        warn("%s", mistakes.at[i]);
    if (mistakes.count)
        die("%zu mistake%s in facts files: suite/suite.md describes them", mistakes.count, mistakes.count == 1 ? "" : "s");
    if (folders.count == 0)
        refuse_empty(directory);
    if (s.count == 0)
        refuse_unknown(directory, patterns->at[0], &folders);
    return s;
}
