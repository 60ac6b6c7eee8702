/* lab_clients.c - see lab_clients.h. */
#include "apps/lab/lab_clients.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "apps/suite/place.h"
#include "tool/cli/workers.h"

/* As it is named, from the study's folder, or among the examples. */
static char *specification_of(const struct study *s, const struct study_clients *c)
{
    const char *shipped = format_text("%s.spec", c->specification);
    char *beside = format_text("%.*s%s", (int)(path_base(s->path) - s->path), s->path, c->specification);
    char *places[] = {beside, path_join(path_join(studies_directory(), "../../examples/clients"), shipped),
                      path_join(path_join(studies_directory(), "../../doc/mazurka/examples/clients"), shipped)};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (file_exists(places[i]))
            return places[i];
    die("%s:%zu: there is no specification %s, neither as a file nor among the examples", s->path, c->line, c->specification);
}

/* --- making them ------------------------------------------------------------------------------------------------------- */

/* What is made by which command is noted beside it. */
static char *note_of(const char *directory, const struct study_clients *c)
{
    return path_join(directory, format_text("%s.made", c->name));
}

static bool is_made(const char *directory, const struct study_clients *c, const char *command)
{
    char *made = read_whole_file(note_of(directory, c), NULL);
    return made && strcmp(made, command) == 0;
}

static struct strings command_of(const struct study *s, const struct study_clients *c, const char *directory)
{
    struct strings words = {0};
    strings_add(&words, self_path());
    strings_add(&words, "clients");
    strings_add(&words, specification_of(s, c));
    strings_addf(&words, "--clients=%llu", (unsigned long long)c->count);
    strings_add(&words, "--uniform");
    strings_append(&words, &c->options);
    strings_addf(&words, "--suite=%s:%s", directory, c->name);
    return words;
}

static void remember_status(struct task *t, int status, double seconds)
{
    (void)seconds;
    *(int *)t->self = status;
}

static void make(const struct study *s, const struct study_clients *c, const char *directory)
{
    int status = 0;
    struct strings words = command_of(s, c, directory);
    char *command = strings_command(&words), *log = path_join(directory, format_text("%s.log", c->name));
    if (is_made(directory, c, command))
        return;
    struct task task = {.argv = words, .log = log, .self = &status};
    struct workers workers = {.at_a_time = 1, .done = remember_status};
    if (!workers_run(&workers, &task, 1))
        die("stopped");
    if (status != 0)
        die("%s:%zu: the clients %s cannot be made: %s", s->path, c->line, c->name, read_whole_file(log, NULL));
    if (!file_exists(path_join(directory, format_text("%s_%03llu", c->name, (unsigned long long)c->count))))
        die("%s:%zu: there are no %llu different clients of %s with these options", s->path, c->line, (unsigned long long)c->count,
            c->name);
    FILE *out = fopen(note_of(directory, c), "we");
    if (out)
        fputs(command, out);
    if (!out || fclose(out) != 0)
        die("%s: %s", note_of(directory, c), strerror(errno));
}

/* --- all programs ------------------------------------------------------------------------------------------------------ */

static void append(struct suite *all, const struct suite *more)
{
    all->programs = resize(all->programs, (all->count + more->count + 1) * sizeof *all->programs);
    memcpy(&all->programs[all->count], more->programs, more->count * sizeof *more->programs);
    all->count += more->count;
}

struct suite study_suite(const struct study *s, const struct lab_settings *settings)
{
    struct suite all = {.directory = settings->suite};
    struct strings clients = {0};
    for (size_t i = 0; i < s->programs.count; i++)
        if (study_clients_of(s, s->programs.at[i]))
            strings_add(&clients, s->programs.at[i]);
    if (study_has_suite_programs(s))
        all = suite_read(settings->suite ? settings->suite : suite_default_directory(), &(struct strings){0});
    if (clients.count == 0)
        return all;
    char *directory = format_text("%s.clients", settings->store);
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        die("cannot make the folder %s: %s", directory, strerror(errno));
    for (size_t i = 0; i < s->clients_count; i++)
        make(s, &s->clients[i], directory);
    struct suite made = suite_read(directory, &clients);
    append(&all, &made);
    all.directory = all.directory ? all.directory : directory;
    return all;
}
