/* sites.c - see sites.h. */
#include "apps/orders/sites.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "model/order_words.h"
#include "tool/cli/json_text.h"

enum atomic_kind site_kind(const json_t *operation)
{
    static const uint8_t kinds[ATOMIC_KINDS] = {OP_ATOMIC_LOAD, OP_ATOMIC_STORE, OP_ATOMIC_RMW, OP_ATOMIC_CAS, OP_FENCE};
    const char *word = json_string_value(json_object_get(operation, "operation"));
    for (unsigned i = 0; i < ATOMIC_KINDS; i++)
        if (word && strcmp(word, op_info[kinds[i]].name) == 0)
            return (enum atomic_kind)i;
    return ATOMIC_FENCE;
}

static int order_at(const json_t *operation, const char *key)
{
    const char *word = json_string_value(json_object_get(operation, key));
    int order = word ? order_of_word(word, strlen(word)) : -1;
    return order < 0 ? __ATOMIC_RELAXED : order;
}

struct levels site_levels(const json_t *operation)
{
    return (struct levels){order_at(operation, "order"), order_at(operation, "failure")};
}

static uint64_t address_of(const json_t *operation)
{
    const char *text = json_string_value(json_object_get(operation, "address"));
    return text ? strtoull(text, NULL, 16) : 0;
}

static struct site read_site(const json_t *operation)
{
    const json_t *places = json_object_get(operation, "places"), *first = json_array_get(places, 0);
    struct site s = {.kind = site_kind(operation), .file = json_copy_at(first, "file"),
        .line = (int)json_integer_value(json_object_get(first, "line")),
        .column = (int)json_integer_value(json_object_get(first, "column")), .function = json_copy_at(first, "function"),
        .object = json_copy_at(operation, "object"), .written = site_levels(operation),
        .integer = json_is_true(json_object_get(operation, "integer")), .in_setup = json_is_true(json_object_get(operation, "in_setup"))};
    if (!s.file)
        s.kept = "its line is not known";
    else if (json_is_true(json_object_get(first, "library")))
        s.kept = "it is in a header of the C++ library, for all callers (-O1 tells them apart)";
    return s;
}

static bool same_text(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

static bool is_same(const struct site *a, const struct site *b)
{
    return a->kind == b->kind && same_text(a->file, b->file) && a->line == b->line && a->column == b->column &&
        levels_equal(a->written, b->written);
}

static void add_inlined(struct site *s, const json_t *operation)
{
    const json_t *places = json_object_get(operation, "places");
    const char *into = json_array_size(places) > 1 ?
        json_string_value(json_object_get(json_array_get(places, json_array_size(places) - 1), "function")) : NULL;
    if (into && !strings_contain(&s->inlined, into))
        strings_add(&s->inlined, format_text("%s", into));
}

static bool has_instruction(const struct site *s, struct instruction i)
{
    for (size_t k = 0; k < s->instructions; k++)
        if (s->instruction[k].program == i.program && s->instruction[k].address == i.address)
            return true;
    return false;
}

static void add_instruction(struct site *s, struct instruction i)
{
    s->instruction = resize(s->instruction, (s->instructions + 1) * sizeof *s->instruction);
    s->instruction[s->instructions++] = i;
}

static struct site *find_or_add(struct sites *sites, const struct site *wanted)
{
    for (size_t i = 0; i < sites->count; i++)
        if (is_same(&sites->at[i], wanted))
            return &sites->at[i];
    sites->at = resize(sites->at, (sites->count + 1) * sizeof *sites->at);
    sites->at[sites->count] = *wanted;
    return &sites->at[sites->count++];
}

/* One instruction that has several orders is given them as a value. */
static void keep_variable(struct sites *sites, struct site *s, struct instruction of)
{
    for (size_t i = 0; i < sites->count; i++)
        if (&sites->at[i] != s && has_instruction(&sites->at[i], of))
            sites->at[i].kept = s->kept = "its order is no constant";
}

bool sites_add(struct sites *sites, size_t program, const json_t *atomics)
{
    const json_t *operations = json_object_get(atomics, "operations");
    size_t before = sites->count;
    bool more = false;
    sites->others |= json_is_true(json_object_get(atomics, "others"));
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (json_is_true(json_object_get(operation, "elsewhere"))) {
            sites->others = true;
            continue;
        }
        struct site wanted = read_site(operation), *s = find_or_add(sites, &wanted);
        struct instruction of = {program, address_of(operation)};
        s->in_setup &= wanted.in_setup;
        s->integer &= wanted.integer;
        add_inlined(s, operation);
        if (has_instruction(s, of))
            continue;
        add_instruction(s, of);
        more |= s < sites->at + before;
        keep_variable(sites, s, of);
    }
    return more;
}

char *site_place(const struct site *s)
{
    return s->file ? format_text("%s:%d", s->file, s->line) : format_text("0x%" PRIx64, s->instruction[0].address);
}

char *site_operation(const struct site *s)
{
    static const char *const words[ATOMIC_KINDS] = {"load", "store", "update", "compare-exchange", "fence"};
    return s->object ? format_text("%s of %s", words[s->kind], s->object) : format_text("%s", words[s->kind]);
}

static const struct sites *sorted; /* by by_place() */

static int by_place(const void *x, const void *y)
{
    const struct site *a = &sorted->at[*(const size_t *)x], *b = &sorted->at[*(const size_t *)y];
    int files = strcmp(a->file ? a->file : "", b->file ? b->file : "");
    if (files)
        return files;
    return a->line != b->line ? a->line - b->line : a->column - b->column;
}

size_t *sites_sorted(const struct sites *sites)
{
    size_t *numbers = allocate((sites->count + 1) * sizeof *numbers);
    for (size_t i = 0; i < sites->count; i++)
        numbers[i] = i;
    sorted = sites;
    if (sites->count)
        qsort(numbers, sites->count, sizeof *numbers, by_place);
    return numbers;
}

const struct site *site_at(const struct sites *sites, struct instruction of)
{
    for (size_t i = 0; i < sites->count; i++)
        if (has_instruction(&sites->at[i], of))
            return &sites->at[i];
    return NULL;
}
