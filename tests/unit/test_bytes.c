/* test_bytes.c - the runtime's own memcpy and kin: every size around the places where the method changes, every alignment and
 * overlap, against byte loops; nothing beyond the range is touched, and strlen reads into no page without need. */
#define memcpy  own_memcpy
#define memmove own_memmove
#define memset  own_memset
#define memcmp  own_memcmp
#define strlen  own_strlen
#include <stddef.h>
void  *own_memcpy(void *restrict to, const void *restrict from, size_t n);
void  *own_memmove(void *to, const void *from, size_t n);
void  *own_memset(void *to, int byte, size_t n);
int    own_memcmp(const void *a, const void *b, size_t n);
size_t own_strlen(const char *s);
#include "base/bytes.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp
#undef strlen

#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../check.h"

enum { ROOM = 8192, MARGIN = 64 };

static uint8_t before[ROOM], expected[ROOM], got[ROOM];

static const size_t sizes[] = {0,  1,  2,  3,  4,   5,   6,   7,   8,   9,    11,   12,   15,   16,  17,  23,  24, 31,
                               32, 33, 47, 48, 49,  63,  64,  65,  95,  96,   127,  128,  129,  200, 255, 256, 511, 512,
                               513, 1000, 1023, 1024, 1025, 1500, 2047, 2048, 2049, 4095, 4096, 4097};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void scatter(uint8_t *bytes, unsigned seed)
{
    for (size_t i = 0; i < ROOM; i++)
        bytes[i] = (uint8_t)((i + seed) * 2654435761u >> 13);
}

static void reset(void)
{
    for (size_t i = 0; i < ROOM; i++)
        expected[i] = got[i] = before[i];
}

static bool same(void)
{
    for (size_t i = 0; i < ROOM; i++)
        if (expected[i] != got[i])
            return false;
    return true;
}

static void copies(void)
{
    static uint8_t from[ROOM];
    scatter(from, 7);
    scatter(before, 1);
    for (size_t s = 0; s < SIZES; s++)
        for (size_t to = 0; to < 17; to++)
            for (size_t at = 0; at < 17; at += 3) {
                reset();
                for (size_t i = 0; i < sizes[s]; i++)
                    expected[MARGIN + to + i] = from[at + i];
                CHECK(own_memcpy(got + MARGIN + to, from + at, sizes[s]) == got + MARGIN + to);
                CHECK(same());
            }
}

static void moves(void)
{
    static const int distances[] = {-200, -65, -64, -63, -33, -32, -17, -16, -15, -8, -7, -1, 0,
                                    1,    7,   8,   15,  16,  17,  32,  33,  63,  64, 65, 200};
    scatter(before, 3);
    for (size_t s = 0; s < SIZES; s++)
        for (size_t d = 0; d < sizeof distances / sizeof *distances; d++) {
            uint8_t *from = got + 1024, *to = from + distances[d];
            reset();
            for (size_t i = 0; i < sizes[s]; i++)
                expected[1024 + distances[d] + (int)i] = before[1024 + i];
            CHECK(own_memmove(to, from, sizes[s]) == to);
            CHECK(same());
        }
}

static void fills(void)
{
    static const int bytes[] = {0, 1, 0xff, 0x180 | 0x55};
    scatter(before, 5);
    for (size_t s = 0; s < SIZES; s++)
        for (size_t to = 0; to < 17; to++)
            for (size_t b = 0; b < sizeof bytes / sizeof *bytes; b++) {
                reset();
                for (size_t i = 0; i < sizes[s]; i++)
                    expected[MARGIN + to + i] = (uint8_t)bytes[b];
                CHECK(own_memset(got + MARGIN + to, bytes[b], sizes[s]) == got + MARGIN + to);
                CHECK(same());
            }
}

static int sign(int n)
{
    return (n > 0) - (n < 0);
}

static void compares(void)
{
    scatter(before, 9);
    for (size_t s = 0; s < SIZES; s++) {
        size_t n = sizes[s];
        reset();
        CHECK_EQ(own_memcmp(expected + 3, got + 3, n), 0);
        got[3 + n]++; /* beyond the range */
        CHECK_EQ(own_memcmp(expected + 3, got + 3, n), 0);
        for (size_t i = 0; i < n; i += i < 40 ? 1 : 97) {
            reset();
            got[3 + i] = 0x01, expected[3 + i] = 0xf0;
            for (size_t rest = i + 1; rest < n; rest++)
                got[3 + rest] = 0xff; /* what comes later does not decide */
            CHECK_EQ(sign(own_memcmp(expected + 3, got + 3, n)), 1);
            CHECK_EQ(sign(own_memcmp(got + 3, expected + 3, n)) + 1, 0);
        }
    }
}

static void lengths(void)
{
    long page = sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    CHECK(mprotect(pages + page, (size_t)page, PROT_NONE) == 0);
    char *end = pages + page; /* the byte behind the last one that can be read */
    for (size_t size = 1; size < 300; size++) {
        char *s = end - size;
        own_memset(s, (int)(0x80 + size % 0x80), size - 1);
        end[-1] = '\0';
        CHECK_EQ(own_strlen(s), size - 1);
    }
    own_memset(pages, 'x', (size_t)page);
    for (size_t length = 0; length < 100; length++) {
        pages[16 + length % 9 + length] = '\0';
        CHECK_EQ(own_strlen(pages + 16 + length % 9), length);
        pages[16 + length % 9 + length] = 'x';
    }
}

int main(void)
{
    TEST(copies);
    TEST(moves);
    TEST(fills);
    TEST(compares);
    TEST(lengths);
    return check_status();
}
