// expect: covered "taken as one step"
// options: -lm
// Functions of the C library with state of its own, guarded: it is part of the state of the program.
#include "functions.h"

#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <search.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <unistd.h>
#include <wchar.h>

static void environment(void)
{
    static char assignment[] = "B=2";
    assert(setenv("A", "1", 1) == 0 && strcmp(getenv("A"), "1") == 0 && putenv(assignment) == 0 && strcmp(secure_getenv("B"), "2") == 0);
    assert(unsetenv("A") == 0 && !getenv("A") && clearenv() == 0 && !getenv("B"));
}

static void options(void)
{
    char *words[] = {"program", "-a", "-b", "value", "--long", NULL};
    static const struct option longs[] = {{"long", no_argument, NULL, 'l'}, {NULL, 0, NULL, 0}};
    optind = 0;
    assert(getopt(5, words, "ab:") == 'a' && getopt(5, words, "ab:") == 'b' && strcmp(optarg, "value") == 0);
    point();
    assert(getopt_long(5, words, "ab:", longs, NULL) == 'l' && getopt_long(5, words, "ab:", longs, NULL) == -1);
    optind = 0;
    assert(getopt_long_only(5, words, "ab:", longs, NULL) == 'a');
}

static void tables(void)
{
    assert(hcreate(8) && hsearch((ENTRY){"key", "value"}, ENTER));
    point();
    ENTRY *found = hsearch((ENTRY){.key = "key"}, FIND);
    assert(found && strcmp(found->data, "value") == 0 && !hsearch((ENTRY){.key = "other"}, FIND));
    hdestroy();
}

static void characters(void)
{
    wchar_t wide, several[8];
    char narrow[16];
    const char *from = "ab";
    const wchar_t *back = L"cd";
    mbstate_t state;
    memset(&state, 0, sizeof state);
    assert(mbtowc(&wide, "x", 1) == 1 && wctomb(narrow, L'y') == 1 && mblen("z", 1) == 1 && mbrlen("z", 1, &state) == 1);
    assert(mbrtowc(&wide, "q", 1, &state) == 1 && wide == L'q' && wcrtomb(narrow, L'r', &state) == 1 && narrow[0] == 'r');
    assert(mbsrtowcs(several, &from, 8, &state) == 2 && wcsrtombs(narrow, &back, 16, &state) == 2 && strcmp(narrow, "cd") == 0);
}

static void others(void)
{
    char buffer[32];
    int point_at, sign;
    assert(setlocale(LC_ALL, "C") && localeconv()->decimal_point[0] == '.' && strcmp(nl_langinfo(RADIXCHAR), ".") == 0);
    assert(strcmp(strsignal(SIGINT), "Interrupt") == 0 && lgamma(1) == 0 && lgammaf(1) == 0 && lgammal(1) == 0);
    assert(strcmp(ecvt(1.5, 2, &point_at, &sign), "15") == 0 && strcmp(fcvt(2.5, 1, &point_at, &sign), "25") == 0);
    assert(strcmp(gcvt(3.5, 4, buffer), "3.5") == 0 && a64l("/") == 1 && strcmp(l64a(1), "/") == 0);
    assert(ftok("/", 1) != -1);
    assert(ttyname(-1) == NULL && ttyname_r(-1, buffer, sizeof buffer) != 0);
}

static void use(void)
{
    environment();
    options();
    tables();
    characters();
    others();
}

static void errors(void)
{
    wchar_t wide;
    char *words[] = {"program", "-x", NULL};
    assert(setenv("", "1", 1) == -1 && errno == EINVAL && unsetenv("a=b") == -1 && getenv("NONE") == NULL);
    optind = 0, opterr = 0;
    assert(getopt(2, words, "a") == '?' && !setlocale(LC_ALL, "no_SUCH") && mbtowc(&wide, NULL, 0) == 0);
}
