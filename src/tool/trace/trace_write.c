/* trace_write.c - writing .mzt files; trace_read.c reads them. */
#include "tool/trace/trace_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "tool/cli/result_file.h"
#include "tool/trace/trace_fields.h"

const char *const trace_visible[] = {[WIRE_VISIBLE_AUTO] = "auto", [WIRE_VISIBLE_ALL] = "all", [WIRE_VISIBLE_LIST] = "list",
                                     [WIRE_VISIBLE_TRACKED] = "tracked", [WIRE_VISIBLE_ESCAPED] = "escaped", NULL};

/* --- the facts, one row a line; the table is both writer and reader ------------------------------------------------------ */

#define FIELD(word, kind, member) {word, kind, offsetof(struct trace, member)}
const struct field trace_fields[] = {
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
    FIELD("", FIELD_OPTIONS, options),
    FIELD("fault", FIELD_NEEDED, fault),
    FIELD("fault-text", FIELD_TEXT, fault_text),
    FIELD("fault-file", FIELD_TEXT, fault_file),
    FIELD("fault-line", FIELD_NUMBER, fault_line),
    FIELD("fault-function", FIELD_TEXT, fault_function),
    FIELD("fault-thread", FIELD_NUMBER, fault_thread),
    FIELD("fault-code", FIELD_NUMBER, fault_code),
    FIELD("steps", FIELD_TEXT, steps),
    FIELD("setup", FIELD_HEX, setup),
    FIELD("range", FIELD_RANGES, ranges),
    FIELD("schedule", FIELD_SCHEDULE, decisions),
    {NULL, FIELD_TEXT, 0},
};

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
        fprintf(out, "range %" PRIu32 " %" PRIx64 " %" PRIu32 "%s\n", r->space & ~(uint32_t)WIRE_RANGE_MIXED, r->start, r->length,
            r->space & WIRE_RANGE_MIXED ? " mixed" : "");
    }
}

static void write_list(FILE *out, const char *word, const struct strings *list)
{
    for (size_t i = 0; i < list->count; i++)
        write_text(out, word, list->at[i]);
}

static void write_option(FILE *out, const struct check_settings *options, const struct option_row *row)
{
    bool text = row->kind == OPTION_TEXT;
    char *word = trace_has_word(row) ? option_word(row, option_number(row, options)) : NULL;
    const char *value = text ? option_text(row, options) : word;
    if (value)
        write_text(out, row->trace, value);
    else if (!text)
        fprintf(out, "%s %" PRIu64 "\n", row->trace, option_number(row, options));
    free(word);
}

static void write_options(FILE *out, const struct check_settings *options)
{
    for (const struct option_row *row = check_options; row->help; row++) {
        if (row->trace)
            write_option(out, options, row);
    }
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
    case FIELD_OPTIONS:
        write_options(out, at);
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
    fprintf(out, TRACE_MAGIC "%d\n", TRACE_VERSION);
    for (const struct field *f = trace_fields; f->word; f++)
        write_field(out, trace, f);
    if (fflush(out) != 0)
        die("out of memory");
    fprintf(out, "end %zu %016" PRIx64 "\n", trace->decision_count, (uint64_t)XXH3_64bits(text, *length));
    if (fclose(out) != 0)
        die("out of memory");
    return text;
}

int trace_write(const char *path, const struct trace *trace)
{
    size_t length;
    char *text = trace_format(trace, &length);
    int status = result_write(path, text, length);
    free(text);
    return status;
}
