// expect: verified
// errors: fopen fopen64 open open64 openat openat64 creat creat64 __open_2 __open64_2 __openat_2 __openat64_2 fgetc getc _IO_getc
// errors: fgetc_unlocked getc_unlocked __uflow getchar getchar_unlocked fgets fgets_unlocked fread fread_unlocked getline getdelim
// errors: __getdelim ungetc fseek fseeko fseeko64 ftell ftello ftello64 rewind feof feof_unlocked ferror ferror_unlocked clearerr
// errors: clearerr_unlocked fclose close fstat fstat64
// This file is opened, read and closed while another thread may run; and again after going back.
#include "functions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#undef _IO_getc
int _IO_getc(FILE *file);
int __uflow(FILE *file);
ssize_t __getdelim(char **line, size_t *room, int stop, FILE *file);
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
char *__fgets_chk(char *, size_t, int, FILE *);
char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int directory, const char *path, int flags);
int __openat64_2(int directory, const char *path, int flags);

static const char first[] = "// expect: verified\n";

static void read_lines(FILE *file)
{
    char *line = NULL, text[64];
    size_t room = 0;
    assert(getline(&line, &room, file) == 20 && strcmp(line, first) == 0 && room == 120);
    point();
    assert(getdelim(&line, &room, ':', file) == 10 && strcmp(line, "// errors:") == 0);
    assert(__getdelim(&line, &room, 'f', file) == 2 && strcmp(line, " f") == 0);
    free(line);
    rewind(file);
    assert(fgets(text, 7, file) == text && strcmp(text, "// exp") == 0);
    assert(fgets_unlocked(text, sizeof text, file) && strcmp(text, first + 6) == 0 && fgets(text, 1, file) && text[0] == '\0');
    assert(ftell(file) == 20 && ftello(file) == 20 && ftello64(file) == 20);
}

static void read_characters(FILE *file)
{
    char text[8] = "";
    assert(fseek(file, 3, SEEK_SET) == 0 && fgetc(file) == 'e' && getc(file) == 'x' && _IO_getc(file) == 'p');
    point();
    assert(fgetc_unlocked(file) == 'e' && getc_unlocked(file) == 'c' && __uflow(file) == 't' && fgetc(file) == ':');
    assert(ungetc(':', file) == ':' && fgetc(file) == ':' && ungetc(EOF, file) == EOF);
    assert(fseeko(file, -1, SEEK_CUR) == 0 && fread(text, 2, 3, file) == 3 && strcmp(text, ": veri") == 0);
    assert(fseeko64(file, 0, SEEK_SET) == 0 && fread_unlocked(text, 1, 2, file) == 2 && memcmp(text, "//", 2) == 0);
    assert(!feof(file) && !ferror(file) && !feof_unlocked(file) && !ferror_unlocked(file));
}

static void read_fortified(FILE *file)
{
    char text[8] = "";
    rewind(file);
    assert(__fgets_chk(text, 8, 4, file) && strcmp(text, "// ") == 0 && __fgets_unlocked_chk(text, 8, 3, file) && strcmp(text, "ex") == 0);
    assert(__fread_chk(text, 8, 1, 2, file) == 2 && text[0] == 'p' && __fread_unlocked_chk(text, 8, 1, 2, file) == 2 && text[0] == 'c');
    int fd = open(__FILE__, O_RDONLY);
    assert(__read_chk(fd, text, 2, 8) == 2 && text[0] == '/' && __pread_chk(fd, text, 2, 3, 8) == 2 && text[0] == 'e');
    assert(__pread64_chk(fd, text, 2, 4, 8) == 2 && text[0] == 'x' && close(fd) == 0);
}

static void reads_at(int fd, const char *wanted)
{
    char text[3] = "";
    assert(fd >= 0 && read(fd, text, 2) == 2 && strcmp(text, wanted) == 0 && close(fd) == 0);
}

/* Of files that were opened before and later, and of what is no file. */
static void ask(void)
{
    struct stat status, again;
    int fd = open(__FILE__, O_RDONLY), other = open("/dev/null", O_WRONLY);
    assert(fstat(fd, &status) == 0 && S_ISREG(status.st_mode));
    point();
    assert(lseek(fd, 0, SEEK_END) == status.st_size && fstat64(fd, (struct stat64 *)&again) == 0 && again.st_ino == status.st_ino);
    assert(again.st_size == status.st_size && fstat(other, &again) == 0 && S_ISCHR(again.st_mode) && fstat(0, &again) == 0);
    assert(close(fd) == 0 && close(other) == 0);
}

