/* load_buffering.h - orders that are right under RC11 may be too weak for Arm, which may perform a relaxed load behind a store that follows
 * it in its thread. Where several threads do so an effect can come before its cause; RC11 has no such executions, and no search shows them.
 *
 * So a load and a store behind it stay in order, by an acquire, a release or a fence between them, wherever a circle of such pairs might
 * close: from each store to a load of the same memory by another thread. Dependencies do not count: compilers break them. What the
 * program as it is written leaves without an order may be left so.
 */
#ifndef MZ_APPS_ORDERS_LOAD_BUFFERING_H
#define MZ_APPS_ORDERS_LOAD_BUFFERING_H

#include "apps/orders/sites.h"

struct number_set {
    uint64_t *at;
    size_t    count;
};

/* Place of an operation in one program: `next` are those that a thread comes to right behind. */
struct waypoint {
    uint64_t       address;
    bool           atomic;
    enum atomic_kind kind;
    struct levels  written;  /* the weakest, if there are several */
    long           thread;   /* -1: several */
    struct number_set cells; /* addresses of what it accesses */
    bool           any;      /* it may access anything */
    uint64_t       size;
    struct number_set next;
};
struct way {
    struct waypoint *at;
    size_t           count;
    bool             lost;   /* anything may come behind anything */
};

/* Operations that a search tells of (--atomic-orders) are added. */
void way_add(struct way *way, const json_t *atomics);

/* Do these orders leave a pair without one that was in order as written, on such a circle? Sites beyond `count` are as they are written. */
bool way_may_buffer(const struct way *way, const struct sites *sites, size_t program, const struct levels *levels, size_t count);

#endif
