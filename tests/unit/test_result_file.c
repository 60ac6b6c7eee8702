/* test_result_file.c - files of results are there whole or not at all: on a full disk, and when the tool is killed. */
/* sources: src/tool/cli/result_file.c src/tool/cli/printable.c src/tool/cli/util.c src/tool/cli/subprocess.c */
#include "tool/cli/result_file.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "tool/cli/util.h"

enum { LARGE = 1 << 20 };
static char bytes[LARGE];

static bool holds(const char *path, const char *text)
{
    char *content = read_whole_file(path, NULL);
    bool same = content && strcmp(content, text) == 0;
    free(content);
    return same;
}

static int files_here(void)
{
    DIR *here = opendir(".");
    int count = 0;
    for (struct dirent *e; here && (e = readdir(here));)
        count += e->d_name[0] != '.';
    closedir(here);
    return count;
}

static void whole(void)
{
    CHECK(result_write("a", "one", 3) == 0 && holds("a", "one") && files_here() == 1);
    FILE *out = result_open("a");
    CHECK(out != NULL && fputs("two", out) >= 0 && fflush(out) == 0 && holds("a", "one"));
    CHECK(result_close(out) == 0 && holds("a", "two") && files_here() == 1);
}

static void as_it_was(void)
{
    struct stat status;
    CHECK(chmod("a", 0640) == 0 && symlink("a", "link") == 0);
    CHECK(result_write("link", "three", 5) == 0 && holds("a", "three"));
    CHECK(lstat("link", &status) == 0 && S_ISLNK(status.st_mode));
    CHECK(stat("a", &status) == 0 && (status.st_mode & 0777) == 0640);
    CHECK(unlink("link") == 0 && files_here() == 1);
}

static void full(void)
{
    struct rlimit before, less = {4096, RLIM_INFINITY};
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    less.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &less) == 0);
    CHECK(result_write("a", bytes, LARGE) == -1 && errno == EFBIG);
    CHECK(result_write("new", bytes, LARGE) == -1 && errno == EFBIG);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(holds("a", "three") && files_here() == 1);
    CHECK(result_write("/dev/full", "x", 1) == -1 && errno == ENOSPC);
    CHECK(access("/dev/full", F_OK) == 0);
}

static void killed(void)
{
    static const int signals[] = {SIGKILL, SIGTERM};
    for (int i = 0; i < 2; i++) {
        pid_t child = fork();
        if (child == 0) {
            FILE *out = result_open("a");
            fwrite(bytes, 1, LARGE, out);
            fflush(out);
            kill(getpid(), signals[i]);
        }
        CHECK(waitpid(child, NULL, 0) == child);
        CHECK(holds("a", "three") && files_here() == 1);
    }
}

static void nowhere(void)
{
    CHECK(result_open("none/a") == NULL && errno == ENOENT);
    CHECK(result_open(".") == NULL && errno == EISDIR);
}

int main(void)
{
    char here[] = P_tmpdir "/test_result_file.XXXXXX";
    CHECK(mkdtemp(here) != NULL && chdir(here) == 0);
    TEST(whole);
    TEST(as_it_was);
    TEST(full);
    TEST(killed);
    TEST(nowhere);
    CHECK(chdir("/") == 0);
    remove_directory(here);
    return check_status();
}
