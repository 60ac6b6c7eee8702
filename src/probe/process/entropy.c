/* entropy.c - getrandom and its kin, std::random_device, and the random devices: bytes of a generator of ours, which --entropy=N chooses.
 *
 * They do not depend on --seed, which is about the search: a program has the same input however it is searched. What was given out so
 * far is model state, and a draw is an operation on it, as in random.c. A device that is opened in set-up becomes a file in memory with
 * bytes of its own, so that all ways to read it lead there; it holds MOST bytes and then ends. Opening one later is refused.
 */
#include "probe/process/entropy.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/rng.h"
#include "probe/refuse.h"
#include "world/premise.h"

enum { MOST = 1 << 20, MOST_AT_ONCE = 0x1ffffff, MOST_ENTROPY = 256 };

static MODEL uint64_t drawn; /* words */

/* A stream for getrandom, and one for each device. */
static struct rng stream(uint64_t number)
{
    struct rng r, streams;
    rng_seed(&streams, mz__world.wire->config.entropy);
    streams.counter += number;
    rng_seed(&r, rng_next(&streams));
    return r;
}

static uint64_t number_drawn(uint64_t index)
{
    struct rng r = stream(0);
    r.counter ^= index * 0x9e3779b97f4a7c15u;
    return rng_next(&r);
}

/* second: where the bytes go; arg[2]: result */
enum performed libcall_entropy(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t next = drawn; /* which is changed last: to write may crash */
    premise_met(PREMISE_RANDOM, op->pc);
    for (uint64_t done = 0; done < op->size2; done += sizeof(uint64_t)) {
        uint64_t word = number_drawn(next++), left = op->size2 - done;
        mem_copy((char *)op->addr2 + done, &word, left < sizeof word ? left : sizeof word);
    }
    t->result[0] = op->size2 ? op->arg[2] : number_drawn(next++);
    mem_set(&drawn, next);
    return PERFORM_RESUME;
}

/* ---- functions ----------------------------------------------------------------------------------------------------------- */

static inline uint64_t fill(uint64_t pc, void *to, uint64_t size, uint64_t result)
{
    return size ? announce_from(pc, LIBCALL(ENTROPY), &drawn, sizeof drawn, (uint64_t)to, size, result) : result;
}

static inline uint64_t draw_from(uint64_t pc)
{
    return announce_from(pc, LIBCALL(ENTROPY), &drawn, sizeof drawn, 0, 0, 0);
}

long entropy_getrandom(uint64_t pc, void *to, uint64_t size, unsigned flags)
{
    if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE))
        return (long)announce_call_from(pc, libc_fail, EINVAL, (uint64_t)-1, 0);
    size = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
    return (long)fill(pc, to, size, size);
}

EXPORT ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    if (!probe_active(NULL))
        return REAL(getrandom)(to, size, flags);
    return entropy_getrandom(CALLER, to, size, flags);
}

EXPORT int getentropy(void *to, size_t size)
{
    if (!probe_active(NULL))
        return REAL(getentropy)(to, size);
    if (size > MOST_ENTROPY)
        return (int)announce_call_from(CALLER, libc_fail, EIO, (uint64_t)-1, 0);
    return (int)fill(CALLER, to, size, 0);
}

STAND_IN(uint32_t, arc4random, void)
{
    if (!probe_active(NULL))
        return REAL_AS(arc4random, uint32_t (*)(void))();
    return (uint32_t)draw_from(CALLER);
}

STAND_IN(uint32_t, arc4random_uniform, uint32_t bound)
{
    if (!probe_active(NULL))
        return REAL_AS(arc4random_uniform, uint32_t (*)(uint32_t))(bound);
    return (uint32_t)((draw_from(CALLER) >> 32) * bound >> 32);
}

STAND_IN(void, arc4random_buf, void *to, size_t size)
{
    if (!probe_active(NULL)) {
        REAL_AS(arc4random_buf, void (*)(void *, size_t))(to, size);
        return;
    }
    uint64_t pc = CALLER;
    for (; size > MOST_AT_ONCE; size -= MOST_AT_ONCE, to = (char *)to + MOST_AT_ONCE)
        fill(pc, to, MOST_AT_ONCE, 0);
    fill(pc, to, size, 0);
}

/* ---- std::random_device ---------------------------------------------------------------------------------------------------- */

/* As libstdc++ has them. What has no file is not closed. */
struct device {
    void *file, *function;
    int64_t fd;
};

