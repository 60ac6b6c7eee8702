/* libstdcxx.c - functions of libstdc++ that are left to it, but for what they read and write: their memory is announced before they
 * are called, as hooks would have done it. What changes more than that is written anew, with hooks, in src/cxx.
 */
#include "model/calls_cxx.h"
#include "probe/refuse.h"
#include "world/world.h"

/* What a function does to an object that it is given. */
struct touched {
    enum op_touch how;
    uint64_t      addr, size;
};

#define NOTHING           ((struct touched){TOUCH_NONE, 0, 0})
#define READS(object, n)  ((struct touched){TOUCH_READ, (uint64_t)(object), n})
#define WRITES(object, n) ((struct touched){TOUCH_WRITE, (uint64_t)(object), n})

enum performed libcall_write_both(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)choice;
    mem_will_write((void *)op->addr, op->size);
    mem_will_write((void *)op->addr2, op->size2);
    return PERFORM_RESUME;
}

/* By one operation, for the function makes all its accesses when that was performed. */
static void announce_touched(uint64_t pc, struct touched a, struct touched b)
{
    if (a.how != TOUCH_WRITE && b.how == TOUCH_WRITE) {
        announce_touched(pc, b, a);
        return;
    }
    uint32_t kind = a.how == TOUCH_READ ? OP_READ | ANNOUNCE_DETAIL(READ_FOR) : OP_WRITE;
    if (b.how == TOUCH_WRITE)
        kind = LIBCALL(WRITE_BOTH);
    else if (b.how == TOUCH_READ)
        kind = a.how == TOUCH_WRITE ? OP_COPY | ANNOUNCE_DETAIL(COPY_PLAIN) : OP_COMPARE | ANNOUNCE_DETAIL(COMPARE_FOR);
    announce_from(pc, kind, (void *)a.addr, a.size, b.addr, b.size, 0);
}

/* Results have one word or two. */
struct result {
    uint64_t word[2];
};
typedef struct result any_method(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f);

/* a, b and c are the arguments; the first is the object. */
#define METHOD(name, first, second)                                                                         \
    STAND_IN(struct result, name, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)    \
    {                                                                                                       \
        struct touched touched = first;                                                                     \
        if (probe_inside() && probe_active((void *)touched.addr))                                           \
            announce_touched(CALLER, touched, second);                                                      \
        return REAL_AS(name, any_method *)(a, b, c, d, e, f);                                               \
    }

enum { IOS_BASE = 216, LOCALE = 8, FILE_OF_STREAM = 16, REHASH_POLICY = 16, POINTER = 8 };

METHOD(_ZNSt8ios_baseC2Ev, WRITES(a, IOS_BASE), NOTHING)                     /* ios_base::ios_base() */
METHOD(_ZNSt8ios_baseD2Ev, WRITES(a, IOS_BASE), NOTHING)                     /* ios_base::~ios_base() */
METHOD(_ZNSt8ios_base7_M_initEv, WRITES(a, IOS_BASE), NOTHING)               /* ios_base::_M_init() */
METHOD(_ZNSt8ios_base20_M_dispose_callbacksEv, WRITES(a, IOS_BASE), NOTHING) /* ios_base::_M_dispose_callbacks() */
METHOD(_ZNSt8ios_base5imbueERKSt6locale, WRITES(a, IOS_BASE), READS(b, LOCALE)) /* ios_base::imbue(const locale &) */
METHOD(_ZNSt8ios_base7_M_moveERS_, WRITES(a, IOS_BASE), WRITES(b, IOS_BASE)) /* ios_base::_M_move(ios_base &) */
METHOD(_ZNSt8ios_base7_M_swapERS_, WRITES(a, IOS_BASE), WRITES(b, IOS_BASE)) /* ios_base::_M_swap(ios_base &) */
METHOD(_ZNSt6localeC1Ev, WRITES(a, LOCALE), NOTHING)                         /* locale::locale() */
METHOD(_ZNSt6localeC1ERKS_, WRITES(a, LOCALE), READS(b, LOCALE))             /* locale::locale(const locale &) */
METHOD(_ZNSt6localeaSERKS_, WRITES(a, LOCALE), READS(b, LOCALE))             /* locale::operator=(const locale &) */
METHOD(_ZNKSt6localeeqERKS_, READS(a, LOCALE), READS(b, LOCALE))             /* locale::operator==(const locale &) const */
METHOD(_ZNSt12__basic_fileIcEC1EP15pthread_mutex_t, WRITES(a, FILE_OF_STREAM), NOTHING) /* __basic_file<char>(__c_lock *) */
METHOD(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm, WRITES(a, REHASH_POLICY), NOTHING)
METHOD(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm, WRITES(a, REHASH_POLICY), NOTHING)

/* What newer headers do themselves, of exception_ptr: swap, ==, !=, whether there is one, its type */
METHOD(_ZNSt15__exception_ptr13exception_ptr4swapERS0_, WRITES(a, POINTER), WRITES(b, POINTER))
METHOD(_ZNSt15__exception_ptreqERKNS_13exception_ptrES2_, READS(a, POINTER), READS(b, POINTER))
METHOD(_ZNSt15__exception_ptrneERKNS_13exception_ptrES2_, READS(a, POINTER), READS(b, POINTER))
METHOD(_ZNKSt15__exception_ptr13exception_ptrcvMS0_FvvEEv, READS(a, POINTER), NOTHING)
METHOD(_ZNKSt15__exception_ptr13exception_ptrntEv, READS(a, POINTER), NOTHING)
METHOD(_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv, READS(a, POINTER), NOTHING)

/* Hashes of memory, by which unordered containers find their keys. */
METHOD(_ZSt11_Hash_bytesPKvmm, READS(a, b), NOTHING)
METHOD(_ZSt15_Fnv_hash_bytesPKvmm, READS(a, b), NOTHING)

/* locale::id::_M_id() const: those of the standard facets have a number since the start; others get one from a counter of libstdc++'s. */
STAND_IN(uint64_t, _ZNKSt6locale2id5_M_idEv, const uint64_t *id)
{
    if (probe_inside() && !*id)
        return probe_refused_later("the first use of a facet of the program's own");
    return REAL_AS(_ZNKSt6locale2id5_M_idEv, uint64_t (*)(const uint64_t *))(id);
}

/* What the object is its virtual table says, and where the object begins that it is a part of; there is another one. */
static void reads_type(uint64_t pc, const char *object)
{
    announce_read_from(pc, object, POINTER);
    const char *whole = object + (*(const int64_t *const *)object)[-2];
    if (whole != object)
        announce_last_read_from(pc, whole, POINTER);
}

STAND_IN(void *, __dynamic_cast, const void *object, const void *from, const void *to, int64_t hint)
{
    if (probe_inside())
        reads_type(CALLER, object);
    return REAL_AS(__dynamic_cast, void *(*)(const void *, const void *, const void *, int64_t))(object, from, to, hint);
}
