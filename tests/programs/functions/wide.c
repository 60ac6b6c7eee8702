// expect: verified
// errors: wcslen wcsnlen wcschr wcsrchr wmemchr wcscmp wcsncmp wmemcmp wcsstr wcsspn wcscspn wcspbrk wmemcpy wmemmove wmempcpy wcscpy
// errors: wcpcpy wcsncpy wcpncpy wcscat wcsncat wmemset wcsdup
// Wide characters: correct use while another thread may run, and the least that the functions can be given.
#include "functions.h"

#include <stdlib.h>
#include <wchar.h>

static wchar_t text[16], other[16];

static void use(void)
{
    assert(wcscpy(text, L"one") == text && wcscat(text, L" two") == text && wcslen(text) == 7 && wcsnlen(text, 3) == 3);
    point();
    assert(wcschr(text, L't') == text + 4 && wcsrchr(text, L'o') == text + 6 && wmemchr(text, L'n', 3) == text + 1);
    assert(wcscpy(other, text) == other && wcscmp(text, other) == 0 && wcsncat(other, L"xyz", 1) == other && wcscmp(text, other) < 0);
    assert(other[7] == L'x' && other[8] == 0 && wcsncmp(text, other, 7) == 0 && wcsncmp(text, other, 8) < 0);
    assert(wcsstr(text, L"two") == text + 4 && wcsspn(text, L"eno") == 3 && wcscspn(text, L"t") == 4 && wcspbrk(text, L"wn") == text + 1);
    point();
    assert(wmemset(other, L'z', 16) == other && wcsncpy(other, L"q", 3) == other && other[0] == L'q' && other[2] == 0 && other[3] == L'z');
    assert(wcpcpy(other, L"ab") == other + 2 && wcpncpy(other + 2, L"cdef", 2) == other + 4 && wmemcmp(other, L"abcdzzzz", 8) == 0);
    assert(wmemcpy(other, text, 8) == other && wmemmove(other + 1, other, 3) == other + 1 && wmemcmp(other, L"oone", 4) == 0);
    assert(wmempcpy(other, text, 2) == other + 2);
    wchar_t *copy = wcsdup(text);
    point();
    assert(wcscmp(copy, L"one two") == 0);
    free(copy);
}

static void errors(void)
{
    wchar_t none[2] = L"", *copy = wcsdup(L"");
    assert(wcslen(none) == 0 && wcsnlen(text, 0) == 0 && !wcschr(none, L'x') && wcschr(none, 0) == none && !wcsrchr(none, L'x'));
    assert(!wmemchr(text, L'o', 0) && wcscmp(none, copy) == 0 && wcsncmp(text, none, 0) == 0 && wmemcmp(text, other, 0) == 0);
    assert(wcsstr(text, L"") == text && !wcsstr(none, L"x") && !wcspbrk(none, L"x"));
    assert(wcsspn(none, L"x") == 0 && wcscspn(none, L"x") == 0);
    assert(wmemcpy(other, text, 0) == other && wmemmove(other, text, 0) == other && wmempcpy(other, text, 0) == other);
    assert(wcscpy(other, L"") == other && wcpcpy(other, L"") == other);
    assert(wcsncpy(other, L"x", 0) == other && wcpncpy(other, L"x", 0) == other);
    assert(wcscat(other, L"") == other && wcsncat(other, L"x", 0) == other && wmemset(other, L'x', 0) == other && other[0] == 0);
    free(copy);
}
