// expect: verified
// races: 1
// A program that looks functions up by name and version may come to those that take no lock, though it imports none of them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int (*put)(int);

static void *writes(void *unused)
{
    put('x'); // RACE
    return unused;
}

int main(void)
{
    static const char *const versions[] = {"GLIBC_2.2.5", "GLIBC_2.17"};
    for (int i = 0; i < 2 && !put; i++)
        put = (int (*)(int))dlvsym(RTLD_DEFAULT, "putchar_unlocked", versions[i]);
    pthread_t a, b;
    pthread_create(&a, NULL, writes, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
