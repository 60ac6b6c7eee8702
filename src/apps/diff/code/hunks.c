/* hunks.c - see hunks.h. The format is that of "diff --git" with `--- a/NAME`, `+++ b/NAME` and `@@ -FROM,COUNT +FROM,COUNT @@`. */
#include "apps/diff/code/hunks.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

struct changed_file *changes_add(struct changes *changes, const char *old_path, const char *new_path)
{
    changes->files = resize(changes->files, (changes->count + 1) * sizeof *changes->files);
    struct changed_file *file = &changes->files[changes->count++];
    *file = (struct changed_file){.old_path = old_path ? format_text("%s", old_path) : NULL,
        .new_path = new_path ? format_text("%s", new_path) : NULL};
    return file;
}

void changed_file_add(struct changed_file *file, struct hunk hunk)
{
    file->hunks = resize(file->hunks, (file->count + 1) * sizeof *file->hunks);
    file->hunks[file->count++] = hunk;
}

void changes_free(struct changes *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        free(changes->files[i].old_path);
        free(changes->files[i].new_path);
        free(changes->files[i].hunks);
    }
    free(changes->files);
    *changes = (struct changes){0};
}

/* --- names ------------------------------------------------------------------------------------------------------------- */

static int escaped(const char **at)
{
    static const char letters[] = "abtnvfr\"\\", meant[] = "\a\b\t\n\v\f\r\"\\";
    const char *c = *at;
    const char *letter = *c ? strchr(letters, *c) : NULL;
    if (letter) {
        ++*at;
        return (unsigned char)meant[letter - letters];
    }
    int value = 0, digits = 0;
    while (digits < 3 && c[digits] >= '0' && c[digits] <= '7')
        value = value * 8 + (c[digits++] - '0');
    *at += digits;
    return digits == 3 && value > 0 && value < 256 ? value : -1;
}

/* "a/with \"quotes\"\303\244"; NULL if it is not well-formed. */
static char *unquote(const char *text)
{
    char *name = allocate(strlen(text) + 1);
    size_t used = 0;
    const char *at = text + 1;
    while (*at && *at != '"') {
        int c = (unsigned char)*at++;
        if (c == '\\')
            c = escaped(&at);
        if (c < 0)
            break;
        name[used++] = (char)c;
    }
    if (*at == '"' && (at[1] == '\0' || strcmp(at + 1, "\t") == 0))
        return name;
    free(name);
    return NULL;
}

/* The name behind "--- " or "+++ ", without the prefix of its side; a new string. Git puts a tab behind names with blanks.
 * False: it is no name. *name is NULL for /dev/null. */
static bool read_name(const char *text, const char *prefix, char **name)
{
    char *whole = text[0] == '"' ? unquote(text) : format_text("%s", text);
    *name = NULL;
    if (!whole)
        return false;
    size_t length = strlen(whole);
    if (text[0] != '"' && length && whole[length - 1] == '\t')
        whole[length - 1] = '\0';
    bool nothing = strcmp(whole, "/dev/null") == 0;
    bool good = nothing || (starts_with(whole, prefix) && whole[strlen(prefix)]);
    if (good && !nothing)
        *name = format_text("%s", whole + strlen(prefix));
    free(whole);
    return good;
}

/* --- numbers ----------------------------------------------------------------------------------------------------------- */

static bool read_number(const char **at, size_t *value)
{
    enum { MOST = 100000000 };
    if (!isdigit((unsigned char)**at))
        return false;
    for (*value = 0; isdigit((unsigned char)**at); ++*at) {
        *value = *value * 10 + (size_t)(**at - '0');
        if (*value > MOST)
            return false;
    }
    return true;
}

/* "12" or "12,3" behind a sign */
static bool read_range(const char **at, char sign, size_t *from, size_t *count)
{
    if (**at != sign)
        return false;
    ++*at;
    *count = 1;
    if (!read_number(at, from))
        return false;
    if (**at != ',')
        return true;
    ++*at;
    return read_number(at, count);
}

