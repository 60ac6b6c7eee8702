/* machine_beginning.c - the start of a search on several machines: all compare what they are to search, and with what (machines.h). */
#include "tool/mpi/machines.h"

#include "tool/mpi/machine_messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/binary/elf/fingerprint.h"
#include "tool/checkpoint/checkpoint.h"
#include "tool/checkpoint/identity_text.h"
#include "tool/cli/json_text.h"
#include "tool/run/launch.h"

/* What MPI has put there is different on each machine, and each time. */
static void clean_environment(void)
{
    static const char *const theirs[] = {"OMPI_", "PMIX_", "PMI_", "ORTE_", "PRTE_", "HFI_NO_BACKTRACE=", "IPATH_NO_BACKTRACE=",
                                         "MAZURKA_MPI_", NULL};
    struct strings kept = {0};
    for (char **e = environ; *e; e++) {
        bool is_theirs = false;
        for (const char *const *t = theirs; *t; t++)
            is_theirs |= starts_with(*e, *t);
        if (!is_theirs)
            strings_add(&kept, *e);
    }
    if (!kept.at)
        kept.at = allocate(sizeof *kept.at);
    environ = kept.at;
}

struct machines *machines_open(void)
{
    struct machines *m = allocate(sizeof *m);
    m->parent = getppid();
    m->post = post_open();
    if (m->post.size > MOST_RANKS)
        die("--mpi: %u ranks are too many: at most %d", m->post.size, MOST_RANKS);
    for (unsigned i = 0; i < m->post.size; i++) {
        m->of[i].last = &m->of[i].first;
        m->of[i].beat = m->of[i].courier_beat = clock_ms(CLOCK_MONOTONIC);
    }
    clean_environment();
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0) {
        dup2(null, STDIN_FILENO); /* one of them would be given it */
        if (m->post.rank != 0)
            dup2(null, STDOUT_FILENO);
    }
    return m;
}

bool machines_report(const struct machines *m)
{
    return m->post.rank == 0;
}

static void put_file(json_t *o, const char *key, const char *path)
{
    struct fingerprint f = {0};
    fingerprint_of(path, &f);
    put_text(o, key, hex(f.digest));
}

static void put_directory(json_t *o)
{
    char *directory = realpath(".", NULL);
    put_text(o, "directory", directory ? directory : "?");
    free(directory);
}

/* What has to be the same, in this order, and how that is said. */
static const struct compared {
    const char *key, *what;
} compared[] = {
    {"version", "mazurka has another version there"},
    {"tool", "the tool mazurka is another build there"},
    {"runtime", "the runtime (libmazurka.so) is another build there"},
    {"command", "the command has other words there"},
    {"program", "the program is another one there: build it once, and copy it"},
    {"directory", "mazurka was started in another directory there, where the program would find other files"},
};

static json_t *describe_beginning(const char *program, char **words)
{
    char host[256] = "?";
    json_t *o = json_object();
    gethostname(host, sizeof host - 1);
    put_text(o, "host", host);
    put_text(o, "version", MZ_VERSION);
    put_file(o, "tool", self_path());
    put_file(o, "runtime", path_join(self_library_dir(), "libmazurka.so"));
    json_object_set_new(o, "command", words_json(words, "--mpi", "told to other machines"));
    put_file(o, "program", program);
    put_directory(o);
    return o;
}

const char *machines_host(const struct machines *m, unsigned rank)
{
    const char *host = json_string_value(json_object_get(m->of[rank].begin, "host"));
    return host ? host : "?";
}

/* All are told to end, and the others do so in silence. */
void machines_refuse(struct machines *m, unsigned rank, const char *why)
{
    machines_send(m, MESSAGE_REFUSED, NULL);
    if (m->log)
        checkpoint_withdraw(m->log);
    warn("--mpi: rank %u (%s) cannot search with rank 0: %s", rank, machines_host(m, rank), why);
    machines_leave(m, EXIT_ERROR);
}

static void compare_beginnings(struct machines *m, const json_t *mine)
{
    for (unsigned i = 1; i < m->post.size; i++) {
        for (size_t k = 0; k < sizeof compared / sizeof *compared; k++)
            if (!json_equal(json_object_get(mine, compared[k].key), json_object_get(m->of[i].begin, compared[k].key)))
                machines_refuse(m, i, compared[k].what);
    }
}

static void await_beginnings(struct machines *m)
{
    for (unsigned i = 1; i < m->post.size; i++)
        while (!m->of[i].begin)
            machines_await_beginning(m, i);
}

static struct strings words_of(const json_t *list)
{
    struct strings words = {0};
    for (size_t i = 0; i < json_array_size(list); i++)
        strings_add(&words, json_string_value(json_array_get(list, i)));
    return words;
}

/* It comes from rank 0, which is told by the courier, too, so that all begin alike. */
static void await_go(struct machines *m)
{
    while (!m->of[0].go)
        machines_await_beginning(m, 0);
    struct strings words = words_of(m->of[0].go);
    if (words.at)
        launch_environment(words.at);
}

static void tell_command(struct machines *m, const struct strings *words)
{
    json_t *o = json_object();
    put_directory(o);
    json_object_set_new(o, "command", words_json(words->at, "--mpi", "told to other machines"));
    json_object_set_new(o, "environment", words_json(environ, "--mpi", "told to other machines"));
    machines_send_json(m, MESSAGE_RESUME, o);
    json_decref(o);
}

void machines_resume(struct machines *m, struct strings *words)
{
    if (m->post.rank == 0) {
        tell_command(m, words);
        return;
    }
    while (!m->of[0].resume)
        machines_await_beginning(m, 0);
    const char *directory = json_text_at(m->of[0].resume, "directory");
    if (chdir(directory) != 0)
        die("--mpi: rank %u: the search was begun in %s: %s", m->post.rank, directory, strerror(errno));
    *words = words_of(json_object_get(m->of[0].resume, "command"));
    struct strings environment = words_of(json_object_get(m->of[0].resume, "environment"));
    environ = environment.at ? environment.at : environ;
}

void machines_begin(struct machines *m, const struct check_settings *s, const char *program, char **words)
{
    json_t *mine = m->of[m->post.rank].begin = describe_beginning(program, words);
    m->samples = search_kind_named(s->how.search)->samples || s->how.steering.runs > 1;
    m->claims = !m->samples && reductions_try_all(s->reduction);
    m->all_faults = s->config.all_faults;
    m->log = s->log;
    machines_send_json(m, MESSAGE_BEGIN, mine);
    if (m->post.rank == 0) {
        await_beginnings(m);
        compare_beginnings(m, mine);
        if (s->how.steering.runs > 1 && s->how.steering.runs < m->post.size)
            machines_refuse(m, m->post.size - 1, "there are more ranks than --runs");
        json_t *environment = words_json(launch_variables(), "--mpi", "told to other machines");
        machines_send_json(m, MESSAGE_GO, environment);
        json_decref(environment);
    }
    await_go(m);
}
