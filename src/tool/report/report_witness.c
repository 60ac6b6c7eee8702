/* report_witness.c - the first bug as a violation witness of SV-COMP, format 2.2: YAML that other verifiers check again
 * (docs/use/sv-comp.md).
 *
 * Paulína Ayaziová, Dirk Beyer, Marian Lingsch-Rosenfeld, Martin Spiessl, Jan Strejček: Software Verification Witnesses 2.0 (SPIN 2024);
 * the threads of waypoints, and segments with two targets for data races, are those of format 2.2. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/sha256.h"
#include "tool/compile/compile.h"
#include "tool/report/report.h"
#include "tool/report/witness_content.h"

/* In double quotes. */
static char *scalar(const char *text)
{
    char *plain = printable(text), *result = allocate(2 * strlen(plain) + 3), *to = result;
    *to++ = '"';
    for (const char *c = plain; *c; c++) {
        if (*c == '"' || *c == '\\')
            *to++ = '\\';
        *to++ = *c;
    }
    *to = '"';
    free(plain);
    return result;
}

/* --- the task ---------------------------------------------------------------------------------------------------------- */

static bool is_c(const char *file)
{
    return ends_with(file, ".c") || ends_with(file, ".i") || ends_with(file, ".h");
}

static bool same_file(const char *a, const char *b)
{
    char first[PATH_MAX], second[PATH_MAX];
    return strcmp(a, b) == 0 || (realpath(a, first) && realpath(b, second) && strcmp(first, second) == 0);
}

/* The sources as they were given; of a program, those that the waypoints are in. */
static struct strings input_files(const struct report *r, const struct witness_content *c)
{
    struct strings files = {0};
    for (size_t i = 0; i < r->settings->compile.count; i++)
        if (is_source(r->settings->compile.at[i]))
            strings_add(&files, r->settings->compile.at[i]);
    for (size_t i = 0; r->settings->compile.count == 0 && i < c->count; i++)
        if (!strings_contain(&files, c->at[i].place.file))
            strings_add(&files, c->at[i].place.file);
    return files;
}

/* As it is called among those. */
static const char *input_named(const struct strings *files, const char *file)
{
    for (size_t i = 0; i < files->count; i++)
        if (same_file(files->at[i], file))
            return files->at[i];
    return file;
}

static char *why_not_these(const struct strings *files)
{
    for (size_t i = 0; i < files->count; i++) {
        if (!is_c(files->at[i]))
            return format_text("the format is for programs in C, and %s is none", files->at[i]);
        if (!file_exists(files->at[i]))
            return format_text("%s cannot be read", files->at[i]);
    }
    return NULL;
}

static void put_hash(const char *file, FILE *out)
{
    char text[SHA256_TEXT];
    size_t length = 0;
    char *content = read_whole_file(file, &length);
    sha256(content ? content : "", content ? length : 0, text);
    fprintf(out, "        %s: \"%s\"\n", scalar(file), text);
    free(content);
}

static void put_uuid(FILE *out)
{
    unsigned char b[16] = {0};
    if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b)
        memcpy(b, &(struct timespec){.tv_sec = time(NULL)}, sizeof b);
    b[6] = (unsigned char)((b[6] & 0x0f) | 0x40); /* version 4 */
    b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
    fputs("    uuid: \"", out);
    for (int i = 0; i < 16; i++)
        fprintf(out, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
    fputs("\"\n", out);
}

static void put_metadata(const struct strings *files, const char *specification, FILE *out)
{
    time_t now = time(NULL);
    struct tm utc;
    char when[32];
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    fputs("- entry_type: violation_sequence\n  metadata:\n    format_version: \"2.2\"\n", out);
    put_uuid(out);
    fprintf(out, "    creation_time: \"%s\"\n    producer:\n      name: \"Mazurka\"\n      version: \"%s\"\n    task:\n", when, MZ_VERSION);
    fputs("      input_files:\n", out);
    for (size_t i = 0; i < files->count; i++)
        fprintf(out, "        - %s\n", scalar(files->at[i]));
    fputs("      input_file_hashes:\n", out);
    for (size_t i = 0; i < files->count; i++)
        put_hash(files->at[i], out);
    fprintf(out, "      specification: %s\n      data_model: \"LP64\"\n      language: \"C\"\n", scalar(specification));
}

/* --- the content ------------------------------------------------------------------------------------------------------- */

static void put_waypoint(const struct strings *files, const struct waypoint *w, FILE *out)
{
    if (!w->with_last)
        fputs("    - segment:\n", out);
    fprintf(out, "        - waypoint:\n            type: %s\n            action: follow\n            thread_id: %u\n", w->type, w->thread);
    if (w->constraint)
        fprintf(out, "            constraint:\n              value: %s\n              format: %s\n", scalar(w->constraint),
            strcmp(w->type, "function_return") == 0 ? "ext_c_expression" : "c_expression");
    fprintf(out, "            location:\n              file_name: %s\n              line: %d\n",
        scalar(input_named(files, w->place.file)), w->place.line);
    if (w->place.function)
        fprintf(out, "              function: %s\n", scalar(w->place.function));
}

static const struct finding *first_bug(const struct report *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (is_about_the_program(r, &r->findings[i]) && !r->findings[i].doubt && r->findings[i].replay.wire)
            return &r->findings[i];
    return NULL;
}

static int refuse(const char *why)
{
    warn("note: no witness was written: %s", why);
    return 0;
}

int report_witness(const struct report *r, const char *path)
{
    const struct finding *f = r->program ? first_bug(r) : NULL;
    char *why = NULL;
    if (!f)
        return refuse("there is no bug that it could be of");
    const char *specification = witness_specification(f, &why);
    struct witness_content c = why ? (struct witness_content){0} : witness_content(f, &why);
    struct strings files = input_files(r, &c);
    why = why ? why : why_not_these(&files);
    if (why)
        return refuse(why);
    FILE *out = result_open(path);
    if (!out)
        return -1;
    put_metadata(&files, specification, out);
    fputs("  content:\n", out);
    for (size_t i = 0; i < c.count; i++)
        put_waypoint(&files, &c.at[i], out);
    return result_close(out);
}
