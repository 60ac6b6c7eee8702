// expect: verified
// The string and memory functions on memory that is rewound: every result is right in every interleaving.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *unused)
{
    char a[32] = "mazurka", b[32];
    strcpy(b, a);
    strcat(b, "!");
    assert(strcmp(b, "mazurka!") == 0 && strlen(b) == 8 && strncmp(a, b, 7) == 0);
    strncpy(a, "xyz", sizeof a);
    assert(memcmp(a, "xyz\0\0", 5) == 0);
    strncat(a, "abc", 2);
    assert(strcmp(a, "xyzab") == 0);
    memmove(b + 2, b, 5);
    assert(memcmp(b, "mamazur", 7) == 0);
    memset(b, '-', 3);
    assert(strchr(b, 'z') == b + 4 && strrchr(b, '-') == b + 2 && strstr(b, "zu") == b + 4);
    assert(memchr(b, 'u', 8) == b + 5 && strspn(b, "-") == 3 && strcspn(b, "z") == 4);
    assert(atoi("42") == 42 && strtol("0x10", NULL, 0) == 16);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
