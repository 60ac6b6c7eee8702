/* protocol.h - messages of the Debug Adapter Protocol: a header with the length, an empty line, JSON. */
#ifndef MZ_APPS_DAP_PROTOCOL_H
#define MZ_APPS_DAP_PROTOCOL_H

#include <jansson.h>
#include <stdio.h>

struct channel {
    FILE   *in, *out;
    json_int_t sent; /* messages so far */
};

/* NULL: there is no further one, or what comes is none; then *why says so, else it is NULL. */
json_t *message_read(struct channel *c, const char **why);

/* `body` is given up, and may be NULL. */
void message_answer(struct channel *c, const json_t *request, json_t *body);
void message_refuse(struct channel *c, const json_t *request, const char *why);
void message_event(struct channel *c, const char *event, json_t *body);

#endif
