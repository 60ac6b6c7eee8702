/* client.h - a client, the calls that each of its threads makes of a library; and lists of clients, some at random or all within bounds. */
#ifndef MZ_APPS_CLIENTS_CLIENT_H
#define MZ_APPS_CLIENTS_CLIENT_H

#include <stdint.h>

#include "apps/clients/spec.h"

enum { MOST_CLIENT_THREADS = 8, MOST_CLIENT_CALLS = 12 };

/* An operation with the values of its arguments. */
struct call {
    const struct operation *operation;
    size_t value[MOST_PARAMETERS]; /* which of the values of each parameter that is chosen */
};

struct calls {
    struct call *at;
    size_t count;
};

struct client {
    size_t threads, calls[MOST_CLIENT_THREADS];
    size_t call[MOST_CLIENT_THREADS][MOST_CLIENT_CALLS]; /* index into the calls that there are */
};

struct client_list {
    struct client *at;
    size_t count;
    struct strings keys; /* of each: equal for clients that differ in the names of threads and values only */
};

struct client_bounds {
    uint64_t threads, calls; /* of a client, and of each thread, at most */
    uint64_t clients;        /* at most; 0: all */
    uint64_t values;         /* of an argument: the first so many; 0: all */
    uint64_t orders;         /* linearizations of a client, at most */
    uint64_t seed;
    uint64_t least_threads;  /* of a client at random */
    const char *given;       /* so many calls of one at random have this value as an argument, or half of them; NULL: any number */
    uint64_t calls_given;
    bool     half_given;
    bool     changing;       /* it has no calls of read-only operations */
    bool     exact;          /* as many threads and calls as may be */
    bool     exhaustive;
    bool     uniform;        /* all at random, each as likely as any other: else small ones first, and those that look promising */
    bool     any_order;      /* calls of one thread may change their places, too */
};

struct calls calls_of(const struct spec *spec, uint64_t values);

/* "push(1)"; where several operations have this name, with all that is passed: "push(&left, (long)1)". A new string. */
char *call_text(const struct call *call);

/* Adds a client unless it is there already, or is of no use: nothing changes, or several threads share a role. */
bool client_add(struct client_list *list, const struct calls *calls, const struct client *client);

/* In how many orders its calls can be made, and may fail for no reason; UINT64_MAX: too many to count. */
uint64_t client_orders(const struct calls *calls, const struct client *client, bool any_order);

/* All but the first `count` are taken away. */
void client_list_cut(struct client_list *list, size_t count);

/* Adds clients at random that are not there yet: as many as are wanted, or as there are; and up to `most`, until they have so many
 * orders. */
void clients_draw(struct client_list *list, const struct spec *spec, const struct calls *calls, const struct client_bounds *bounds,
    size_t wanted, size_t most, uint64_t orders);

/* Adds all clients within the bounds, small ones first, until there are `most`; `whole`: those of one size all or not at all. The result:
 * all with up to so many calls are there. */
size_t clients_list(struct client_list *list, const struct calls *calls, const struct client_bounds *bounds, size_t most, bool whole);

/* May some call of it wait? */
bool client_blocks(const struct calls *calls, const struct client *client);

size_t client_calls(const struct client *client);
size_t client_slots(const struct calls *calls, const struct client *client);

/* "push(1) pop() | pop()"; a new string. */
char *client_text(const struct calls *calls, const struct client *client);

#endif
