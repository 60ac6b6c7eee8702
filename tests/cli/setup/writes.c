/* writes.c - all that set-up can do to files, each seen by what comes after it, in a directory that test_setup_writes.sh has filled. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char line[100], name[] = "tempXXXXXX";

static void put(const char *path, const char *mode, const char *text)
{
    FILE *f = fopen(path, mode);
    assert(f);
    fputs(text, f);
    fclose(f);
}

static void holds(const char *path, const char *text)
{
    char found[100] = "";
    int fd = open(path, O_RDONLY);
    assert(fd >= 0 && read(fd, found, sizeof found - 1) == (ssize_t)strlen(text) && strcmp(found, text) == 0);
    close(fd);
}

static int fails_with(int result, int error)
{
    return result == -1 && errno == error;
}

static void contents(void)
{
    struct stat s;
    put("made.txt", "w", "hello\n");
    assert(stat("made.txt", &s) == 0 && s.st_size == 6 && s.st_nlink == 1 && s.st_mtime == time(NULL));
    put("there.txt", "a", "more\n");
    holds("there.txt", "old\nmore\n");
    assert(truncate("cut.txt", 2) == 0);
    holds("cut.txt", "lo");
    assert(fails_with(open("made.txt", O_CREAT | O_EXCL | O_WRONLY, 0600), EEXIST));
    assert(fails_with(open("made.txt/x", O_CREAT | O_WRONLY, 0600), ENOTDIR));
    assert(fails_with(open("none/x", O_CREAT | O_WRONLY, 0600), ENOENT));
    put("empty.txt", "w", "");
    holds("empty.txt", "");
}

static void names(void)
{
    struct stat s;
    assert(unlink("gone.txt") == 0 && fails_with(access("gone.txt", F_OK), ENOENT) && fails_with(unlink("gone.txt"), ENOENT));
    put("gone.txt", "w", "back\n");
    holds("gone.txt", "back\n");
    assert(rename("moved.txt", "d/to.txt") == 0 && access("moved.txt", F_OK) == -1);
    holds("d/../d/./to.txt", "y\n");
    holds("alias/to.txt", "y\n");
    assert(symlink("made.txt", "link.txt") == 0 && stat("link.txt", &s) == 0 && s.st_size == 6);
    assert(readlink("link.txt", line, sizeof line) == 8 && lstat("link.txt", &s) == 0 && S_ISLNK(s.st_mode));
    put("link.txt", "a", "again\n");
    holds("made.txt", "hello\nagain\n");
    assert(link("made.txt", "hard.txt") == 0 && stat("hard.txt", &s) == 0 && s.st_nlink == 2);
    assert(chmod("mode.txt", 0400) == 0 && stat("mode.txt", &s) == 0 && (s.st_mode & 0777) == 0400);
}

static void directories(void)
{
    assert(mkdir("new", 0755) == 0 && fails_with(mkdir("new", 0755), EEXIST) && mkdir("new/er", 0755) == 0);
    put("new/er/x", "w", "x");
    assert(rename("new", "newer") == 0 && access("newer/er/x", R_OK) == 0 && access("new/er/x", R_OK) == -1);
    assert(fails_with(rmdir("newer/er"), ENOTEMPTY) && unlink("newer/er/x") == 0 && rmdir("newer/er") == 0);
    put("newer/only", "w", "");
    DIR *d = opendir("newer");
    int entries = 0;
    for (assert(d); readdir(d);)
        entries++;
    closedir(d);
    assert(entries == 3);
}

/* A directory that is made is elsewhere, and what is beside it is not. */
static void working_directory(void)
{
    char before[1000], there[1000];
    assert(getcwd(before, sizeof before - 5) && mkdir("work", 0755) == 0 && chdir("work") == 0);
    put("inside", "w", "in");
    holds("../there.txt", "old\nmore\n");
    holds("../d/to.txt", "y\n");
    assert(access("../alias", F_OK) == 0 && fails_with(access("../1", F_OK), ENOENT));
    assert(getcwd(there, sizeof there) && strcmp(there, strcat(before, "/work")) == 0);
    assert(getcwd(there, 3) == NULL && errno == ERANGE);
    assert(chdir("..") == 0);
    holds("work/inside", "in");
}

static void temporary(void)
{
    int fd = mkstemp(name);
    assert(fd >= 0 && write(fd, "a", 1) == 1 && lseek(fd, 0, SEEK_CUR) == 1);
    close(fd);
    holds(name, "a");
    char directory[] = "tempXXXXXX", wrong[] = "temp";
    assert(mkdtemp(directory) == directory && access(directory, W_OK) == 0 && strcmp(directory, name) != 0);
    assert(fails_with(mkstemp(wrong), EINVAL));
    FILE *f = tmpfile();
    assert(f && fputc('x', f) == 'x' && fclose(f) == 0);
}

static void *work(void *unused)
{
    FILE *f = fopen("made.txt", "r");
    assert(f && fgets(line, sizeof line, f));
    fclose(f);
    return unused;
}

int main(void)
{
    pthread_t t;
    contents();
    names();
    directories();
    working_directory();
    temporary();
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(strcmp(line, "hello\n") == 0);
    return 0;
}
