/* hidden.c - a library without hooks that keeps a number. -DPLACE=... says where; -DEARLY: it is there before main. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { VARIABLE = 1, HEAP, MAPPED, BREAK, SHARED, BY_NUMBER, BY_ITSELF, LATE, ENVIRONMENT, RANDOM, TWICE };

void hidden_init(void);
void hidden_set(int value);
int hidden_get(void);

static int variable;
static int *place;
static int *other;

static void *ask_kernel(long number, long size)
{
#if defined(__x86_64__)
    register long r10 __asm__("r10") = MAP_PRIVATE | MAP_ANONYMOUS, r8 __asm__("r8") = -1, r9 __asm__("r9") = 0, result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(0L), "S"(size), "d"(PROT_READ | PROT_WRITE), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return (void *)result;
#else
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = 0, x1 __asm__("x1") = size, x2 __asm__("x2") = PROT_READ | PROT_WRITE,
                  x3 __asm__("x3") = MAP_PRIVATE | MAP_ANONYMOUS, x4 __asm__("x4") = -1, x5 __asm__("x5") = 0;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory", "cc");
    return (void *)x0;
#endif
}

void hidden_init(void)
{
    long size = 4096;
    int all = PROT_READ | PROT_WRITE;
    if (place)
        return;
    place = &variable;
    switch (PLACE) {
    case HEAP: place = malloc(sizeof *place); break;
    case MAPPED: place = mmap(NULL, (size_t)size, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); break;
    case BREAK: place = sbrk(size); break;
    case SHARED: place = mmap(NULL, (size_t)size, all, MAP_SHARED | MAP_ANONYMOUS, -1, 0); break;
    case BY_NUMBER: place = (int *)syscall(SYS_mmap, NULL, size, all, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); break;
    case BY_ITSELF: place = ask_kernel(SYS_mmap, size); break;
    case LATE: place = NULL; break;
    case ENVIRONMENT: setenv("HIDDEN", "0", 1); break;
    case RANDOM: srandom(1); break;
    case TWICE: {
        int fd = memfd_create("hidden", 0);
        if (ftruncate(fd, size) != 0)
            abort();
        place = mmap(NULL, (size_t)size, all, MAP_SHARED, fd, 0);
        other = mmap(NULL, (size_t)size, all, MAP_SHARED, fd, 0);
        break;
    }
    default: break;
    }
    if (place)
        *place = 0;
}

#ifdef EARLY
__attribute__((constructor)) static void begin(void)
{
    hidden_init();
}
#endif

void hidden_set(int value)
{
    char digits[16];
    if (!place)
        place = ask_kernel(SYS_mmap, 4096);
    if (PLACE == LATE)
        value += *place;
    if (PLACE == ENVIRONMENT) {
        snprintf(digits, sizeof digits, "%d", value);
        setenv("HIDDEN", digits, 1);
    } else if (PLACE == RANDOM) {
        random();
    } else {
        *place = value;
    }
}

int hidden_get(void)
{
    if (PLACE == ENVIRONMENT)
        return atoi(getenv("HIDDEN"));
    if (PLACE == RANDOM) { /* the first number, or the second */
        long first = random();
        srandom(1);
        return first != random();
    }
    return other ? *other : place ? *place : 0;
}
