/* checkpoint.c - see checkpoint.h. */
#include "tool/checkpoint/checkpoint.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/record.h"
#include "tool/cli/check_settings.h"
#include "tool/checkpoint/block_check.h"
#include "tool/checkpoint/kept_environment.h"
#include "tool/checkpoint/identity_text.h"
#include "tool/cli/json_text.h"
#include "tool/checkpoint/log_file.h"
#include "tool/checkpoint/notes.h"
#include "tool/checkpoint/process_identity.h"
#include "tool/checkpoint/surroundings.h"
#include "tool/run/launch.h"
#include "tool/run/setup_repeats.h"
#include "tool/binary/elf/fingerprint.h"

struct checkpoint {
    struct log_file log;
    uint64_t groups;          /* that hold something to go on with */
    bool     described;       /* the process is, in the file */
    bool     fetching;        /* what was kept is being handed out */
    char    *failed;          /* a sentence: nothing is written any more */
    struct notes notes;       /* of this process, as last written */
    const struct log_block *findings;
    /* what was kept, in the order in which it is handed out: */
    const struct record **records;
    size_t   count, next;
    json_t  *header, *process; /* of a file that was there */
    const struct log_block *setup;
    bool     resumed, compared; /* and it is of this process */
    bool     trusted;         /* by the user, whatever it says */
    uint32_t files;           /* that have been written */
};

/* Unless that has failed before. */
void checkpoint_add(struct checkpoint *c, enum log_type type, const void *bytes, size_t size)
{
    if (!c->failed && !log_add(&c->log, type, bytes, size))
        c->failed = format_text("%s cannot be written: %s", c->log.path, strerror(errno));
}

bool checkpoint_is_new(const struct checkpoint *c)
{
    return c->groups == 0;
}

const struct log_block *checkpoint_next(const struct checkpoint *c, enum log_type type, size_t *at)
{
    while (c->compared && *at < c->log.count)
        if (c->log.blocks[(*at)++].type == type)
            return &c->log.blocks[*at - 1];
    return NULL;
}

static void add_json(struct checkpoint *c, enum log_type type, json_t *o)
{
    char *text = json_dumps(o, JSON_COMPACT);
    if (text)
        checkpoint_add(c, type, text, strlen(text));
    free(text);
    json_decref(o);
}

/* --- the beginning ---------------------------------------------------------------------------------------------------- */

static void describe_program(json_t *o, const char *program)
{
    struct fingerprint f = {0};
    fingerprint_of(program, &f);
    put_text(o, "program", path_base(program));
    put_text(o, "digest", hex(f.digest));
}

/* Options from the environment are options of the command. */
static json_t *describe_command(char **words)
{
    struct strings command = {.at = allocate(sizeof *command.at)};
    options_words(check_options, CHECK_VARIABLE, &command);
    for (; *words; words++)
        strings_add(&command, *words);
    return words_json(command.at, "--checkpoint", "written down");
}

struct checkpoint *checkpoint_begin(const char *path, const char *program, char **words)
{
    struct checkpoint *c = allocate(sizeof *c);
    json_t *o = json_object();
    char *directory = realpath(".", NULL);
    c->log = log_create(path);
    put_text(o, "mazurka", MZ_VERSION);
    put_text(o, "directory", directory ? directory : ".");
    json_object_set_new(o, "command", describe_command(words));
    json_object_set_new(o, "environment", environment_describe(environ, program));
    describe_program(o, program);
    add_json(c, LOG_HEADER, o);
    if (c->failed || !log_end_group(&c->log)) {
        unlink(path);
        die("--checkpoint=%s: %s", path, strerror(errno));
    }
    return c;
}

/* --- what was kept ---------------------------------------------------------------------------------------------------- */

/* Is it to be handed out: the last knowledge, or anything else from the last beginning on? */
static void add_records(struct checkpoint *c, size_t from, bool knowledge)
{
    const struct record *r;
    for (size_t i = from; i < c->log.count; i++) {
        const struct log_block *b = &c->log.blocks[i];
        for (size_t at = 0; b->type == LOG_RECORDS && (r = record_at(b->bytes, b->size, at)) != NULL; at += record_length(r)) {
            if (r->kind == RECORD_ANEW && !knowledge)
                c->count = c->next; /* what is before it is void; next: where these begin */
            if ((r->kind == RECORD_KNOWLEDGE) != knowledge)
                continue;
            c->records = resize(c->records, (c->count + 1) * sizeof *c->records);
            c->records[c->count++] = r;
        }
    }
}

