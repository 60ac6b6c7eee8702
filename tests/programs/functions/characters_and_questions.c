// expect: verified
// options: -lm
// Functions that only answer.
#include "functions.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <fenv.h>
#include <gnu/libc-version.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include <wchar.h>
#include <wctype.h>

int __libc_current_sigrtmin(void), __libc_current_sigrtmax(void);
long __sysconf(int);
unsigned long __getauxval(unsigned long);
size_t __ctype_get_mb_cur_max(void);

static int character(volatile int c)
{
    return !!(isalnum)(c) + 2 * !!(isalpha)(c) + 4 * !!(isascii)(c) + 8 * !!(isblank)(c) + 16 * !!(iscntrl)(c) + 32 * !!(isdigit)(c)
        + 64 * !!(isgraph)(c) + 128 * !!(islower)(c) + 256 * !!(isprint)(c) + 512 * !!(ispunct)(c) + 1024 * !!(isspace)(c)
        + 2048 * !!(isupper)(c) + 4096 * !!(isxdigit)(c);
}

static int wide(volatile wint_t c)
{
    return !!(iswalnum)(c) + 2 * !!(iswalpha)(c) + 8 * !!(iswblank)(c) + 16 * !!(iswcntrl)(c) + 32 * !!(iswdigit)(c)
        + 64 * !!(iswgraph)(c) + 128 * !!(iswlower)(c) + 256 * !!(iswprint)(c) + 512 * !!(iswpunct)(c) + 1024 * !!(iswspace)(c)
        + 2048 * !!(iswupper)(c) + 4096 * !!(iswxdigit)(c);
}

static void use(void)
{
    volatile int letter = 'a';
    assert(character('a') == 1 + 2 + 4 + 64 + 128 + 256 + 4096 && character(' ') == 4 + 8 + 256 + 1024);
    assert(wide(L'a') == 1 + 2 + 64 + 128 + 256 + 4096 && wide(L'\n') == 16 + 1024);
    assert((toupper)(letter) == 'A' && (tolower)('B') == 'b' && (toascii)(letter + 128) == 'a' && (_toupper)(letter) == 'A');
    assert((_tolower)('C') == 'c' && towupper(L'x') == L'X' && towlower(L'X') == L'x' && btowc('q') == L'q' && wctob(L'q') == 'q');
    assert(wcwidth(L'w') == 1 && (ntohl)((htonl)(77)) == 77 && (ntohs)((htons)(77)) == 77 && __ctype_get_mb_cur_max() == 1);
    point();
    assert(getuid() == geteuid() && getgid() == getegid() && getpagesize() == sysconf(_SC_PAGESIZE) && __sysconf(_SC_PAGESIZE) > 0);
    assert(getauxval(AT_PAGESZ) == __getauxval(AT_PAGESZ) && get_nprocs() > 0 && get_nprocs_conf() > 0);
    assert(gnu_get_libc_version() && gnu_get_libc_release() && sched_get_priority_min(SCHED_FIFO) < sched_get_priority_max(SCHED_FIFO));
    assert(__libc_current_sigrtmin() < __libc_current_sigrtmax() && !strcmp(sigabbrev_np(SIGINT), "INT") && sigdescr_np(SIGINT));
    assert(strerrordesc_np(ENOENT) && !strcmp(strerrorname_np(ENOENT), "ENOENT"));
    assert(!feof(stdout) && !feof_unlocked(stdout) && !ferror(stdout) && !ferror_unlocked(stderr));
    assert(fileno(stdout) == 1 && fileno_unlocked(stderr) == 2 && fegetround() == FE_TONEAREST && fesetround(FE_TONEAREST) == 0);
    assert(fetestexcept(0) == 0);
}

static void errors(void)
{
    sigset_t set;
    sigemptyset(&set);
    assert(character(-1) == 0 && wide(WEOF) == 0 && btowc(-1) == WEOF && wctob(WEOF) == EOF && wcwidth(L'\n') == -1);
    assert(sysconf(-1) == -1 && errno == EINVAL && sched_get_priority_max(77) == -1 && !sigabbrev_np(99) && !strerrorname_np(9999));
    assert(sigisemptyset(&set) && !sigismember(&set, SIGINT));
}
