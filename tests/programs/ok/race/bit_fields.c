// expect: verified
// Bit-fields keep their values: all widths and signs, across bytes, in unions, arrays and structures, through pointers. Two
// threads set their own ones, under a lock.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define WIDTHS(F)                                                                                                       \
    F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15) F(16) F(17) F(18) F(19) F(20) F(21) \
    F(22) F(23) F(24) F(25) F(26) F(27) F(28) F(29) F(30) F(31) F(32) F(33) F(34) F(35) F(36) F(37) F(38) F(39) F(40)    \
    F(41) F(42) F(43) F(44) F(45) F(46) F(47) F(48) F(49) F(50) F(51) F(52) F(53) F(54) F(55) F(56) F(57) F(58) F(59)    \
    F(60)

enum colour { RED, GREEN, BLUE };

/* One field of each width and sign between two neighbours. */
#define DECLARE(n)                                                                        \
    struct {                                                                              \
        unsigned long before : 3, plain : n, : 0;                                         \
        unsigned long ahead : 1;                                                          \
        signed long   sign : n;                                                           \
        unsigned long behind : 2;                                                         \
    } of##n;
static struct {
    WIDTHS(DECLARE)
    struct {
        bool        yes : 1, no : 1;
        enum colour colour : 2;
        int         rest : 12;
    } list[3];
    union {
        unsigned      low : 5;
        unsigned char byte;
    } either;
} shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const long samples[] = {0, 1, -1, 0x5555555555555555, -0x123456789abcdef, 42};
enum { SAMPLES = sizeof samples / sizeof *samples };

/* What a field of `width` bits makes of a value. */
static unsigned long as_unsigned(long value, int width)
{
    return (unsigned long)value << (64 - width) >> (64 - width);
}

static long as_signed(long value, int width)
{
    return (long)((unsigned long)value << (64 - width)) >> (64 - width);
}

static void set_neighbours(unsigned long value)
{
#define NEIGHBOURS(n) shared.of##n.before = value; shared.of##n.ahead = value; shared.of##n.behind = value;
    WIDTHS(NEIGHBOURS)
}

static void set_fields(long value)
{
#define SET(n)                                                    \
    assert((shared.of##n.plain = value) == as_unsigned(value, n)); \
    shared.of##n.sign = value;
    WIDTHS(SET)
}

static void check(unsigned long neighbours, long value)
{
#define CHECK(n)                                                                                          \
    assert(shared.of##n.plain == as_unsigned(value, n) && shared.of##n.sign == as_signed(value, n));      \
    assert(shared.of##n.before == (neighbours & 7) && shared.of##n.ahead == (neighbours & 1));            \
    assert(shared.of##n.behind == (neighbours & 3));
    WIDTHS(CHECK)
}

static void *widths(void *unused)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SAMPLES; i++) {
        set_neighbours(i & 1 ? 0 : 7);
        set_fields(samples[i]);
        check(i & 1 ? 0 : 7, samples[i]);
        set_neighbours(i & 1 ? 5 : 2);
        check(i & 1 ? 5 : 2, samples[i]);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

static bool is_set(int index)
{
    return shared.list[index].yes;
}

static void *kinds(void *unused)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 3; i++) {
        shared.list[i].yes = i != 1;
        shared.list[i].colour = (enum colour)i;
        shared.list[i].rest = -i;
        shared.list[i].no = is_set(i);
        shared.list[i].rest--;
        shared.list[i].rest *= 3;
        assert(shared.list[i].no == (i != 1) && shared.list[i].colour == (enum colour)i);
        assert(shared.list[i].rest == 3 * (-i - 1));
    }
    shared.either.byte = 0xc0;
    shared.either.low = 9;
    assert(shared.either.byte == 0xc9);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, widths, NULL);
    pthread_create(&b, NULL, kinds, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    check(5, 42);
    assert(shared.list[2].yes && shared.list[2].colour == BLUE && shared.list[2].rest == -9);
    return 0;
}