/* Block behind the group before the last one. */
static size_t last_group(const struct log_file *log)
{
    size_t i = log->count - 1;
    while (i > 0 && log->blocks[i - 1].type != LOG_GROUP)
        i--;
    return i;
}

static void list_records(struct checkpoint *c)
{
    add_records(c, last_group(&c->log), true);
    c->next = c->count;
    add_records(c, 0, false);
    c->next = 0;
}

static json_t *json_of(const struct log_file *log, enum log_type type)
{
    const struct log_block *b = log_last(log, type, log->count);
    return b ? json_loadb(b->bytes, b->size, 0, NULL) : NULL;
}

static void compare_versions(const struct checkpoint *c)
{
    const char *then = json_text_at(c->header, "mazurka");
    if (strcmp(then, MZ_VERSION) != 0)
        die("%s: the search was begun by mazurka %s, and this is %s: what one has finished the other may see differently",
            c->log.path, then, MZ_VERSION);
}

static const char *word_at(const json_t *list, size_t i)
{
    const char *word = json_string_value(json_array_get(list, i));
    return word ? word : "";
}

struct checkpoint *checkpoint_resume(const char *path, bool trusted, struct strings *words)
{
    struct checkpoint *c = allocate(sizeof *c);
    c->log = log_open(path);
    c->log.path = realpath(path, NULL);
    c->resumed = true;
    c->header = json_of(&c->log, LOG_HEADER);
    c->process = json_of(&c->log, LOG_PROCESS);
    c->setup = log_last(&c->log, LOG_SETUP, c->log.count);
    if (!c->header)
        die("%s: the beginning of this checkpoint is damaged: remove it and begin anew", path);
    compare_versions(c);
    if (!log_cut(&c->log, c->log.whole))
        die("%s: %s", path, strerror(errno));
    c->findings = log_last(&c->log, LOG_FINDINGS, c->log.count);
    const char *wrong = blocks_wrong(&c->log);
    if (wrong)
        die("%s: %s is not as it is written: remove the checkpoint and begin anew", path, wrong);
    if (c->process && c->setup)
        list_records(c);
    c->described = c->fetching = c->count > 0;
    c->groups = c->count;
    c->trusted = trusted;
    const json_t *command = json_object_get(c->header, "command");
    for (size_t i = 0; i < json_array_size(command); i++)
        strings_add(words, word_at(command, i));
    return c;
}

const char *checkpoint_directory(const struct checkpoint *c)
{
    return json_text_at(c->header, "directory");
}

static void restore_environment(const struct checkpoint *c, const char *program)
{
    struct strings differ = {0};
    launch_environment(environment_again(json_object_get(c->header, "environment"), environ, program, c->trusted, &differ));
    for (size_t i = 0; i < differ.count; i++)
        warn("the environment is not that of the checkpoint: %s", differ.at[i]);
    if (differ.count)
        die("%s: the program would begin in another state than then. Set these variables as they were, or remove the checkpoint and begin "
            "anew", c->log.path);
}

void checkpoint_compare_program(const struct checkpoint *c, const char *program)
{
    json_t *now = json_object();
    if (!c->resumed)
        return;
    describe_program(now, program);
    if (strcmp(json_text_at(now, "digest"), json_text_at(c->header, "digest")) != 0)
        die("%s: the program is not the one that the search was begun with: %s has changed since. Remove the checkpoint and begin anew, or "
            "build the program as it was", c->log.path, program);
    json_decref(now);
    restore_environment(c, program);
}

/* --- the process ------------------------------------------------------------------------------------------------------ */

static json_t *describe_process(const struct wire *w)
{
    json_t *o = process_describe(w);
    put_text(o, "input", surroundings_input());
    return o;
}

/* What set-up had left then, as another process has it. */
static struct wire *setup_then(const struct checkpoint *c)
{
    struct wire *w = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    uint64_t bytes = c->setup->size - sizeof w->secret;
    if (w == MAP_FAILED)
        die("cannot compare what set-up leaves: %s", strerror(errno));
    w->set_up = 1;
    w->setup_words = bytes / sizeof(struct wire_word);
    memcpy(w->secret, c->setup->bytes, sizeof w->secret);
    memcpy(wire_setup(w), (const char *)c->setup->bytes + sizeof w->secret, bytes);
    return w;
}

