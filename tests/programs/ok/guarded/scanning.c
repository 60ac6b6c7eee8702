// expect: verified
// leftovers: the address of `lock`, with clang for aarch64, in a part of the frame that sscanf() could have been given
// sscanf, wide strings and messages, in two threads at once.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    int a = 0, b = 0;
    char word[8], message[64];
    wchar_t wide[8];
    assert(sscanf("12 apples 30", "%d %7s %d", &a, word, &b) == 3);
    assert(strcmp(word, "apples") == 0);
    assert(sscanf("no", "%d", &b) == 0);
    wcscpy(wide, L"wide");
    assert(wcslen(wide) == 4 && wcscmp(wide, L"wide") == 0 && wmemchr(wide, L'd', 4) == wide + 2);
    assert(strerror_r(ENOENT, message, sizeof message) == 0 && strcmp(strerror(ENOENT), "No such file or directory") == 0);
    pthread_mutex_lock(&lock);
    sum += a + b;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(sum == 84);
    return 0;
}
