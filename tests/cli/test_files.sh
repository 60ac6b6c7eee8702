#!/bin/bash
# Files that a program reads and writes while it is explored: nothing on the disk changes, and traces show what was written where.
# Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
# shellcheck disable=SC2317 # cases are called by name
set -u
# shellcheck source=tests/lib/cases.sh
. "$(dirname "$0")/../lib/cases.sh"

source=$cases_work/files.c
cat > "$source" << 'END'
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

static FILE *log_file, *config;
static int count;

static void *work(void *name)
{
    fprintf(log_file, "%s counts %d\n", (char *)name, count);
    count++;
    return NULL;
}

static void files_of_its_own(void)
{
    FILE *own = fopen("own", "w");
    assert(own && fputs("kept\n", own) > 0 && fclose(own) == 0);
    int fd = open("config", O_WRONLY | O_TRUNC);
    assert(fd >= 0 && write(fd, "gone", 4) == 4 && close(fd) == 0);
    assert(open("own", O_WRONLY | O_CREAT | O_EXCL, 0666) == -1 && errno == EEXIST);
    assert(chmod("own", 0600) == 0 && utime("config", &(struct utimbuf){1, 1}) == 0 && fchmod(fileno(log_file), 0777) == 0);
    assert(!fopen("missing", "r") && errno == ENOENT && !fopen("missing/file", "w") && errno == ENOENT);
    assert(geteuid() == 0 || (!fopen("forbidden", "r") && errno == EACCES && !fopen("forbidden", "a") && errno == EACCES));
}

int main(void)
{
    char line[32];
    pthread_t t;
    config = fopen("config", "r");
    assert(fgets(line, sizeof line, config) && strcmp(line, "first\n") == 0);
    log_file = fopen("log", "w");
    fprintf(log_file, "begin\n");
    pthread_create(&t, NULL, work, "one");
    work("two");
    pthread_join(t, NULL);
    assert(fgets(line, sizeof line, config) && strcmp(line, "second\n") == 0 && fclose(config) == 0);
    files_of_its_own();
    assert(count == 2);
    return 0;
}
END

prepare()
{
    printf 'first\nsecond\n' > config
    echo secret > forbidden
    chmod 000 forbidden
}

untouched()
{
    prepare
    says 1 "assertion failed: count == 2" "$MAZURKA" check --self-check --trace=x.mzt "$source"
    is "$(printf 'first\nsecond')" "$(cat config)"
    [[ ! -e own && ! -e log && $(stat -c %Y config) != 1 ]]
}
shown()
{
    prepare
    says 1 'writes "two counts 0\n" to "log"' "$MAZURKA" check --json=x.json --trace=x.mzt "$source"
    says 1 'writes "kept\n" to "own"' "$MAZURKA" replay --steps x.mzt
    grep -q '"file": *"log"' x.json
    says 1 "assertion failed" "$MAZURKA" replay x.mzt
    [[ ! -e log ]]
    [[ ! -e own ]]
}
in_several_processes()
{
    prepare
    says 1 "count == 2" "$MAZURKA" check -j 2 --trace=x.mzt "$source"
}

case_ "files: nothing on the disk is touched" untouched
case_ "files: what is written is shown" shown
case_ "files: in several processes" in_several_processes
end_cases
