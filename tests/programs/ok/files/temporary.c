// expect: verified
// ends: 1
// errors: fdopen mkostemp mkostemp64 mkstemp mkstemp64 mkstemps remove unlink
// Temporary files are written and read, made in set-up and in the search, with a name and without: nobody else can see them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *adds(void *unused)
{
    pthread_mutex_lock(&lock);
    fprintf(shared, "%s %d\n", "line", 7);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void by_name(int (*make)(char *))
{
    char name[] = "/tmp/of_search_XXXXXX", wrong[] = "/tmp/XXXX", back[9] = "";
    assert(make(wrong) == -1 && errno == EINVAL);
    int fd = make(name);
    assert(fd >= 0 && strcmp(name, "/tmp/of_search_XXXXXX") != 0);
    assert(write(fd, "written", 7) == 7 && lseek(fd, 2, SEEK_SET) == 2 && write(fd, "**", 2) == 2);
    assert(pread(fd, back, 8, 0) == 7 && strcmp(back, "wr**ten") == 0);
    FILE *file = fdopen(fd, "r+");
    assert(file && fdopen(fd + 1, "r") == NULL && errno == EBADF);
    assert(fgetc(file) == 't' && fseek(file, 0, SEEK_END) == 0 && ftell(file) == 7 && fputc('!', file) == '!' && fgetc(file) == EOF);
    assert(unlink(name) == 0 && unlink(name) == -1 && errno == ENOENT && remove(name) == -1);
    fclose(file);
}

/* A write of nothing does not make a file larger. */
static void beyond_its_end(int fd)
{
    assert(lseek(fd, 100, SEEK_SET) == 100 && write(fd, "", 0) == 0 && lseek(fd, 0, SEEK_END) == 0);
    assert(lseek(fd, 3, SEEK_SET) == 3 && write(fd, "x", 1) == 1 && lseek(fd, 0, SEEK_END) == 4 && lseek(fd, 0, SEEK_SET) == 0);
}

/* A stream may be open for less than its descriptor; by its number the file is there when nothing is held back. */
static void for_less(void)
{
    char name[] = "/tmp/of_search_XXXXXX", other[] = "/tmp/of_search_XXXXXX", back[9] = "";
    int number, fd = mkstemp(name);
    beyond_its_end(fd);
    FILE *reads = fdopen(fd, "r");
    assert(fputc('x', reads) == EOF && errno == EBADF && ferror(reads) && fprintf(reads, "x") < 0 && fwrite("x", 1, 1, reads) == 0);
    assert(fgetc(reads) == 0 && fseek(reads, 3, SEEK_SET) == 0 && fgetc(reads) == 'x' && fgetc(reads) == EOF);
    fd = mkstemp(other);
    FILE *writes = fdopen(fd, "w");
    fputs("12", writes);
    assert(fflush(writes) == 0 && pread(fd, back, 8, 0) == 2 && lseek(fd, 0, SEEK_CUR) == 2 && write(fd, "3", 1) == 1);
    rewind(writes);
    assert(fgetc(writes) == EOF && errno == EBADF && ferror(writes) && !feof(writes) && fread(back, 1, 1, writes) == 0);
    assert(fscanf(writes, "%d", &number) == EOF && fclose(writes) == 0 && fclose(reads) == 0 && unlink(name) == 0 && unlink(other) == 0);
}

static int make_with_flags(char *name) { return mkostemp(name, 0); }
static int make_with_flags64(char *name) { return mkostemp64(name, 0); }

int main(void)
{
    shared = tmpfile();
    fputs("first\n", shared);
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, adds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    rewind(shared);
    char text[80] = "", word[20];
    int number = 0;
    assert(fgets(text, sizeof text, shared) && strcmp(text, "first\n") == 0);
    assert(fscanf(shared, "%19s %d\n", word, &number) == 2 && strcmp(word, "line") == 0 && number == 7);
    assert(fread(text, 1, sizeof text, shared) == 7 && memcmp(text, "line 7\n", 7) == 0 && feof(shared));
    fclose(shared);
    by_name(mkstemp);
    by_name(mkstemp64);
    by_name(make_with_flags);
    by_name(make_with_flags64);
    char suffixed[] = "/tmp/XXXXXX.txt", wrong[] = "/tmp/XXXXX.txt";
    assert(mkstemps(wrong, 4) == -1 && errno == EINVAL);
    int fd = mkstemps(suffixed, 4);
    assert(fd >= 0 && strcmp(suffixed + 11, ".txt") == 0 && remove(suffixed) == 0 && close(fd) == 0);
    for_less();
    FILE *last = tmpfile64();
    assert(fwrite("abc", 1, 3, last) == 3 && fclose(last) == 0);
    return 0;
}