static void use(void)
{
    ask();
    FILE *file = fopen(__FILE__, "r"), *other = fopen64(__FILE__, "rb");
    point();
    assert(file && other && fileno(file) != fileno(other) && fgetc(other) == '/');
    read_lines(file);
    read_characters(file);
    read_fortified(file);
    assert(fflush(file) == 0 && setvbuf(file, NULL, _IONBF, 0) == 0);
    assert(fclose(file) == 0 && fgetc(other) == '/' && fclose(other) == 0);
    reads_at(open(__FILE__, O_RDONLY), "//");
    reads_at(open64(__FILE__, O_RDONLY), "//");
    reads_at(openat(AT_FDCWD, __FILE__, O_RDONLY), "//");
    reads_at(openat64(AT_FDCWD, __FILE__, O_RDONLY), "//");
    reads_at(__open_2(__FILE__, O_RDONLY), "//");
    reads_at(__open64_2(__FILE__, O_RDONLY), "//");
    reads_at(__openat_2(AT_FDCWD, __FILE__, O_RDONLY), "//");
    reads_at(__openat64_2(AT_FDCWD, __FILE__, O_RDONLY), "//");
    int fd = creat("/dev/null", 0666), another = creat64("/dev/null", 0666);
    assert(fd >= 0 && another == fd + 1 && write(fd, "gone", 4) == 4 && dprintf(another, "%d", 10) == 2);
    assert(close(fd) == 0 && open("/dev/null", O_RDONLY) == fd && close(fd) == 0 && close(another) == 0);
}

#define FAILS(call, error) (errno = 0, (call) == -1 && errno == (error))
#define ENDS(call) (clearerr(file), (call) == EOF && feof(file))

static void at_the_end(FILE *file)
{
    char text[8], *line = NULL;
    size_t room = 0;
    assert(fseek(file, 0, SEEK_END) == 0 && !feof(file) && fgets(text, sizeof text, file) == NULL && feof(file) && feof_unlocked(file));
    clearerr_unlocked(file);
    assert(!feof(file) && ENDS(fgetc(file)) && ENDS(getc(file)) && ENDS(_IO_getc(file)) && ENDS(fgetc_unlocked(file)));
    assert(ENDS(getc_unlocked(file)) && ENDS(__uflow(file)) && fread(text, 1, 8, file) == 0 && fread_unlocked(text, 1, 8, file) == 0);
    assert(getline(&line, &room, file) == -1 && getdelim(&line, &room, 'x', file) == -1 && __getdelim(&line, &room, 'x', file) == -1);
    free(line);
    assert(fgets_unlocked(text, sizeof text, file) == NULL && getline(NULL, &room, file) == -1 && errno == EINVAL);
    assert(FAILS(fseek(file, -1, SEEK_SET), EINVAL) && FAILS(fseeko(file, 0, 9), EINVAL) && FAILS(fseeko64(file, -1, SEEK_SET), EINVAL));
}

static void errors(void)
{
    assert(!fopen("/no/such/file", "r") && errno == ENOENT && !fopen64(__FILE__, "q") && errno == EINVAL);
    assert(!fopen("/no/such/directory", "w") && errno == ENOENT && !fopen(__FILE__ "/below", "r") && errno == ENOTDIR);
    assert(FAILS(open("/no", O_RDONLY), ENOENT) && FAILS(open64("/no", O_RDONLY), ENOENT) && FAILS(creat("/no/no", 0666), ENOENT));
    assert(FAILS(openat(AT_FDCWD, "/no", O_RDONLY), ENOENT) && FAILS(openat64(AT_FDCWD, "/no", O_RDONLY), ENOENT));
    assert(FAILS(__open_2("/no", O_RDONLY), ENOENT) && FAILS(__open64_2("/no", O_RDONLY), ENOENT) && FAILS(creat64("/no/", 0666), EISDIR));
    assert(FAILS(__openat_2(AT_FDCWD, "/no", O_RDONLY), ENOENT) && FAILS(__openat64_2(AT_FDCWD, "/no", O_RDONLY), ENOENT));
    assert(FAILS(open(__FILE__, O_WRONLY | O_CREAT | O_EXCL, 0666), EEXIST) && FAILS(close(99), EBADF));
    struct stat status;
    assert(FAILS(fstat(99, &status), EBADF) && FAILS(fstat64(-1, (struct stat64 *)&status), EBADF));
    point();
    FILE *file = fopen(__FILE__, "r");
    at_the_end(file);
    assert(FAILS(fputc('x', file), EBADF) && FAILS(fprintf(file, "x"), EBADF));
    rewind(file);
    assert(!feof(file) && !ferror(file) && fclose(file) == 0);
    file = fopen("/dev/null", "w");
    assert(FAILS(fgetc(file), EBADF) && ferror(file) && ferror_unlocked(file) && fclose(file) == 0);
    assert((getchar(), getchar_unlocked()) == EOF); // nothing there
}
