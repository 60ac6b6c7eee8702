/* machine_process.c - a comparison of the processes on several machines: what is loaded, where they begin, and what they read
 * (machines.h). */
#include "tool/mpi/machine_messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/checkpoint/process_identity.h"
#include "tool/checkpoint/surroundings.h"
#include "tool/cli/util.h"
#include "tool/run/setup_repeats.h"

/* Rank 0 does, as soon as it knows both. */
void machines_compare(struct machines *m)
{
    for (unsigned i = 1; m->post.rank == 0 && m->process && i < m->post.size; i++) {
        struct machine *of = &m->of[i];
        bool other = of->process && json_is_true(json_object_get(of->process, "wide")) != m->wide;
        if (of->compared || !of->process || other)
            continue;
        of->compared = true;
        const struct other_process there = {format_text("on rank %u", i), format_text("is another file on rank %u", i)};
        char *why = process_difference(of->process, m->process, &there);
        if (!why && (!process_begins_alike(of->process, m->process) ||
                     !json_equal(json_object_get(of->process, "setup"), json_object_get(m->process, "setup"))))
            why = format_text("the program begins in another state there: what it asks the system for in set-up (time, directory, user, "
                              "processors, files) has other answers");
        if (why)
            machines_refuse(m, i, why);
    }
}

void machines_describe(struct machines *m, const struct launch *l)
{
    const struct wire *w = l->wire;
    if (m->described || !w->set_up)
        return;
    m->wide = w->config.wide;
    m->process = process_describe(w);
    json_object_set_new(m->process, "setup", json_string(format_text("%016" PRIx64, setup_repeats_digest(w))));
    m->described = true;
    machines_send_json(m, MESSAGE_PROCESS, m->process);
}

/* What is asked of the system by threads may be answered otherwise elsewhere. */
void machines_look_around(struct machines *m, const struct launch *l)
{
    const struct wire *w = l->wire;
    const char *asked = surroundings_asked(w);
    if (m->mute)
        return;
    if (l->random_addresses)
        m->mute = "the system does not allow fixed addresses";
    else if (asked)
        m->mute = format_text("threads of the program call %s, and what the system answers may be something else there", asked);
    else if (w->files > WIRE_MAX_FILES)
        m->mute = format_text("the program reads more than %d files", WIRE_MAX_FILES);
    for (uint32_t i = 0; i < w->files && i < WIRE_MAX_FILES; i++)
        if (w->file[i].noted == WIRE_FILE_LOST)
            m->mute = "the program opens a file with too long a path";
}

static struct told_file look_at(const char *path)
{
    struct told_file f = {.is_there = access(path, R_OK) == 0};
    struct fingerprint print = {0};
    snprintf(f.path, sizeof f.path, "%s", path);
    if (fingerprint_of(path, &print))
        f.digest = print.digest;
    return f;
}

/* Files that the program has read or tried to open since. */
struct told_file *machines_new_files(struct machines *m, const struct wire *w, size_t *count)
{
    struct told_file *files = NULL;
    *count = 0;
    for (; m->files < w->files && m->files < WIRE_MAX_FILES; m->files++) {
        files = resize(files, (*count + 1) * sizeof *files);
        files[(*count)++] = look_at(w->file[m->files].path);
    }
    return files;
}

void machines_compare_files(struct machines *m, unsigned from, const struct message *l)
{
    size_t size = 0;
    const struct told_file *files = message_part(l, PART_FILES, &size);
    for (size_t i = 0; m->post.rank == 0 && files && i < size / sizeof *files; i++) {
        struct told_file here = look_at(files[i].path);
        if (here.digest != files[i].digest || here.is_there != files[i].is_there)
            machines_refuse(m, from, format_text("%s, which the program reads, is another file there", files[i].path));
        struct wire_file f = {.noted = WIRE_FILE_OPENED};
        memcpy(f.path, files[i].path, sizeof f.path);
        surroundings_look_at(&f);
        m->their_files = resize(m->their_files, (m->their_file_count + 1) * sizeof f);
        m->their_files[m->their_file_count++] = f;
    }
}