static void compare_process(const struct checkpoint *c, const struct wire *w)
{
    json_t *now = describe_process(w);
    char *why = process_difference(c->process, now, &(struct other_process){"then", "has changed since"});
    struct wire *then = setup_then(c);
    why = why ? why : surroundings_difference(&c->log, json_text_at(c->process, "input"));
    why = why ? why : setup_repeats_compare(w, then);
    if (!why && !process_begins_alike(c->process, now))
        why = format_text("the program begins in another state than then");
    munmap(then, WIRE_SIZE);
    json_decref(now);
    if (why)
        die("%s: what was finished is not true of this process: %s. Remove the checkpoint and begin anew, or make it as it was",
            c->log.path, why);
}

static void add_setup(struct checkpoint *c, const struct wire *w)
{
    if (w->setup_words > WIRE_MAX_SETUP) {
        c->failed = format_text("nothing is written to %s: set-up changes too much memory", c->log.path);
        return;
    }
    size_t words = w->setup_words * sizeof(struct wire_word), all = sizeof w->secret + words;
    char *bytes = allocate(all);
    memcpy(bytes, w->secret, sizeof w->secret);
    memcpy(bytes + sizeof w->secret, wire_setup(w), words);
    checkpoint_add(c, LOG_SETUP, bytes, all);
    free(bytes);
}

/* --- turns ------------------------------------------------------------------------------------------------------------ */

static void add_findings(struct checkpoint *c, const struct wire *w)
{
    if (w->decisions > WIRE_MAX_RECALLED) { /* what is finished is not kept without what was found there */
        c->failed = format_text("nothing more is written to %s: the interleavings of the bugs are too long", c->log.path);
        return;
    }
    size_t bytes = sizeof(struct wire_recall) + w->decisions * sizeof(struct wire_decision);
    struct wire_recall *r = allocate(bytes);
    r->findings = w->findings;
    r->dropped = w->dropped;
    r->decisions = w->decisions;
    r->ended_well = w->ended_well;
    memcpy(r->finding, w->finding, w->findings * sizeof *r->finding);
    memcpy(r->decision, wire_decisions(w), w->decisions * sizeof *r->decision);
    checkpoint_add(c, LOG_FINDINGS, r, bytes);
    free(r);
}

/* Files that the program has read or tried to open since. */
static void add_files(struct checkpoint *c, const struct wire *w)
{
    for (; c->files < w->files && c->files < WIRE_MAX_FILES && !c->failed; c->files++) {
        struct wire_file f = w->file[c->files];
        if (f.noted == WIRE_FILE_LOST)
            c->failed = format_text("nothing more is written to %s: the program opens a file with too long a path", c->log.path);
        surroundings_look_at(&f);
        checkpoint_add(c, LOG_FILES, &f, sizeof f);
    }
    const char *asked = surroundings_asked(w);
    if (w->files > WIRE_MAX_FILES && !c->failed)
        c->failed = format_text("nothing more is written to %s: the program reads more than %d files", c->log.path, WIRE_MAX_FILES);
    if (asked && !c->failed)
        c->failed = format_text("nothing more is written to %s: threads of the program call %s, and what the system answers may be "
                                "something else in the next process", c->log.path, asked);
}

static void end_group(struct checkpoint *c, const struct wire *w)
{
    struct notes *now = allocate(sizeof *now);
    notes_take(now, w);
    bool changed = memcmp(now, &c->notes, sizeof *now) != 0;
    add_findings(c, w);
    add_files(c, w);
    if (changed || c->groups == 0)
        checkpoint_add(c, LOG_NOTES, now, sizeof *now);
    if (!c->failed && !log_end_group(&c->log))
        c->failed = format_text("%s cannot be written: %s", c->log.path, strerror(errno));
    c->notes = *now;
    c->groups += !c->failed;
    free(now);
}

static void keep(struct checkpoint *c, const struct launch *l)
{
    const struct wire *w = l->wire;
    if (l->random_addresses && !c->failed)
        c->failed = format_text("nothing is written to %s: the system does not allow fixed addresses", c->log.path);
    if (!c->described && !c->failed) {
        add_json(c, LOG_PROCESS, describe_process(w));
        add_setup(c, w);
        c->described = true;
    }
    checkpoint_add(c, LOG_RECORDS, wire_exchange(w), w->turn_bytes);
    if (!c->failed && w->turn_whole)
        end_group(c, w);
    if (c->failed)
        warn("note: %s; the search goes on, and what is finished from now on is not kept", c->failed);
}

