// expect: verified
// options:
// options: --reduction=none
// stdin: abcdef
// Two characters that are read under flockfile follow each other: who takes the lock for one character has it until that is read.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *other(void *unused)
{
    char c;
    fgetc(stdin);
    scanf("%c", &c);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    flockfile(stdin);
    int a = getc_unlocked(stdin), b = getc_unlocked(stdin);
    funlockfile(stdin);
    assert(b == a + 1);
    pthread_join(t, NULL);
    return 0;
}
