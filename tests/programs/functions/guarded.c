// expect: verified
// options: -lm
// only: gcc -O0
// Functions of the C library without state of their own, guarded: what they write is found, rewound and found again.
#include "functions.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <libgen.h>
#include <math.h>
#include <monetary.h>
#include <regex.h>
#include <search.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <wchar.h>

static int scan(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vsscanf(text, format, list); /* __isoc99_vsscanf */
    va_end(list);
    return n;
}

static int wide_print(wchar_t *to, size_t room, const wchar_t *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vswprintf(to, room, format, list);
    va_end(list);
    return n;
}

static void random_numbers(void)
{
    char state[64], other[64];
    struct random_data data = {0};
    int32_t a, b;
    assert(initstate_r(1, state, sizeof state, &data) == 0 && random_r(&data, &a) == 0 && random_r(&data, &b) == 0 && a != b);
    int32_t again;
    assert(srandom_r(1, &data) == 0 && random_r(&data, &again) == 0 && again == a);
    assert(initstate_r(2, other, sizeof other, &data) == 0 && random_r(&data, &again) == 0 && again != a);
    assert(setstate_r(state, &data) == 0 && random_r(&data, &again) == 0 && again == b);
}

static void strings(void)
{
    char a[32] = "one two", b[32];
    int n = 0;
    assert(scan("7 x", "%d", &n) == 1 && n == 7 && sscanf("8", "%d", &n) == 1 && n == 8); /* __isoc99_sscanf */
    assert(memccpy(b, a, 'e', 32) == b + 3 && memmem(a, 8, "two", 3) == a + 4 && memrchr(a, 'o', 7) == a + 6);
    assert(rawmemchr(a, 't') == a + 4 && strcasestr(a, "TWO") == a + 4 && strchrnul(a, 'z') == a + 7 && strverscmp("a9", "a10") < 0);
    assert((index)(a, 'w') == a + 5 && (rindex)(a, 'o') == a + 6 && strcoll("a", "b") < 0 && strxfrm(b, "ab", 32) == 2);
    swab("badc", b, 4);
    assert(memcmp(b, "abcd", 4) == 0 && memfrob(b, 4) == b && b[0] == ('a' ^ 42));
    /* No initializer: gcc for aarch64 would copy it from the program's data, and leave their address in a register that could be an
     * argument: the function would be taken to read all of them. */
    char options[] = "ro,size=4", *at = options, *value, *tokens[3];
    tokens[0] = "ro", tokens[1] = "size", tokens[2] = NULL;
    assert(getsubopt(&at, tokens, &value) == 0 && getsubopt(&at, tokens, &value) == 1 && strcmp(value, "4") == 0);
    char path[] = "/usr/lib", same[] = "/usr/lib";
    assert(strcmp(basename(path), "lib") == 0 && strcmp(dirname(same), "/usr") == 0); /* __xpg_basename */
    assert(fnmatch("*.c", "x.c", 0) == 0 && strfmon(b, sizeof b, "%n", 1.5) > 0);
    regex_t expression;
    regmatch_t match;
    assert(regcomp(&expression, "t.o", REG_EXTENDED) == 0 && regexec(&expression, a, 1, &match, 0) == 0 && match.rm_so == 4);
    regfree(&expression);
    assert(regerror(REG_BADPAT, NULL, b, sizeof b) > 0);
}

static void wide(void)
{
    wchar_t a[16] = L"one", b[16], *at, *copy;
    char narrow[16];
    assert(wcscat(a, L" two") == a && wcschr(a, L't') == a + 4 && wcscpy(b, a) == b && wcscspn(a, L"t") == 4 && wcslen(a) == 7);
    assert(wcsncat(b, L"xyz", 1) == b && wcsncmp(a, b, 7) == 0 && wcsncpy(b, L"q", 3) == b && wcsnlen(a, 3) == 3 && wcscmp(a, b) != 0);
    assert(wcspbrk(a, L"wn") == a + 1 && wcsrchr(a, L'o') == a + 6 && wcsspn(a, L"eno") == 3 && wcsstr(a, L"two") == a + 4);
    assert(wcscasecmp(L"A", L"a") == 0 && wcsncasecmp(L"Ab", L"aC", 1) == 0 && wcpcpy(b, L"ab") == b + 2 && wcpncpy(b, L"c", 3) == b + 1);
    assert(wmemchr(a, L'n', 3) == a + 1 && wmemcmp(a, L"one", 3) == 0 && wmemcpy(b, a, 8) == b && wmemmove(b + 1, b, 3) == b + 1);
    assert(wmemset(b, L'z', 2) == b && wmempcpy(b, a, 2) == b + 2 && wcstok(a, L" ", &at) == a);
    copy = wcsdup(a);
    assert(wcscmp(copy, L"one") == 0 && wcscoll(L"a", L"b") < 0 && wcsxfrm(b, L"ab", 16) == 2);
    free(copy);
    assert(wcstol(L"12", &at, 10) == 12 && wcstoll(L"-1", NULL, 10) == -1 && wcstoul(L"7", NULL, 10) == 7 && wcstoull(L"8", NULL, 10) == 8);
    assert(wcstod(L"1.5", &at) == 1.5 && wcstof(L"2.5", NULL) == 2.5f && wcstold(L"3.5", NULL) == 3.5L);
    assert(swprintf(b, 16, L"%d", 42) == 2 && wide_print(b, 16, L"%ls", L"x") == 1 && b[0] == L'x');
    assert(mbstowcs(b, "abc", 16) == 3 && wcstombs(narrow, b, 16) == 3 && strcmp(narrow, "abc") == 0 && mbsinit(NULL));
}

