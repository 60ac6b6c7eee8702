/* maps.c - a file that is mapped, to be shared or privately, and read and written meanwhile. What is refused under check is not tried: a
 * page that is mapped twice to be shared, cutting what is mapped, writing what is mapped privately. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sequence.h"

enum { PAGE = 4096, PAGES = 4 };
static char *map; /* at most one */
static int fd = -1, pages, protection;
static bool shared;
static long offset, size;

static void unmap(void)
{
    RECORD("munmap", munmap(map, (size_t)pages * PAGE));
    map = NULL;
}

static void map_file(void)
{
    int reading = below(6) ? -1 : open("mapped", O_RDONLY), kind = below(3) ? MAP_SHARED : MAP_PRIVATE;
    if (map)
        unmap();
    protection = (int[]){PROT_READ, PROT_READ | PROT_WRITE}[below(2)];
    offset = below(2) * PAGE + (below(8) ? 0 : 100);
    pages = below(8) ? 1 + (int)below(PAGES) : 0;
    char *at = mmap(NULL, (size_t)pages * PAGE, protection, kind, below(9) ? reading >= 0 ? reading : fd : 77, offset);
    RECORD("mmap", at == MAP_FAILED ? -1 : 0);
    map = at == MAP_FAILED ? NULL : at;
    shared = kind == MAP_SHARED;
    if (reading >= 0)
        RECORD("close", close(reading));
}

/* Where the file and the map are. */
static long any_place(void)
{
    long last = size < offset + (long)pages * PAGE ? size : offset + (long)pages * PAGE;
    return last > offset ? offset + below((unsigned)(last - offset)) : -1;
}

void one_of_maps(void)
{
    char bytes[64] = "abcdefghijklmnopqrstuvwxyz";
    long at = any_place();
    struct stat about;
    if (fd < 0) {
        unlink("mapped");
        fd = open("mapped", O_RDWR | O_CREAT, 0600);
        size = write(fd, bytes, 26);
    }
    switch (below(10)) {
    case 0: map_file(); break;
    case 1: if (map && below(3) == 0) unmap(); break;
    case 2:
    case 3: if (map && at >= 0) RECORD("load", map[at - offset]); break;
    case 4: if (map && at >= 0 && protection & PROT_WRITE) map[at - offset] = (char)('A' + below(26)); break;
    case 5:
        if (map && !shared)
            break;
        at = below((PAGES + 1) * PAGE - 26);
        RECORD("pwrite", pwrite(fd, bytes, 1 + below(20), at));
        fstat(fd, &about);
        RECORD("size", size = about.st_size);
        break;
    case 6:
        if (size >= 30000 || (map && !shared))
            break;
        size += below(2000);
        RECORD("ftruncate", ftruncate(fd, size));
        break;
    case 7: if (map) RECORD("msync", msync(map + (below(5) ? 0 : 8), PAGE, (int[]){MS_SYNC, MS_ASYNC, MS_INVALIDATE, 99}[below(4)])); break;
    case 8: if (at >= 0) record_bytes("pread", pread(fd, bytes, below(60), at), bytes); break;
    default: if (map && at >= 0) record_bytes("seen", 1 + (long)below(1 + (unsigned)(at - offset) % 50), map + (at - offset) / 50 * 50);
    }
}
