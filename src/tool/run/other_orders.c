/* other_orders.c - see other_orders.h. */
#include "tool/run/other_orders.h"

#include <stdlib.h>
#include <string.h>

#include "model/order_words.h"
#include "tool/cli/util.h"

static _Noreturn void refuse(const char *list)
{
    die("--atomic-orders=%s: this is neither 'written' nor a list of at most %d addresses and orders, as "
        "0x1139=release,0x1156=acq_rel/acquire", list, WIRE_MAX_ATOMICS);
}

/* Up to a separator; *text is behind it then. */
static uint8_t read_order(const char *list, const char **text)
{
    size_t length = strcspn(*text, ",/");
    int order = order_of_word(*text, length);
    if (order < 0)
        refuse(list);
    *text += length;
    return (uint8_t)order;
}

static struct wire_order read_one(const char *list, const char **text)
{
    char *end;
    struct wire_order o = {.at = strtoull(*text, &end, 16)};
    if (end == *text || *end != '=')
        refuse(list);
    *text = end + 1;
    o.order = read_order(list, text);
    if (**text == '/') {
        ++*text;
        o.failure = read_order(list, text);
    }
    if (**text == '/')
        refuse(list);
    *text += **text == ',';
    return o;
}

static int by_address(const void *a, const void *b)
{
    const struct wire_order *x = a, *y = b;
    return x->at < y->at ? -1 : x->at > y->at;
}

struct other_orders other_orders_read(const char *list)
{
    struct other_orders all = {allocate((strlen(list) / 2 + 1) * sizeof *all.at), 0};
    if (strcmp(list, "written") == 0)
        return all;
    for (const char *text = list; *text;)
        all.at[all.count++] = read_one(list, &text);
    if (all.count == 0 || all.count > WIRE_MAX_ATOMICS)
        refuse(list);
    qsort(all.at, all.count, sizeof *all.at, by_address);
    return all;
}

void other_orders_send(const struct other_orders *others, struct wire *wire)
{
    wire->config.atomic_orders = true;
    wire->other_orders = (uint32_t)others->count;
    memcpy(wire->other_order, others->at, others->count * sizeof *others->at);
}
