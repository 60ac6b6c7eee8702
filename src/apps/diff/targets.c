/* targets.c - see targets.h. */
#include "apps/diff/targets.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tool/cli/ini.h"
#include "tool/cli/options.h"

struct reading {
    const char            *path;
    const struct ini_entry *e;
    struct targets        *targets;
    char                 **why;
};

__attribute__((format(printf, 2, 3))) static bool wrong(const struct reading *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = format_arguments(format, arguments);
    va_end(arguments);
    *r->why = format_text("%s:%zu: %s", r->path, r->e->line, what);
    return false;
}

/* --- values ------------------------------------------------------------------------------------------------------------ */

static bool read_words(const struct reading *r, struct strings *words)
{
    const char *what;
    if (ini_words(r->e->value, words, &what))
        return true;
    return wrong(r, "%s: %s", r->e->key, what);
}

static bool read_text(const struct reading *r, const char **text)
{
    if (!*r->e->value)
        return wrong(r, "%s has no value", r->e->key);
    *text = r->e->value;
    return true;
}

static bool read_time(const struct reading *r, uint64_t *ms)
{
    if (parse_duration(r->e->value, ms) == 0 && *ms > 0)
        return true;
    return wrong(r, "%s: a time such as 10s or 1m, not '%s'", r->e->key, r->e->value);
}

static bool read_number(const struct reading *r, uint64_t *number)
{
    if (parse_count(r->e->value, number) == 0 && *number > 0)
        return true;
    return wrong(r, "%s: a number, not '%s'", r->e->key, r->e->value);
}

static bool read_rule(const struct reading *r, const char **rule)
{
    static const char *const rules[] = {"figure2", "authors", "both", NULL};
    *rule = r->e->value;
    return is_one_of(*rule, rules) || wrong(r, "%s: figure2, authors or both, not '%s'", r->e->key, *rule);
}

static bool unknown_key(const struct reading *r, const char *const *keys)
{
    const char *nearest = nearest_word(r->e->key, keys);
    if (nearest)
        return wrong(r, "[%s] has no key '%s'. Did you mean '%s'?", r->e->section, r->e->key, nearest);
    char *list = format_text("%s", keys[0]);
    for (size_t i = 1; keys[i]; i++)
        list = format_text("%s, %s", list, keys[i]);
    return wrong(r, "[%s] has no key '%s'; it may have %s", r->e->section, r->e->key, list);
}

/* --- sections ---------------------------------------------------------------------------------------------------------- */

static bool read_target_key(const struct reading *r, struct target *t)
{
    static const char *const keys[] = {"build", "program", "sources", "arguments", "check", "pair-time", NULL};
    const char *key = r->e->key;
    if (strcmp(key, "build") == 0)
        return read_text(r, &t->build);
    if (strcmp(key, "program") == 0)
        return read_text(r, &t->program);
    if (strcmp(key, "sources") == 0)
        return read_words(r, &t->sources);
    if (strcmp(key, "arguments") == 0)
        return read_words(r, &t->arguments);
    if (strcmp(key, "check") == 0)
        return read_words(r, &t->check);
    return strcmp(key, "pair-time") == 0 ? read_time(r, &t->pair_ms) : unknown_key(r, keys);
}

static bool read_diff_key(const struct reading *r)
{
    static const char *const keys[] = {"base", "time", "budget", "pair-time", "pair-rule", "jobs", NULL};
    const char *key = r->e->key;
    struct targets *t = r->targets;
    if (strcmp(key, "base") == 0)
        return read_text(r, &t->base);
    if (strcmp(key, "time") == 0 || strcmp(key, "budget") == 0)
        return read_time(r, &t->budget_ms);
    if (strcmp(key, "pair-time") == 0)
        return read_time(r, &t->pair_ms);
    if (strcmp(key, "pair-rule") == 0)
        return read_rule(r, &t->rule);
    return strcmp(key, "jobs") == 0 ? read_number(r, &t->jobs) : unknown_key(r, keys);
}

static bool begin_target(const struct reading *r)
{
    struct targets *t = r->targets;
    if (!*r->e->name)
        return wrong(r, "a target needs a name: [target NAME]");
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->at[i].name, r->e->name) == 0)
            return wrong(r, "there is a target '%s' in line %zu already", r->e->name, t->at[i].line);
    t->at = resize(t->at, (t->count + 1) * sizeof *t->at);
    t->at[t->count++] = (struct target){.name = r->e->name, .line = r->e->line};
    return true;
}

static bool read_entry(const struct reading *r)
{
    bool target = strcmp(r->e->section, "target") == 0;
    if (!target && strcmp(r->e->section, "diff") != 0)
        return wrong(r, "there is no section [%s]: there are [diff] and [target NAME]", r->e->section);
    if (!r->e->key)
        return target ? begin_target(r) : true;
    return target ? read_target_key(r, &r->targets->at[r->targets->count - 1]) : read_diff_key(r);
}

static bool is_whole(const char *path, const struct target *t, char **why)
{
    const char *what = t->program && t->sources.count ? "has both a program and sources: one of them is enough"
        : !t->program && !t->sources.count ? "has neither `program` nor `sources`"
        : t->build && t->sources.count ? "has sources, which need no `build`" : NULL;
    if (what)
        *why = format_text("%s:%zu: the target '%s' %s", path, t->line, t->name, what);
    return !what;
}

bool targets_read(const char *path, const char *text, size_t length, struct targets *targets, char **why)
{
    struct ini ini = {0};
    bool good = ini_read(path, text, length, &ini, why);
    for (size_t i = 0; i < ini.count && good; i++) {
        struct reading r = {path, &ini.at[i], targets, why};
        good = read_entry(&r);
    }
    for (size_t i = 0; i < targets->count && good; i++)
        good = is_whole(path, &targets->at[i], why);
    if (good && !targets->count) {
        *why = format_text("%s: there is no [target NAME] in it", path);
        good = false;
    }
    ini_free(&ini);
    return good;
}
