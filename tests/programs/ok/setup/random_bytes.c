// expect: verified
// errors: arc4random arc4random_buf arc4random_uniform getentropy getrandom
// Random bytes from the system, in all ways to get them in set-up and in threads: the same each time, and no two draws are alike.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { WAYS = 10 };
static uint64_t drawn[WAYS + 2];
static char kernels[16];

static uint64_t by_open(const char *path)
{
    uint64_t x = 0;
    int fd = open(path, O_RDONLY);
    assert(fd >= 0 && read(fd, &x, sizeof x) == sizeof x);
    close(fd);
    return x;
}

static uint64_t by_stream(const char *path)
{
    uint64_t x = 0;
    FILE *f = fopen(path, "r");
    assert(f && fread(&x, sizeof x, 1, f) == 1);
    fclose(f);
    return x;
}

__attribute__((constructor)) static void before_main(void)
{
    assert(getrandom(&drawn[0], sizeof *drawn, 0) == sizeof *drawn);
}

static void *work(void *number)
{
    assert(getrandom(&drawn[WAYS + (intptr_t)number], 8, 0) == 8);
    return NULL;
}

int main(void)
{
    assert(getrandom(&drawn[1], 8, GRND_NONBLOCK) == 8);
    assert(getentropy(&drawn[2], 8) == 0);
    drawn[3] = by_open("/dev/urandom");
    drawn[4] = by_open("/dev/urandom");
    drawn[5] = by_stream("/dev/urandom");
    drawn[6] = by_open("/dev/random");
    assert(syscall(SYS_getrandom, &drawn[7], 8, 0) == 8);
    arc4random_buf(&drawn[8], 8);
    drawn[9] = (uint64_t)arc4random() << 32 | arc4random();
    assert(arc4random_uniform(10) < 10 && arc4random_uniform(0) == 0);
    arc4random_buf(NULL, 0);
    static char large[300];
    assert(getentropy(large, sizeof large) == -1 && errno == EIO);
    assert(getrandom(large, sizeof large, 0x1000) == -1 && errno == EINVAL);
    assert(getrandom(NULL, 0, 0) == 0);
    memcpy(kernels, (const void *)getauxval(AT_RANDOM), sizeof kernels);
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)0);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < WAYS + 2; i++)
        for (int k = 0; k < i; k++)
            assert(drawn[i] != drawn[k]);
    return 0;
}
