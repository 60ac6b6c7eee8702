/* baseline.c - see baseline.h. */
#include "apps/diff/baseline.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "apps/diff/code/code_digest.h"
#include "apps/diff/code/code_text.h"

/* --- texts ------------------------------------------------------------------------------------------------------------------- */

struct digesting {
    const struct subject *s;
    const char *top;              /* with a slash */
    struct code_text *texts;      /* of files of the program below top, as they are asked for */
    bool             *read;
    struct code_digest *code;
    uint64_t         *functions;  /* digests of functions; 0: not known yet */
    uint64_t          outside;    /* of all that is in no function */
};

static uint64_t mix(uint64_t seed, const char *text)
{
    return XXH3_64bits_withSeed(text, strlen(text) + 1, seed);
}

static const struct code_text *text_of(struct digesting *d, size_t file)
{
    const char *path = d->s->sources_map->files[file].path;
    if (!d->read[file] && starts_with(path, d->top)) {
        size_t length = 0;
        char *content = read_whole_file(path, &length);
        d->texts[file] = code_text_of(content ? content : "", content ? length : 0);
        free(content);
    }
    d->read[file] = true;
    return d->texts[file].line ? &d->texts[file] : NULL;
}

static uint64_t mix_lines(struct digesting *d, uint64_t seed, size_t file, size_t from, size_t to)
{
    const struct code_text *t = text_of(d, file);
    char *tokens = t ? code_text_tokens(t, from, to) : NULL;
    seed = mix(seed, tokens ? tokens : "?");
    free(tokens);
    return seed;
}

/* What is in no function: types, macros, data. */
static uint64_t outside_of(struct digesting *d)
{
    uint64_t digest = 1;
    for (size_t i = 0; i < d->s->sources_map->count; i++) {
        const struct source_file *f = &d->s->sources_map->files[i];
        const struct code_text *t = text_of(d, i);
        size_t line = 1;
        for (size_t k = 0; t && k <= f->count; k++) {
            size_t end = k < f->count ? f->functions[k].from : t->count + 1;
            if (line < end)
                digest = mix_lines(d, digest, i, line, end - 1);
            line = k < f->count ? f->functions[k].to + 1 : line;
        }
    }
    return digest;
}

/* The text, where it belongs to the user, and what it has become: with other headers, other macros, other options of the compiler, of which
 * debug information does not tell all. */
static uint64_t digest_of_function(struct digesting *d, size_t index)
{
    const struct mapped_function *f = &d->s->map->functions[index];
    const struct source_function *function;
    size_t file;
    if (d->functions[index])
        return d->functions[index];
    uint64_t digest = mix(code_digest_function(d->code, f->start, f->end), f->name);
    function = source_map_function(d->s->sources_map, d->s->map->symbols, f->start, &file);
    if (function && text_of(d, file))
        digest = mix_lines(d, digest, file, function->from, function->to);
    return d->functions[index] = digest | 1;
}

static uint64_t mix_producers(const struct digesting *d, uint64_t digest)
{
    const struct symbols *s = d->s->map->symbols;
    for (size_t i = 0; i < s->code_count; i++) {
        Dwarf_Die unit = s->code[i].unit;
        Dwarf_Attribute attribute;
        const char *producer = dwarf_formstring(dwarf_attr(&unit, DW_AT_producer, &attribute));
        digest = mix(digest, producer ? producer : "");
    }
    return digest;
}

/* --- keys --------------------------------------------------------------------------------------------------------------------- */

/* What is the same for all pairs. */
static uint64_t digest_of_subject(struct digesting *d)
{
    const struct subject *s = d->s;
    uint64_t digest = mix(outside_of(d) + code_digest_data(d->code) + s->instances.libraries, MZ_VERSION);
    digest = mix(digest, s->rule);
    for (size_t i = 0; i < s->arguments.count; i++)
        digest = mix(digest, s->arguments.at[i]);
    digest = mix(digest, "--");
    for (size_t i = 0; i < s->check.count; i++)
        digest = mix(digest, s->check.at[i]);
    digest = mix(digest, "--");
    for (size_t i = 0; i < s->sources.count; i++)
        digest = mix(digest, s->sources.at[i]);
    for (size_t i = 0; i < s->instances.count; i++)
        digest = mix(digest, s->instances.at[i].start);
    return mix_producers(d, digest);
}

static char *key_of(struct digesting *d, uint64_t subject, const struct pair *p)
{
    const struct subject *s = d->s;
    const struct code_fragment *f = &s->fragments.at[p->fragment];
    const struct instance *all = s->instances.at;
    uint64_t digest = mix(subject, format_text("%s %zu %zu %d", f->function ? f->function : "", p->i, p->j, f->removed));
    if (f->from && f->file)
        digest = mix_lines(d, mix(digest, f->file->path), (size_t)(f->file - s->sources_map->files), f->from, f->to);
    for (size_t i = 0; i < s->map->function_count; i++)
        if (all[0].reached[i] || all[p->i].reached[i] || all[p->j].reached[i])
            digest = XXH3_64bits_withSeed(&(uint64_t){digest_of_function(d, i)}, sizeof(uint64_t), digest);
    return format_text("%s %zu,%zu %016" PRIx64, fragment_title(f), p->i, p->j, digest);
}

void baseline_apply(struct baseline *b, struct subject *s, const char *top)
{
    if (!b)
        return;
    char *whole = realpath(top, NULL);
    struct digesting d = {.s = s, .top = path_join(whole ? whole : top, "")};
    free(whole);
    d.code = code_digest_open(s->map->image);
    d.texts = allocate((s->sources_map->count + 1) * sizeof *d.texts);
    d.read = allocate((s->sources_map->count + 1) * sizeof *d.read);
    d.functions = allocate((s->map->function_count + 1) * sizeof *d.functions);
    uint64_t subject = digest_of_subject(&d);
    for (size_t i = 0; i < s->count; i++) {
        struct pair *p = &s->pairs[i];
        p->key = key_of(&d, subject, p);
        enum baseline_entry entry = p->end == PAIR_WAITING ? baseline_find(b, p->key, &p->states) : BASELINE_NONE;
        if (entry != BASELINE_NONE)
            p->end = entry == BASELINE_ABSENT ? PAIR_ABSENT : PAIR_KNOWN;
    }
    for (size_t i = 0; i < s->sources_map->count; i++)
        code_text_free(&d.texts[i]);
    code_digest_close(d.code);
    free(d.texts);
    free(d.read);
    free(d.functions);
}

void baseline_add(struct baseline *b, const struct subject *s)
{
    for (size_t i = 0; b && i < s->count; i++) {
        const struct pair *p = &s->pairs[i];
        if (!p->key || p->end == PAIR_WAITING || p->end == PAIR_KNOWN)
            continue;
        baseline_set(b, p->key, p->end == PAIR_ABSENT ? BASELINE_ABSENT : p->end == PAIR_COVERED ? BASELINE_COVERED : BASELINE_NONE,
            p->states);
    }
}
