/* test_machine_keeping.c - what rank 0 puts into a group of the checkpoint for other machines (tool/mpi/machine_keeping.c): what they know
 * of the program is in every group, because only that of the last one is read; what they have found and noticed, and which files they have
 * read, once. */
/* sources: src/tool/mpi/machine_keeping.c src/tool/mpi/machine_results.c src/model/fault.c */
/* sources: src/tool/cli/util.c src/tool/cli/subprocess.c src/tool/cli/printable.c */
/* libraries: -ljansson -lxxhash */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "tool/checkpoint/checkpoint.h"
#include "tool/cli/util.h"
#include "tool/mpi/machine_messages.h"

/* --- a checkpoint that only says what was put into its group ------------------------------------------------------------- */

enum { MOST_BLOCKS = 16 };

struct checkpoint {
    bool   is_new;
    size_t blocks;
    enum log_type type[MOST_BLOCKS];
    char   bytes[MOST_BLOCKS];      /* the first one of each */
};

void checkpoint_add(struct checkpoint *c, enum log_type type, const void *bytes, size_t size)
{
    CHECK(size > 0 && c->blocks < MOST_BLOCKS);
    c->type[c->blocks] = type;
    c->bytes[c->blocks++] = *(const char *)bytes;
}

bool checkpoint_is_new(const struct checkpoint *c)
{
    return c->is_new;
}

const struct log_block *checkpoint_next(const struct checkpoint *c, enum log_type type, size_t *at)
{
    (void)c, (void)type, (void)at;
    return NULL;
}

/* --- three machines ------------------------------------------------------------------------------------------------------ */

static struct wire *wire;
static struct checkpoint file;
static struct launch launch;
static struct machines *machines;

static struct kept text(const char *bytes, uint32_t wide)
{
    return (struct kept){strdup(bytes), strlen(bytes), wide};
}

static void begin(void)
{
    wire = allocate(sizeof *wire);
    machines = allocate(sizeof *machines);
    machines->post.size = 3;
    file = (struct checkpoint){.is_new = true};
    launch = (struct launch){.checkpoint = &file, .wire = wire};
}

static void finish(void)
{
    for (unsigned i = 0; i < machines->post.size; i++) {
        struct machine *of = &machines->of[i];
        for (size_t k = 0; k < of->founds; k++)
            free(of->found[k].bytes);
        free(of->found);
        free(of->knowledge.bytes);
        free(of->noted.bytes);
    }
    free(machines->their_files);
    free(machines);
    free(wire);
}

/* The next group; then what is in it, a message for each block. */
static const char *group(bool is_new)
{
    static char words[4 * MOST_BLOCKS];
    char *to = words;
    file = (struct checkpoint){.is_new = is_new};
    machines_keep(machines, &launch);
    for (size_t i = 0; i < file.blocks; i++) {
        enum log_type t = file.type[i];
        *to++ = t == LOG_RECORDS ? 'K' : t == LOG_FOUND ? 'F' : t == LOG_NOTES ? 'N' : t == LOG_FILES ? 'R' : '?';
        *to++ = file.bytes[i];
    }
    *to = '\0';
    return words;
}

static void find(unsigned rank, const char *what)
{
    struct machine *of = &machines->of[rank];
    of->found = resize(of->found, (of->founds + 1) * sizeof *of->found);
    of->found[of->founds++] = text(what, 0);
}

static void change(struct kept *k, const char *bytes, uint32_t wide)
{
    free(k->bytes);
    *k = text(bytes, wide);
}

/* --- tests --------------------------------------------------------------------------------------------------------------- */

static void knowledge_is_in_every_group(void)
{
    begin();
    CHECK(strcmp(group(true), "") == 0);
    change(&machines->of[1].knowledge, "a", 0);
    CHECK(strcmp(group(false), "Ka") == 0);
    CHECK(strcmp(group(false), "Ka") == 0);
    change(&machines->of[2].knowledge, "b", 0);
    change(&machines->of[1].knowledge, "c", 0);
    CHECK(strcmp(group(false), "KcKb") == 0);
    CHECK(strcmp(group(true), "KcKb") == 0);
    finish();
}

static void knowledge_of_another_runtime(void)
{
    begin();
    change(&machines->of[1].knowledge, "a", 0);
    change(&machines->of[2].knowledge, "b", 1);
    CHECK(strcmp(group(true), "Ka") == 0);
    wire->config.wide = 1;
    CHECK(strcmp(group(true), "Kb") == 0);
    finish();
}

static void what_was_found_and_noticed(void)
{
    begin();
    find(1, "a");
    CHECK(strcmp(group(true), "Fa") == 0);
    CHECK(strcmp(group(false), "") == 0);
    change(&machines->of[2].noted, "n", 0);
    CHECK(strcmp(group(false), "Nn") == 0);
    find(1, "b");
    CHECK(strcmp(group(false), "FaFb") == 0);
    CHECK(strcmp(group(false), "") == 0);
    change(&machines->of[2].noted, "m", 0);
    CHECK(strcmp(group(false), "Nm") == 0);
    CHECK(strcmp(group(true), "FaFbNm") == 0); /* a new beginning: nothing of it is in the file */
    finish();
}

static void files(void)
{
    begin();
    machines->their_files = allocate(2 * sizeof *machines->their_files);
    machines->their_files[0].inode = 'x';
    machines->their_files[1].inode = 'y';
    machines->their_file_count = 1;
    CHECK(strcmp(group(true), "Rx") == 0);
    CHECK(strcmp(group(false), "") == 0);
    machines->their_file_count = 2;
    CHECK(strcmp(group(false), "Ry") == 0);
    CHECK(strcmp(group(true), "RxRy") == 0);
    finish();
}

int main(void)
{
    TEST(knowledge_is_in_every_group);
    TEST(knowledge_of_another_runtime);
    TEST(what_was_found_and_noticed);
    TEST(files);
    return check_status();
}
