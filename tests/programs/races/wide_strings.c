// expect: verified
// races: 4
// What functions of wide strings access counts as the caller's own, and no more than that.
#include <pthread.h>
#include <wchar.h>

static wchar_t text[8] = L"text", copy[8];
static volatile size_t length;
static volatile int order;

static void *first(void *unused)
{
    wcscpy(copy, text); // RACE
    length = wcslen(text); // RACE
    order = wcscmp(text, L"test"); // they differ before
    order = wmemcmp(text, L"TEXT", 4);
    wmemset(text + 5, L'-', 2);
    return unused;
}

static void *second(void *unused)
{
    wmemcpy(text + 4, L"!", 1); // RACE
    copy[7] = L'x';
    text[7] = L'x';
    text[3] = L'T'; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
