/* tracking.c - see tracking.h. The headers of older systems lack what newer kernels have: the few numbers are given here. */
#include "world/outside/tracking.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"

struct page_scan {
    uint64_t size, flags, start, end, walk_end, regions, regions_room, most_pages;
    uint64_t inverted, all_of, any_of, wanted;
};
struct page_range {
    uint64_t start, end, categories;
};

#define SCAN_PAGES _IOWR('f', 16, struct page_scan)
enum { SCAN_PROTECTS = 1, SCAN_CHECKS = 2, PAGE_WRITTEN = 2 };
enum { ONLY_USER_MODE = 1, WRITES_UNPOPULATED = 1 << 13, WRITES_ASYNCHRONOUS = 1 << 15 };
enum { REGIONS = 256 };

/* The kernel's account ends where a process is forked: there the page with `here` is empty. */
static struct {
    bool *here;
    bool  works, is_new;
    int   faults, pagemap;
} tracking;

static long control(int fd, unsigned long request, void *argument)
{
    return raw_syscall(SYS_ioctl, fd, (long)request, (long)argument, 0, 0, 0);
}

static bool start(void)
{
    struct uffdio_api api = {.api = UFFD_API, .features = WRITES_ASYNCHRONOUS | WRITES_UNPOPULATED};
    tracking.faults = (int)raw_syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | ONLY_USER_MODE, 0, 0, 0, 0, 0);
    if (tracking.faults < 0 || control(tracking.faults, UFFDIO_API, &api) != 0)
        return false;
    tracking.pagemap = (int)raw_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0, 0, 0);
    return tracking.pagemap >= 0;
}

bool tracking_works(void)
{
    if (tracking.here && *tracking.here)
        return tracking.works;
    if (!tracking.here)
        tracking.here = raw_map(NULL, PAGE, PROT_READ | PROT_WRITE, 0);
    if (!tracking.here || raw_syscall(SYS_madvise, (long)tracking.here, PAGE, MADV_WIPEONFORK, 0, 0, 0) != 0)
        return false;
    tracking.is_new = true;
    tracking.works = start();
    *tracking.here = true;
    return tracking.works;
}

bool tracking_is_new(void)
{
    tracking_works();
    bool is_new = tracking.is_new;
    tracking.is_new = false;
    return is_new;
}

bool tracking_follow(uint64_t lo, uint64_t hi)
{
    struct uffdio_register range = {.range = {lo, hi - lo}, .mode = UFFDIO_REGISTER_MODE_WP};
    return control(tracking.faults, UFFDIO_REGISTER, &range) == 0;
}

bool tracking_written(uint64_t lo, uint64_t hi, bool clean, void (*each)(uint64_t lo, uint64_t hi, void *data), void *data)
{
    static struct page_range found[REGIONS];
    while (lo < hi) {
        struct page_scan scan = {.size = sizeof scan, .flags = SCAN_CHECKS | (clean ? SCAN_PROTECTS : 0), .start = lo, .end = hi,
                                 .regions = (uint64_t)found, .regions_room = REGIONS, .all_of = PAGE_WRITTEN, .wanted = PAGE_WRITTEN};
        long count = control(tracking.pagemap, SCAN_PAGES, &scan);
        if (count < 0 || scan.walk_end <= lo)
            return false;
        for (long i = 0; i < count; i++)
            each(found[i].start, found[i].end, data);
        lo = scan.walk_end;
    }
    return true;
}