struct cxx_string {
    const char *text;
    uint64_t    length, inside[2]; /* short texts lie there: all names of sources do */
};

/* Whichever of libstdc++'s sources it is, its bytes are these. Of other names its constructor throws. */
static bool is_source(const struct cxx_string *name)
{
    static const char *const all[] = {"default", "rdseed", "rdrand", "rdrnd", "hw", "hardware", "/dev/urandom", "/dev/random"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strlen(all[i]) == name->length && memcmp(all[i], name->text, name->length) == 0)
            return true;
    return false;
}

/* random_device::_M_init(const string &) */
STAND_IN(void, _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE, struct device *d,
         const struct cxx_string *source)
{
    static const struct device nothing = {.fd = -1};
    uint64_t pc = CALLER;
    if (!probe_active(d)) {
        REAL_AS(_ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE,
                void (*)(struct device *, const struct cxx_string *))(d, source);
        return;
    }
    announce_read_from(pc, source, sizeof *source);
    if (is_source(source))
        announce_give_from(pc, d, &nothing, sizeof nothing, 0);
    else
        probe_refused_from(pc, "std::random_device of a source with that name");
}

/* random_device::_M_getval() */
STAND_IN(uint32_t, _ZNSt13random_device9_M_getvalEv, const struct device *d)
{
    uint64_t pc = CALLER;
    if (!probe_active(d))
        return REAL_AS(_ZNSt13random_device9_M_getvalEv, uint32_t (*)(const struct device *))(d);
    announce_read_from(pc, d, sizeof *d);
    return (uint32_t)draw_from(pc);
}

/* ---- devices ------------------------------------------------------------------------------------------------------------- */

static bool is_random_device(int fd)
{
    struct stat s;
    long flags = raw_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
    return flags >= 0 && !(flags & O_PATH) && (flags & O_ACCMODE) != O_WRONLY &&
           raw_syscall(SYS_newfstatat, fd, (long)"", (long)&s, AT_EMPTY_PATH, 0, 0) == 0 && S_ISCHR(s.st_mode) &&
           (s.st_rdev == (1 << 8 | 8) || s.st_rdev == (1 << 8 | 9)); /* random, urandom */
}

/* In set-up nothing is rewound, so the count is not model state. */
static bool write_bytes(int fd)
{
    static uint64_t devices, part[512];
    struct rng r = stream(++devices);
    for (size_t done = 0; done < MOST; done += sizeof part) {
        for (size_t i = 0; i < sizeof part / sizeof *part; i++)
            part[i] = rng_next(&r);
        if (raw_write(fd, part, sizeof part) != sizeof part)
            return false;
    }
    return raw_syscall(SYS_lseek, fd, 0, SEEK_SET, 0, 0, 0) == 0;
}

/* arg[0]: the descriptor */
static enum performed opened(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    int fd = (int)op->arg[0];
    long file = is_random_device(fd) ? raw_syscall(SYS_memfd_create, (long)"random", 0, 0, 0, 0, 0) : -1;
    if (file >= 0) {
        premise_met(PREMISE_RANDOM, op->pc);
        bool closes = raw_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0) & FD_CLOEXEC;
        if (write_bytes((int)file))
            raw_syscall(SYS_dup3, file, fd, closes ? O_CLOEXEC : 0, 0, 0, 0);
        raw_syscall(SYS_close, file, 0, 0, 0, 0, 0);
    }
    t->result[0] = (uint64_t)fd;
    return PERFORM_RESUME;
}

int entropy_opened(uint64_t pc, int fd)
{
    return fd >= 0 && probe_active(NULL) ? (int)announce_call_from(pc, opened, (uint64_t)(int64_t)fd, 0, 0) : fd;
}

/* The bytes behind AT_RANDOM are the same in every run (world/setup/remains.c). Other entries have no premise: libgcc asks for one of them
 * in every program for aarch64, by the name with underscores. */
static inline unsigned long auxiliary(uint64_t pc, unsigned long type)
{
    if (type == AT_RANDOM && probe_active(NULL))
        premise_met(PREMISE_RANDOM, pc);
    return REAL(getauxval)(type);
}

EXPORT unsigned long getauxval(unsigned long type)
{
    return auxiliary(CALLER, type);
}

STAND_IN(unsigned long, __getauxval, unsigned long type)
{
    return auxiliary(CALLER, type);
}
