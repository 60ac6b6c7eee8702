/* hunt_seeds.c - see hunt_seeds.h. A line: strategy, depth, seed, decisions that the execution was expected to have, and the program with
 * its arguments, which may have blanks. Others may add lines at the same time (cases of a framework). */
#include "apps/hunt/hunt_seeds.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* By the program's last name, so that the file is good for any folder; without line ends. */
static char *whom(const struct hunt_settings *s)
{
    char *name = format_text("%s", path_base(s->name));
    for (size_t i = 0; i < s->arguments.count; i++)
        name = format_text("%s %s", name, s->arguments.at[i]);
    for (char *at = name; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    return name;
}

static bool read_seed(const char *line, struct hunt_seed *seed, const char **name)
{
    char word[16];
    int length = 0;
    static const char form[] = "%15s %" SCNu32 " %" SCNu64 " %" SCNu64 " %n";
    if (sscanf(line, form, word, &seed->depth, &seed->seed, &seed->length, &length) != 4 || !length)
        return false;
    *name = line + length;
    seed->strategy = hunt_strategy_of(word);
    return seed->strategy < HUNT_STRATEGY_COUNT;
}

struct hunt_seeds hunt_seeds_read(const struct hunt_settings *s)
{
    struct hunt_seeds all = {0};
    char *text = s->seeds ? read_whole_file(s->seeds, NULL) : NULL, *rest = text, *own = whom(s);
    if (s->seeds && !text && errno != ENOENT)
        die("cannot read %s: %s", s->seeds, strerror(errno));
    size_t lines = 0;
    for (const char *at = text; at && (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    all.at = allocate((lines + 1) * sizeof *all.at);
    unsigned number = 1;
    for (char *line = strsep(&rest, "\n"); line && *line; line = strsep(&rest, "\n"), number++) {
        const char *name;
        struct hunt_seed seed;
        if (!read_seed(line, &seed, &name))
            die("%s, line %u: this is not a line of --seeds: STRATEGY DEPTH SEED LENGTH PROGRAM", s->seeds, number);
        if (strcmp(name, own) != 0)
            continue;
        all.at[all.count++] = seed;
    }
    free(text);
    return all;
}

void hunt_seeds_keep(const struct hunt_settings *s, const struct hunt_finding *f)
{
    struct hunt_seeds known = hunt_seeds_read(s);
    if (!s->seeds)
        return;
    for (size_t i = 0; i < known.count; i++)
        if (known.at[i].seed == f->seed && known.at[i].strategy == f->strategy && known.at[i].depth == f->depth)
            return;
    char *line = format_text("%s %" PRIu32 " %" PRIu64 " %" PRIu64 " %s\n", hunt_strategy_name(f->strategy), f->depth, f->seed, f->length,
                             whom(s));
    int fd = open(s->seeds, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool written = fd >= 0 && write(fd, line, strlen(line)) == (ssize_t)strlen(line);
    if ((fd >= 0 && close(fd) != 0) || !written)
        die("cannot write %s: %s", s->seeds, strerror(errno));
}
