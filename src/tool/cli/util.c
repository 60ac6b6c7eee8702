/* util.c - messages, strings, paths. Processes are in subprocess.c. */
#include "tool/cli/util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/printable.h"

/* Where stdout has failed earlier, stdio knows that, and not why, and nothing may be left to flush: the text is lost, so one byte more does
 * no harm, and tells. */
static int why_not(void)
{
    return write(STDOUT_FILENO, "\n", 1) < 0 ? errno : EIO;
}

int flush_stdout(void)
{
    static int why;
    errno = 0;
    if ((fflush(stdout) != 0 || ferror(stdout)) && !why)
        why = errno ? errno : why_not();
    return why;
}

static void message(const char *format, va_list args)
{
    char *text;
    const struct colours none = colours_for("never", STDERR_FILENO);
    flush_stdout();
    fputs("mazurka: ", stderr);
    if (vasprintf(&text, format, args) >= 0) {
        print_lines(text, stderr, &none);
        free(text);
    }
    fputc('\n', stderr);
}

void die(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(format, args);
    va_end(args);
    exit(EXIT_ERROR);
}

void warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    message(format, args);
    va_end(args);
}

void bug(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("mazurka: this is a bug in mazurka itself, please report it:\n", stderr);
    message(format, args);
    va_end(args);
    abort();
}

void *allocate(size_t bytes)
{
    void *block = calloc(1, bytes ? bytes : 1);
    if (!block)
        die("out of memory (%zu bytes)", bytes);
    return block;
}

void *resize(void *block, size_t bytes)
{
    block = realloc(block, bytes ? bytes : 1);
    if (!block)
        die("out of memory (%zu bytes)", bytes);
    return block;
}

char *format_arguments(const char *format, va_list args)
{
    char *text;
    if (vasprintf(&text, format, args) < 0)
        die("out of memory");
    return text;
}

char *format_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = format_arguments(format, args);
    va_end(args);
    return text;
}

bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), tail = strlen(suffix);
    return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

bool is_one_of(const char *text, const char *const *list)
{
    while (*list && strcmp(text, *list) != 0)
        list++;
    return *list != NULL;
}

char *shell_file(const char *name)
{
    return shell_quote(*name == '-' ? format_text("./%s", name) : name);
}

char *shell_quote(const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./,:@%^";
    if (*text && text[strspn(text, plain)] == '\0')
        return format_text("%s", text);
    char *quoted = allocate(4 * strlen(text) + 3), *out = quoted;
    *out++ = '\'';
    for (; *text; text++) {
        if (*text == '\'')
            out = stpcpy(out, "'\\''");
        else
            *out++ = *text;
    }
    *out = '\'';
    return quoted;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edit distance: insertions, deletions, replacements. Words longer than the buffer count as far away. */
static size_t word_distance(const char *a, const char *b)
{
    size_t row[64], length = strlen(b);
    if (length >= 64)
        return 64;
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t above = row[j];
            row[j] = least(least(above, row[j - 1]) + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[length];
}

const char *nearest_word(const char *word, const char *const *candidates)
{
    const char *best = NULL;
    size_t best_distance = strlen(word) / 3 + 2;
    for (; *candidates; candidates++) {
        size_t distance = word_distance(word, *candidates);
        if (distance < best_distance) {
            best = *candidates;
            best_distance = distance;
        }
    }
    return best;
}

void strings_add(struct strings *list, const char *text)
{
    if (list->count + 1 >= list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 16;
        list->at = resize(list->at, list->capacity * sizeof *list->at);
    }
    list->at[list->count++] = (char *)text;
    list->at[list->count] = NULL;
}

void strings_addf(struct strings *list, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    strings_add(list, format_arguments(format, args));
    va_end(args);
}

void strings_append(struct strings *list, const struct strings *more)
{
    for (size_t i = 0; i < more->count; i++)
        strings_add(list, more->at[i]);
}

bool strings_contain(const struct strings *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->at[i], text) == 0)
            return true;
    }
    return false;
}

bool strings_share(const struct strings *a, const struct strings *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (strings_contain(b, a->at[i]))
            return true;
    return false;
}

char *strings_command(const struct strings *list)
{
    struct strings quoted = {0};
    size_t length = 1;
    for (size_t i = 0; i < list->count; i++) {
        strings_add(&quoted, shell_quote(list->at[i]));
        length += strlen(quoted.at[i]) + 1;
    }
    char *line = allocate(length), *out = line;
    for (size_t i = 0; i < quoted.count; i++) {
        if (i)
            *out++ = ' ';
        out = stpcpy(out, quoted.at[i]);
    }
    return line;
}

uint64_t clock_ms(clockid_t clock)
{
    struct timespec t = {0};
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

char *path_join(const char *directory, const char *name)
{
    const char *slash = *directory == '\0' || ends_with(directory, "/") ? "" : "/";
    return format_text("%s%s%s", directory, slash, name);
}

const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

char *read_whole_file(const char *path, size_t *length)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    size_t used = 0, room = 4096;
    char *content = allocate(room);
    ssize_t got;
    while ((got = read(fd, content + used, room - used - 1)) > 0) {
        used += (size_t)got;
        if (room - used < 2)
            content = resize(content, room *= 2);
    }
    int error = errno;
    close(fd);
    if (got < 0) {
        free(content);
        errno = error;
        return NULL;
    }
    content[used] = '\0';
    if (length)
        *length = used;
    return content;
}

bool make_folders(const char *path)
{
    char *folder = format_text("%s", path);
    bool made = true;
    for (char *slash = *folder ? strchr(folder + 1, '/') : NULL; slash && made; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = mkdir(folder, 0700) == 0 || errno == EEXIST;
        *slash = '/';
    }
    free(folder);
    return made;
}

static bool is_command(const char *path)
{
    struct stat status;
    return access(path, X_OK) == 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

char *find_command(const char *name)
{
    if (strchr(name, '/'))
        return is_command(name) ? format_text("%s", name) : NULL;
    const char *path = getenv("PATH");
    if (!path)
        path = "/usr/local/bin:/usr/bin:/bin";
    while (*path) {
        size_t length = strcspn(path, ":");
        char *candidate = length ? format_text("%.*s/%s", (int)length, path, name) : format_text("./%s", name);
        if (is_command(candidate))
            return candidate;
        free(candidate);
        path += length + (path[length] == ':');
    }
    return NULL;
}

const char *self_path(void)
{
    static char *path;
    if (!path)
        path = realpath("/proc/self/exe", NULL);
    if (!path)
        die("cannot find my own executable (/proc/self/exe): %s", strerror(errno));
    return path;
}

/* A directory beside bin/, where the executable is. */
static char *beside_bin(const char *name)
{
    const char *self = self_path();
    size_t length = (size_t)(path_base(self) - self);
    while (length > 1 && self[length - 1] == '/')
        length--;
    while (length > 1 && self[length - 1] != '/')
        length--;
    return format_text("%.*s%s", (int)length, self, name);
}

const char *self_library_dir(void)
{
    static char *directory;
    if (!directory)
        directory = beside_bin("lib/mazurka");
    return directory;
}

const char *self_include_dir(void)
{
    static char *directory;
    if (!directory)
        directory = beside_bin("include");
    return directory;
}
