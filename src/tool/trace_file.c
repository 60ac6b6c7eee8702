/* trace_file.c - writing and reading .mzt files.
 *
 * The reader trusts nothing: the checksum comes first, so that damage is told as damage, and then every line is parsed
 * strictly, because a checksum can be right by intent.
 */
#include "tool/trace_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static const char magic[] = "mazurka-trace ";

/* --- the facts, one row a line; the table is both writer and reader ------------------------------------------------------ */

enum field_kind {
    FIELD_TEXT,     /* char *, left out if NULL */
    FIELD_NEEDED,   /* char *, must be there */
    FIELD_LIST,     /* struct strings: one line each */
    FIELD_NUMBER,   /* uint64_t */
    FIELD_HEX,      /* uint64_t */
    FIELD_RANGES,   /* one line each: space start length */
    FIELD_SCHEDULE, /* lines of decisions */
};

struct field {
    const char     *word;
    enum field_kind kind;
    size_t          offset;
};

#define FIELD(word, kind, member) {word, kind, offsetof(struct trace, member)}
static const struct field fields[] = {
    FIELD("tool", FIELD_NEEDED, tool),
    FIELD("program", FIELD_NEEDED, program),
    FIELD("directory", FIELD_NEEDED, directory),
    FIELD("build-id", FIELD_TEXT, build_id),
    FIELD("digest", FIELD_HEX, digest),
    FIELD("size", FIELD_NUMBER, size),
    FIELD("argument", FIELD_LIST, arguments),
    FIELD("compiler", FIELD_TEXT, compiler),
    FIELD("compile", FIELD_LIST, compile),
    FIELD("visible", FIELD_NEEDED, visible),
    FIELD("dead-values", FIELD_TEXT, dead_values),
    FIELD("fresh", FIELD_TEXT, fresh),
    FIELD("trust", FIELD_TEXT, trust),
    FIELD("memory-checks", FIELD_TEXT, memory_checks),
    FIELD("reuse", FIELD_TEXT, reuse),
    FIELD("leaks", FIELD_NUMBER, leaks),
    FIELD("held-at-exit", FIELD_NUMBER, held_at_exit),
    FIELD("seed", FIELD_NUMBER, seed),
    FIELD("setup-writes", FIELD_TEXT, setup_writes),
    FIELD("entropy", FIELD_NUMBER, entropy),
    FIELD("spurious", FIELD_NUMBER, spurious),
    FIELD("exit-status", FIELD_NUMBER, exit_status),
    FIELD("livelock", FIELD_NUMBER, livelock),
    FIELD("every-step", FIELD_NUMBER, every_step),
    FIELD("stack", FIELD_NUMBER, stack),
    FIELD("heap", FIELD_NUMBER, heap),
    FIELD("runaway", FIELD_NUMBER, runaway),
    FIELD("fault", FIELD_NEEDED, fault),
    FIELD("fault-text", FIELD_TEXT, fault_text),
    FIELD("fault-file", FIELD_TEXT, fault_file),
    FIELD("fault-line", FIELD_NUMBER, fault_line),
    FIELD("fault-function", FIELD_TEXT, fault_function),
    FIELD("fault-thread", FIELD_NUMBER, fault_thread),
    FIELD("fault-code", FIELD_NUMBER, fault_code),
    FIELD("setup", FIELD_HEX, setup),
    FIELD("range", FIELD_RANGES, ranges),
    FIELD("schedule", FIELD_SCHEDULE, decisions),
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* --- writing ----------------------------------------------------------------------------------------------------------- */

static void write_text(FILE *out, const char *word, const char *text)
{
    fprintf(out, "%s \"", word);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7f)
            fprintf(out, "\\x%02x", *c);
        else
            fputc(*c, out);
    }
    fputs("\"\n", out);
}

/* thread[.choice][xcount], a blank between them, lines of about a hundred characters. */
static void write_schedule(FILE *out, const struct trace *trace)
{
    const struct wire_decision *d = trace->decisions;
    int column = 0;
    for (size_t i = 0, run; i < trace->decision_count; i += run) {
        for (run = 1; i + run < trace->decision_count; run++) {
            if (d[i + run].thread != d[i].thread || d[i + run].choice != d[i].choice)
                break;
        }
        if (column > 100) {
            fputc('\n', out);
            column = 0;
        }
        column += fprintf(out, "%s%u", column ? " " : "schedule ", d[i].thread);
        if (d[i].choice)
            column += fprintf(out, ".%u", d[i].choice);
        if (run > 1)
            column += fprintf(out, "x%zu", run);
    }
    if (column)
        fputc('\n', out);
}