static void recall(const struct checkpoint *c, struct wire *w)
{
    if (c->findings)
        memcpy(wire_recall(w), c->findings->bytes, c->findings->size);
}

/* A process begins: the first one is told what was kept, and another, with another runtime, begins anew. */
static size_t fetch(struct checkpoint *c, struct wire *w)
{
    size_t used = 0;
    if (c->fetching && c->next == 0) {
        compare_process(c, w);
        recall(c, w);
        c->compared = true;
    }
    for (; c->fetching && c->next < c->count && used + record_length(c->records[c->next]) <= WIRE_EXCHANGE_BYTES; c->next++) {
        memcpy(wire_exchange(w) + used, c->records[c->next], sizeof(struct record) + c->records[c->next]->bytes);
        used += record_length(c->records[c->next]);
    }
    if (!c->fetching && c->described) {
        log_cut(&c->log, c->log.first);
        c->described = false;
        c->groups = c->files = 0;
    }
    c->fetching = c->fetching && used > 0;
    return used;
}

static void take_turn(struct launch *l)
{
    struct checkpoint *c = l->checkpoint;
    struct wire *w = l->wire;
    if (w->turn == WIRE_TURN_KEEP && w->turn_bytes <= WIRE_EXCHANGE_BYTES)
        keep(c, l);
    else if (w->turn == WIRE_TURN_FETCH)
        w->turn_bytes = fetch(c, w);
    w->turn_failed = c->failed != NULL;
}

void checkpoint_attach(struct checkpoint *c, struct launch *l)
{
    l->checkpoint = c;
    l->take_turn = take_turn;
    if (c->process)
        l->config.wide |= json_is_true(json_object_get(c->process, "wide"));
}

/* --- the end ---------------------------------------------------------------------------------------------------------- */

static bool is_over(const struct launch *l)
{
    const struct wire *w = l->wire;
    enum wire_verdict end = wire_ending(w);
    bool complete = end == WIRE_COMPLETE || end == WIRE_CUT;
    return l->end == LAUNCH_DONE && (complete || end == WIRE_BUG || end == WIRE_UNSOUND || end == WIRE_REFUSED);
}

/* Each process has written what it has noticed itself: that of all of them counts. */
static void give_notes(const struct log_file *log, struct wire *w)
{
    for (size_t i = 0; i < log->count; i++)
        if (log->blocks[i].type == LOG_NOTES)
            notes_give(log->blocks[i].bytes, w);
}

void checkpoint_withdraw(const struct checkpoint *c)
{
    if (!c->resumed && c->groups == 0)
        unlink(c->log.path);
}

static const char *resume_words(const struct checkpoint *c, const struct launch *l)
{
    const char *path = shell_file(c->log.path);
    unsigned ranks = l->config.steering.ranks;
    return ranks > 1 ? format_text("mpirun -n %u mazurka resume %s --mpi", ranks, path) : format_text("mazurka resume %s", path);
}

void checkpoint_end(struct checkpoint *c, struct launch *l, struct strings *notes)
{
    struct wire *w = l->wire;
    if (w->counters.restored > 0) {
        give_notes(&c->log, w);
        strings_addf(notes, "%" PRIu64 " finished states were known from %s", w->counters.restored, c->log.path);
    } else if (c->resumed && c->count > 0) {
        strings_addf(notes, "what %s holds was not of use: more memory proved to be shared than was known then", c->log.path);
    }
    if (w->undivided)
        strings_add(notes, "no checkpoint was written: data races of this program are looked for with clocks, and what is finished "
                           "cannot be told without them (--race=off, --race-rule=poised)");
    if (!is_over(l))
        strings_addf(notes, "`%s` goes on%s", resume_words(c, l), c->groups ? " where the search was" : ", from the start");
}

void checkpoint_close(struct checkpoint *c, const struct launch *l, bool told)
{
    if (told && is_over(l) && unlink(c->log.path) != 0)
        warn("note: %s is of no more use, and cannot be removed: %s", c->log.path, strerror(errno));
    log_close(&c->log);
}