static bool read_hunk(const char *line, struct hunk *h)
{
    const char *at = line + 3;
    if (!starts_with(line, "@@ ") || !read_range(&at, '-', &h->old_from, &h->old_count) || *at++ != ' ')
        return false;
    return read_range(&at, '+', &h->new_from, &h->new_count) && starts_with(at, " @@");
}

/* --- the whole --------------------------------------------------------------------------------------------------------- */

struct reader {
    struct changes *changes;
    char  *old_path, *new_path;
    bool   named;          /* both are known, and the file is in the list */
    size_t old_left, new_left; /* lines of the hunk that follow */
    size_t number;         /* of the line */
    char **why;
};

static bool wrong(struct reader *r, const char *what)
{
    *r->why = format_text("line %zu of what git has printed: %s", r->number, what);
    return false;
}

static bool begin_hunk(struct reader *r, const char *line)
{
    struct hunk h;
    if (!r->old_path && !r->new_path)
        return wrong(r, "a hunk without a file");
    if (!read_hunk(line, &h))
        return wrong(r, starts_with(line, "@@@") ? "a difference of more than two versions" : "a hunk without its numbers");
    if (!r->named)
        changes_add(r->changes, r->old_path, r->new_path);
    r->named = true;
    changed_file_add(&r->changes->files[r->changes->count - 1], h);
    r->old_left = h.old_count;
    r->new_left = h.new_count;
    return true;
}

static void forget_names(struct reader *r)
{
    free(r->old_path);
    free(r->new_path);
    r->old_path = r->new_path = NULL;
    r->named = false;
}

static bool read_header(struct reader *r, const char *line)
{
    if (starts_with(line, "diff --git ")) {
        forget_names(r);
    } else if (starts_with(line, "diff --cc ") || starts_with(line, "diff --combined ")) {
        return wrong(r, "a difference of more than two versions");
    } else if (starts_with(line, "--- ")) {
        free(r->old_path);
        if (!read_name(line + 4, "a/", &r->old_path))
            return wrong(r, "a name that is none");
    } else if (starts_with(line, "+++ ")) {
        free(r->new_path);
        if (!read_name(line + 4, "b/", &r->new_path))
            return wrong(r, "a name that is none");
    } else if (starts_with(line, "* Unmerged path ")) {
        r->changes->unmerged++;
    } else if (starts_with(line, "@@")) {
        return begin_hunk(r, line);
    }
    return true; /* modes, similarity, "Binary files differ", … */
}

/* In place of the text of another repository git has its commit; no more than that, if it is not known which: "-dirty". */
static void note_submodule(struct reader *r, const char *line)
{
    if (line[0] && starts_with(line + 1, "Subproject commit "))
        r->changes->files[r->changes->count - 1].submodule = true;
}

static bool read_line(struct reader *r, const char *line)
{
    if (r->old_left || r->new_left)
        note_submodule(r, line);
    if (line[0] == '\\') /* "\ No newline at end of file" */
        return true;
    if (line[0] == '-' && r->old_left) {
        r->old_left--;
        return true;
    }
    if (line[0] == '+' && r->new_left) {
        r->new_left--;
        return true;
    }
    if (r->old_left || r->new_left)
        return wrong(r, "a hunk that is too short");
    return read_header(r, line);
}

bool changes_read(const char *text, size_t length, struct changes *changes, char **why)
{
    struct reader r = {.changes = changes, .why = why};
    bool good = true;
    for (size_t at = 0; at < length && good;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - (text + at)) : length - at;
        char *line = format_text("%.*s", (int)(size < 1 << 20 ? size : 1 << 20), text + at);
        r.number++;
        good = read_line(&r, line);
        free(line);
        at += size + 1;
    }
    if (good && (r.old_left || r.new_left))
        good = wrong(&r, "it ends within a hunk");
    forget_names(&r);
    return good;
}