static void write_ranges(FILE *out, const struct trace *trace)
{
    for (size_t i = 0; i < trace->range_count; i++) {
        const struct wire_range *r = &trace->ranges[i];
        fprintf(out, "range %" PRIu32 " %" PRIx64 " %" PRIu32 "\n", r->space, r->start, r->length);
    }
}

static void write_list(FILE *out, const char *word, const struct strings *list)
{
    for (size_t i = 0; i < list->count; i++)
        write_text(out, word, list->at[i]);
}

static void write_field(FILE *out, const struct trace *trace, const struct field *f)
{
    const void *at = (const char *)trace + f->offset;
    switch (f->kind) {
    case FIELD_TEXT:
    case FIELD_NEEDED:
        if (*(char *const *)at)
            write_text(out, f->word, *(char *const *)at);
        break;
    case FIELD_LIST:
        write_list(out, f->word, at);
        break;
    case FIELD_NUMBER:
        fprintf(out, "%s %" PRIu64 "\n", f->word, *(const uint64_t *)at);
        break;
    case FIELD_HEX:
        fprintf(out, "%s %016" PRIx64 "\n", f->word, *(const uint64_t *)at);
        break;
    case FIELD_RANGES:
        write_ranges(out, trace);
        break;
    case FIELD_SCHEDULE:
        write_schedule(out, trace);
        break;
    }
}

char *trace_format(const struct trace *trace, size_t *length)
{
    char *text;
    FILE *out = open_memstream(&text, length);
    if (!out)
        die("out of memory");
    fprintf(out, "%s%d\n", magic, TRACE_VERSION);
    for (int i = 0; i < FIELDS; i++)
        write_field(out, trace, &fields[i]);
    if (fflush(out) != 0)
        die("out of memory");
    fprintf(out, "end %zu %016" PRIx64 "\n", trace->decision_count, (uint64_t)XXH3_64bits(text, *length));
    if (fclose(out) != 0)
        die("out of memory");
    return text;
}

/* Remove what could not be written whole, unless it is something like /dev/full. */
static void remove_partial(FILE *out, const char *path)
{
    struct stat status;
    if (fstat(fileno(out), &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

int trace_write(const char *path, const struct trace *trace)
{
    FILE *out = fopen(path, "we");
    if (!out)
        return -1;
    size_t length;
    char *text = trace_format(trace, &length);
    bool written = fwrite(text, 1, length, out) == length && fflush(out) == 0;
    int error = errno;
    if (!written)
        remove_partial(out, path);
    free(text);
    if (fclose(out) != 0 && written)
        return -1;
    errno = error;
    return written ? 0 : -1;
}

/* --- reading ----------------------------------------------------------------------------------------------------------- */

struct reader {
    const char *at, *line_end, *end;
    int         line;
    struct trace *trace;
    size_t      range_capacity, decision_capacity;
    uint64_t    visible_bytes;
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
enum { MOST_DECISIONS = 1 << 26, MOST_VISIBLE = 1 << 28 };

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
    t->ranges[t->range_count++] = (struct wire_range){(uint32_t)space, (uint32_t)length, start};
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
    case FIELD_RANGES:
        return read_range(r);
    case FIELD_SCHEDULE:
        return read_schedule(r);
    }
    return false;
}

static bool read_line(struct reader *r)
{
    for (int i = 0; i < FIELDS; i++) {
        size_t length = strlen(fields[i].word);
        if ((size_t)(r->line_end - r->at) > length && memcmp(r->at, fields[i].word, length) == 0 && r->at[length] == ' ') {
            r->at += length + 1;
            if (!read_value(r, &fields[i]))
                return false;
            return r->at == r->line_end || fail(r, "unexpected text at the end of the line");
        }
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
    for (int i = 0; i < FIELDS; i++) {
        if (fields[i].kind == FIELD_NEEDED && !*(char **)((char *)r->trace + fields[i].offset)) {
            *r->error = format_text("the line \"%s\" is missing", fields[i].word);
            return false;
        }
    }
    return true;
}

/* First line: what it is and of which version. Returns where the second begins. */
static const char *check_first_line(const char *text, size_t length, char **error)
{
    size_t prefix = sizeof magic - 1;
    if (length < prefix || memcmp(text, magic, prefix) != 0) {
        bool begins = length < prefix && memcmp(text, magic, length) == 0;
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
    struct reader r = {.at = first, .end = last, .trace = allocate(sizeof(struct trace)), .error = error};
    bool read = read_lines(&r);
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
    for (int i = 0; i < FIELDS; i++) {
        void *at = (char *)trace + fields[i].offset;
        if (fields[i].kind == FIELD_TEXT || fields[i].kind == FIELD_NEEDED)
            free(*(char **)at);
        else if (fields[i].kind == FIELD_LIST)
            free_list(at);
    }
    free(trace->ranges);
    free(trace->decisions);
    free(trace);
}
