/* test_program_cache.c - what is kept of a program's file: it comes back as it was, or not at all. */
/* sources: src/tool/binary/uninstrumented/gap_cache.c src/tool/binary/elf/program_cache.c src/tool/binary/elf/fingerprint.c */
/* sources: src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* libraries: -lelf -ldw -lxxhash */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "tool/binary/elf/program_cache.h"
#include "tool/binary/uninstrumented/gap_cache.h"
#include "tool/cli/util.h"

static char folder[] = "/tmp/test_program_cache.XXXXXX";

static char *write_file(const char *name, const char *text, size_t length)
{
    char *path = format_text("%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    CHECK(out && fwrite(text, 1, length, out) == length && fclose(out) == 0);
    return path;
}

static void comes_back(void)
{
    static const char content[] = "one\0two\0";
    char *program = write_file("program", "text", 4), *file = program_cache_file("kind", 1, program, "here");
    size_t size = 0;
    CHECK(file != NULL);
    CHECK(program_cache_read(file, &size) == NULL);
    program_cache_write(file, content, sizeof content - 1);
    char *back = program_cache_read(file, &size);
    CHECK(back && size == sizeof content - 1 && memcmp(back, content, size) == 0);
    program_cache_write(file, "", 0);
    back = program_cache_read(file, &size);
    CHECK(back && size == 0);
}

static void goes_by_what_it_depends_on(void)
{
    char *program = write_file("program", "text", 4), *file = program_cache_file("kind", 1, program, "here");
    CHECK(strcmp(file, program_cache_file("kind", 1, program, "here")) == 0);
    CHECK(strcmp(file, program_cache_file("kind", 2, program, "here")) != 0);
    CHECK(strcmp(file, program_cache_file("kind", 1, program, "there")) != 0);
    CHECK(strcmp(file, program_cache_file("other", 1, program, "here")) != 0);
    write_file("program", "tExt", 4); /* in the same second, of the same size */
    CHECK(strcmp(file, program_cache_file("kind", 1, program, "here")) != 0);
    CHECK(program_cache_file("kind", 1, format_text("%s/nothing", folder), NULL) == NULL);
}

static void damaged_is_none(void)
{
    char *program = write_file("program", "text", 4), *file = program_cache_file("kind", 1, program, NULL);
    size_t size, length;
    program_cache_write(file, "content", 7);
    char *whole = read_whole_file(file, &length);
    for (size_t i = 0; i < length; i++) {
        FILE *out = fopen(file, "wb");
        whole[i] ^= 1;
        CHECK(out && fwrite(whole, 1, length, out) == length && fclose(out) == 0);
        whole[i] ^= 1;
        CHECK(program_cache_read(file, &size) == NULL);
        CHECK(truncate(file, (off_t)i) == 0);
        CHECK(program_cache_read(file, &size) == NULL);
    }
}

/* Whoever wrote it, and however sound its digest is: what is read lies within the file, and each gap has its sentence and its spots. */
static void any_gaps_fit(void)
{
    enum { ROUNDS = 3000, ROOM = 4096 };
    char *file = program_cache_file("gaps", 1, write_file("program", "text", 4), NULL);
    struct gap_spot spots[3] = {0};
    struct gap some[2] = {{.says = "one", .first = 0, .spots = 2}, {.says = "another", .first = 2, .spots = 1}};
    struct gap_list gaps = {some, 2, spots, 3}, back;
    size_t size, length = 0, taken = 0;
    gaps_write(file, &gaps);
    CHECK(gaps_read(file, &back) && back.count == 2 && strcmp(back.at[1].says, "another") == 0);
    char *whole = program_cache_read(file, &size), changed[ROOM];
    srandom(1);
    for (int round = 0; round < ROUNDS && size < ROOM; round++) {
        memcpy(changed, whole, size);
        for (int i = 0; i < 3; i++)
            changed[(size_t)random() % size] = (char)(random() % 3 ? random() % 4 : random());
        program_cache_write(file, changed, random() % 4 ? size : (size_t)random() % size);
        if (!gaps_read(file, &back))
            continue;
        taken++;
        for (size_t i = 0; i < back.count; i++) {
            CHECK(back.at[i].first + back.at[i].spots <= back.spot_count);
            length += strlen(back.at[i].says);
        }
    }
    CHECK(taken > 0 && length > 0);
}

/* What was used last stays. */
static void keeps_to_a_bound(void)
{
    char *directory = format_text("%s/bounded", folder), *files[4];
    CHECK(mkdir(directory, 0700) == 0);
    for (int i = 0; i < 4; i++) {
        struct timespec times[2] = {{.tv_sec = 1000 - i}, {.tv_sec = 1000 - i}};
        files[i] = write_file(format_text("bounded/%d", i), "0123456789", 10);
        CHECK(utimensat(AT_FDCWD, files[i], times, 0) == 0);
    }
    program_cache_used(files[3]);
    program_cache_bound(directory, 25);
    CHECK(file_exists(files[0]) && !file_exists(files[1]) && !file_exists(files[2]) && file_exists(files[3]));
    program_cache_bound(directory, 0);
    CHECK(!file_exists(files[0]) && !file_exists(files[3]));
    program_cache_bound(format_text("%s/nowhere", folder), 0);
}

static void is_turned_off(void)
{
    char *program = write_file("program", "text", 4);
    program_cache_turn_off();
    CHECK(program_cache_file("kind", 1, program, NULL) == NULL);
}

int main(void)
{
    CHECK(mkdtemp(folder) != NULL);
    setenv("XDG_CACHE_HOME", folder, 1);
    TEST(comes_back);
    TEST(goes_by_what_it_depends_on);
    TEST(damaged_is_none);
    TEST(any_gaps_fit);
    TEST(keeps_to_a_bound);
    TEST(is_turned_off);
    CHECK(system(format_text("rm -r %s", folder)) == 0);
    return check_status();
}