static int seen;

static void count(const void *node, VISIT which, int depth)
{
    (void)node, (void)depth;
    seen += which == leaf || which == postorder;
}

static int order(const void *a, const void *b)
{
    return (int)((const char *)a - (const char *)b);
}

static void others(void)
{
    struct link {
        struct link *next, *previous;
    } one = {NULL, NULL}, two;
    void *root = NULL;
    int e, sign;
    double whole, s, c;
    float wholef, sf, cf;
    long double wholel, sl, cl;
    insque(&two, &one);
    assert(one.next == &two);
    remque(&two);
    tsearch("x", &root, order);
    seen = 0;
    twalk(root, count);
    assert(seen == 1);
    while (root)
        tdelete(*(char **)root, &root, order);
    assert(frexp(8, &e) == 0.5 && e == 4 && frexpf(4, &e) == 0.5f && frexpl(2, &e) == 0.5L);
    assert(modf(1.5, &whole) == 0.5 && modff(2.5f, &wholef) == 0.5f && modfl(3.5L, &wholel) == 0.5L && wholel == 3);
    assert(remquo(7, 2, &e) == -1 && remquof(7, 2, &e) == -1 && remquol(7, 2, &e) == -1);
    sincos(0, &s, &c), sincosf(0, &sf, &cf), sincosl(0, &sl, &cl);
    assert(s == 0 && c == 1 && sf == 0 && cf == 1 && sl == 0 && cl == 1);
    assert(lgamma_r(1, &sign) == 0 && lgammaf_r(1, &sign) == 0 && lgammal_r(1, &sign) == 0 && sign == 1);
}

static void files(void)
{
    struct stat status;
    struct statx extended;
    struct utsname name;
    struct rlimit limit;
    sigset_t set;
    gid_t groups[64];
    char text[4096];
    assert(stat("/", &status) == 0 && S_ISDIR(status.st_mode) && lstat("/", &status) == 0 && fstatat(AT_FDCWD, "/", &status, 0) == 0);
    assert(statx(AT_FDCWD, "/", 0, STATX_TYPE, &extended) == 0);
    assert(access("/", F_OK) == 0 && eaccess("/", F_OK) == 0 && euidaccess("/", F_OK) == 0 && faccessat(AT_FDCWD, "/", F_OK, 0) == 0);
    assert(getcwd(text, sizeof text) == text && realpath("/usr/..", text) == text && strcmp(text, "/") == 0);
    assert(readlink("/proc/self/exe", text, sizeof text) > 0 && readlinkat(AT_FDCWD, "/proc/self/exe", text, sizeof text) > 0);
    assert(uname(&name) == 0 && gethostname(text, sizeof text) == 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0); /* getrlimit64 */
    assert(getgroups(64, groups) >= 0 && getpriority(PRIO_PROCESS, 0) >= -20);
    sigemptyset(&set), sigfillset(&set), sigaddset(&set, SIGINT), sigdelset(&set, SIGINT);
    assert(!sigismember(&set, SIGINT) && sigismember(&set, SIGTERM));
    int fd = open(__FILE__, O_RDONLY); /* which changes nothing on the disk; stat64 lstat64 fstatat64 */
    assert(stat(__FILE__, &status) == 0 && S_ISREG(status.st_mode) && access(__FILE__, R_OK) == 0 && close(fd) == 0);
}

static void use(void)
{
    random_numbers();
    strings();
    point();
    wide();
    others();
    files();
}

static void errors(void)
{
    struct stat status;
    char text[4];
    int n;
    assert(stat("/no/such/file", &status) == -1 && errno == ENOENT && access("/no", F_OK) == -1);
    assert(getcwd(text, 1) == NULL && errno == ERANGE);
    assert(isatty(-1) == 0 && errno == EBADF && readlink("/", text, 4) == -1 && errno == EINVAL && !realpath("/no/such", NULL));
    assert(sscanf("x", "%d", &n) == 0 && scan("", "%d", &n) == EOF && wcschr(L"a", L'b') == NULL && sigaddset(&(sigset_t){0}, 99) == -1);
}
