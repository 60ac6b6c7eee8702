/* trace_read.c - reading .mzt files.
 *
 * The reader trusts nothing: the checksum comes first, so that damage is told as damage, and then every line is parsed
 * strictly, because a checksum can be right by intent.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "tool/trace/trace_fields.h"

struct reader {
    const char *at, *line_end, *end;
    int         line;
    struct trace *trace;
    size_t      range_capacity, decision_capacity;
    uint64_t    visible_bytes;
    bool       *said;      /* of each option: it had its line */
    char      **error;
};

static bool fail(struct reader *r, const char *what)
{
    free(*r->error);
    *r->error = format_text("line %d: %s", r->line, what);
    return false;
}

static bool read_number(struct reader *r, int base, uint64_t limit, uint64_t *value)
{
    uint64_t number = 0;
    const char *start = r->at;
    for (; r->at < r->line_end; r->at++) {
        char c = *r->at;
        unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 99;
        if (digit >= (unsigned)base)
            break;
        if (number > (limit - digit) / (unsigned)base)
            return fail(r, "a number is too large");
        number = number * (unsigned)base + digit;
    }
    *value = number;
    return r->at > start || fail(r, "a number is missing");
}

static bool read_char(struct reader *r, char c)
{
    if (r->at >= r->line_end || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool read_suffix(struct reader *r, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(r->line_end - r->at) < length || memcmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

/* One character of a text, escapes resolved; a NUL inside a text is refused. */
static bool read_escaped(struct reader *r, char *out)
{
    if (!read_char(r, '\\')) {
        *out = *r->at++;
        return *out != '\0' || fail(r, "a text with a NUL in it");
    }
    if (r->line_end - r->at >= 3 && *r->at == 'x') {
        uint64_t value;
        struct reader hex = *r;
        hex.at++;
        hex.line_end = hex.at + 2;
        if (!read_number(&hex, 16, 0xff, &value) || hex.at != hex.line_end || value == 0)
            return fail(r, "a wrong escape in a text");
        r->at += 3;
        *out = (char)value;
        return true;
    }
    if (r->at < r->line_end && (*r->at == '"' || *r->at == '\\')) {
        *out = *r->at++;
        return true;
    }
    return fail(r, "a wrong escape in a text");
}

static char *read_text(struct reader *r)
{
    if (!read_char(r, '"')) {
        fail(r, "a text in quotes is missing");
        return NULL;
    }
    char *text = allocate((size_t)(r->line_end - r->at) + 1);
    for (size_t n = 0;; n++) {
        if (read_char(r, '"'))
            return text;
        if (r->at >= r->line_end)
            fail(r, "a text without its closing quote");
        else if (read_escaped(r, &text[n]))
            continue;
        free(text);
        return NULL;
    }
}

/* A few bytes can say much: a file must not take all memory. */
enum { MOST_DECISIONS = 1 << 26 };

static bool read_range(struct reader *r)
{
    struct trace *t = r->trace;
    uint64_t space, start, length;
    if (!read_number(r, 10, WIRE_MAX_MODULES, &space) || !read_char(r, ' ') || !read_number(r, 16, UINT64_MAX, &start)
        || !read_char(r, ' ') || !read_number(r, 10, UINT32_MAX, &length))
        return fail(r, "a wrong range");
    if ((r->visible_bytes += length) > MOST_VISIBLE)
        return fail(r, "ranges that are too long");
    if (t->range_count == r->range_capacity) {
        r->range_capacity = r->range_capacity ? 2 * r->range_capacity : 64;
        t->ranges = resize(t->ranges, r->range_capacity * sizeof *t->ranges);
    }
    uint32_t mixed = read_suffix(r, " mixed") ? WIRE_RANGE_MIXED : 0;
    t->ranges[t->range_count++] = (struct wire_range){(uint32_t)space | mixed, (uint32_t)length, start};
    return true;
}

static bool add_decisions(struct reader *r, struct wire_decision d, uint64_t count)
{
    struct trace *t = r->trace;
    if (count == 0 || count > MOST_DECISIONS - t->decision_count)
        return fail(r, "a schedule that is too long");
    while (r->decision_capacity < t->decision_count + count) {
        r->decision_capacity = r->decision_capacity ? 2 * r->decision_capacity : 256;
        t->decisions = resize(t->decisions, r->decision_capacity * sizeof *t->decisions);
    }
    for (; count; count--)
        t->decisions[t->decision_count++] = d;
    return true;
}

static bool read_schedule(struct reader *r)
{
    do {
        uint64_t thread, choice = 0, count = 1;
        if (!read_number(r, 10, UINT16_MAX, &thread))
            return false;
        if (read_char(r, '.') && !read_number(r, 10, UINT16_MAX, &choice))
            return false;
        if (read_char(r, 'x') && !read_number(r, 10, WIRE_MAX_PATH, &count))
            return false;
        if (!add_decisions(r, (struct wire_decision){(uint16_t)thread, (uint16_t)choice}, count))
            return false;
    } while (read_char(r, ' '));
    return true;
}

static bool read_string_field(struct reader *r, char **at)
{
    if (*at)
        return fail(r, "this word occurs a second time");
    *at = read_text(r);
    return *at != NULL;
}

static bool read_list_field(struct reader *r, struct strings *list)
{
    char *text = read_text(r);
    if (text)
        strings_add(list, text);
    return text != NULL;
}

static bool read_choice(struct reader *r, const struct option_row *row)
{
    char *word = read_text(r);
    int number = word ? option_word_number(row, word) : -1;
    bool known = number >= 0 || (word && fail(r, "an unknown word"));
    if (number >= 0)
        option_set_number(row, &r->trace->options, (uint64_t)number);
    free(word);
    return known;
}

static bool read_option(struct reader *r, const struct option_row *row)
{
    uint64_t number;
    void *options = &r->trace->options;
    if (r->said[row - check_options])
        return fail(r, "this was said before");
    r->said[row - check_options] = true;
    if (row->kind == OPTION_TEXT)
        return read_string_field(r, (char **)((char *)options + row->offset));
    if (trace_has_word(row))
        return read_choice(r, row);
    if (!read_number(r, 10, UINT64_MAX, &number))
        return false;
    option_set_number(row, options, row->kind == OPTION_FLAG ? number != 0 : number);
    return true;
}

static bool read_value(struct reader *r, const struct field *f)
{
    void *at = (char *)r->trace + f->offset;
    switch (f->kind) {
    case FIELD_TEXT:
    case FIELD_NEEDED:
        return read_string_field(r, at);
    case FIELD_LIST:
        return read_list_field(r, at);
    case FIELD_NUMBER:
        return read_number(r, 10, UINT64_MAX, at);
    case FIELD_HEX:
        return read_number(r, 16, UINT64_MAX, at);
    case FIELD_OPTIONS:
        break; /* each has a line of its own */
    case FIELD_RANGES:
        return read_range(r);
    case FIELD_SCHEDULE:
        return read_schedule(r);
    }
    return false;
}

/* Is this the first word of the line? Then what follows is next. */
static bool read_word(struct reader *r, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(r->line_end - r->at) <= length || memcmp(r->at, word, length) != 0 || r->at[length] != ' ')
        return false;
    r->at += length + 1;
    return true;
}

static bool read_whole(struct reader *r, bool read)
{
    return read && (r->at == r->line_end || fail(r, "unexpected text at the end of the line"));
}

static bool read_line(struct reader *r)
{
    for (const struct field *f = trace_fields; f->word; f++) {
        if (*f->word && read_word(r, f->word))
            return read_whole(r, read_value(r, f));
    }
    for (const struct option_row *row = check_options; row->help; row++) {
        if (row->trace && read_word(r, row->trace))
            return read_whole(r, read_option(r, row));
    }
    return fail(r, "an unknown word");
}

/* Everything between the first and the last line. */
static bool read_lines(struct reader *r)
{
    for (r->line = 2; r->at < r->end; r->line++, r->at = r->line_end + 1) {
        r->line_end = memchr(r->at, '\n', (size_t)(r->end - r->at));
        if (!read_line(r))
            return false;
    }
    for (const struct field *f = trace_fields; f->word; f++) {
        if (f->kind == FIELD_NEEDED && !*(char **)((char *)r->trace + f->offset)) {
            *r->error = format_text("the line \"%s\" is missing", f->word);
            return false;
        }
    }
    return true;
}

/* First line: what it is and of which version. Returns where the second begins. */
static const char *check_first_line(const char *text, size_t length, char **error)
{
    size_t prefix = sizeof TRACE_MAGIC - 1;
    if (length < prefix || memcmp(text, TRACE_MAGIC, prefix) != 0) {
        bool begins = length < prefix && memcmp(text, TRACE_MAGIC, length) == 0;
        *error = format_text(begins ? "it is truncated" : "it is not a trace of mazurka");
        return NULL;
    }
    const char *end = memchr(text, '\n', length), *at = text + prefix;
    if (!end) {
        *error = format_text("it is truncated");
        return NULL;
    }
    char expected[16];
    int digits = snprintf(expected, sizeof expected, "%d", TRACE_VERSION);
    if (end - at != digits || memcmp(at, expected, (size_t)digits) != 0) {
        *error = format_text("it is of version %.*s of the format; this mazurka reads version %d",
            (int)(end - at > 20 ? 20 : end - at), at, TRACE_VERSION);
        return NULL;
    }
    return end + 1;
}

/* Last line: number of decisions and checksum. Returns where it begins. */
static const char *check_last_line(const char *text, size_t length, uint64_t *count, char **error)
{
    const char *last = length > 0 && text[length - 1] == '\n' ? memrchr(text, '\n', length - 1) : NULL;
    if (!last || length - (size_t)(last - text) < 6 || memcmp(last + 1, "end ", 4) != 0) {
        *error = format_text("it is truncated: its last line is missing");
        return NULL;
    }
    struct reader r = {.at = last + 5, .line_end = text + length - 1, .error = error};
    uint64_t checksum;
    bool parsed = read_number(&r, 10, UINT64_MAX, count) && read_char(&r, ' ') && read_number(&r, 16, UINT64_MAX, &checksum)
        && r.at == r.line_end;
    if (parsed && checksum == XXH3_64bits(text, (size_t)(last + 1 - text)))
        return last + 1;
    free(*error);
    *error = format_text("it is damaged: its checksum does not fit its content");
    return NULL;
}

struct trace *trace_parse(const char *text, size_t length, char **error)
{
    *error = NULL;
    uint64_t count = 0;
    const char *first = check_first_line(text, length, error);
    const char *last = first ? check_last_line(text, length, &count, error) : NULL;
    if (!last)
        return NULL;
    struct reader r = {.at = first, .end = last, .trace = allocate(sizeof(struct trace)), .error = error,
        .said = allocate(options_count(check_options))};
    bool read = read_lines(&r);
    free(r.said);
    if (read && count != r.trace->decision_count) {
        *error = format_text("it says %" PRIu64 " decisions but has %zu", count, r.trace->decision_count);
        read = false;
    }
    if (read)
        return r.trace;
    trace_free(r.trace);
    return NULL;
}

struct trace *trace_read(const char *path, char **error)
{
    size_t length;
    char *text = read_whole_file(path, &length);
    if (!text) {
        *error = format_text("%s", strerror(errno));
        return NULL;
    }
    struct trace *trace = trace_parse(text, length, error);
    free(text);
    return trace;
}

static void free_list(struct strings *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->at[i]);
    free(list->at);
}

void trace_free(struct trace *trace)
{
    for (const struct field *f = trace_fields; f->word; f++) {
        void *at = (char *)trace + f->offset;
        if (f->kind == FIELD_TEXT || f->kind == FIELD_NEEDED)
            free(*(char **)at);
        else if (f->kind == FIELD_LIST)
            free_list(at);
    }
    for (const struct option_row *row = check_options; row->help; row++) {
        if (row->trace && row->kind == OPTION_TEXT)
            free((char *)option_text(row, &trace->options));
    }
    free(trace->ranges);
    free(trace->decisions);
    free(trace);
}
