/* client.c - see client.h. */
#include "apps/clients/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- calls ----------------------------------------------------------------------------------------------------------------- */

static size_t values_of(const struct parameter *p, uint64_t most)
{
    if (p->kind != PARAMETER_CHOSEN)
        return 1;
    return most && most < p->values.count ? (size_t)most : p->values.count;
}

/* The next choice of values; false: that was the last. */
static bool next_values(struct call *c, uint64_t most)
{
    for (size_t i = c->operation->parameters; i-- > 0;) {
        if (++c->value[i] < values_of(&c->operation->parameter[i], most))
            return true;
        c->value[i] = 0;
    }
    return false;
}

struct calls calls_of(const struct spec *s, uint64_t values)
{
    enum { MOST_CALLS_OF_A_LIBRARY = 1000 };
    struct calls calls = {0};
    for (size_t i = 0; i < s->operations; i++) {
        struct call call = {.operation = &s->operation[i]};
        do {
            if (calls.count == MOST_CALLS_OF_A_LIBRARY)
                die("%s:%zu: there are more than %d different calls; --values=N takes the first N values of each argument only", s->path,
                    s->operation[i].line, MOST_CALLS_OF_A_LIBRARY);
            calls.at = resize(calls.at, (calls.count + 1) * sizeof *calls.at);
            calls.at[calls.count++] = call;
        } while (next_values(&call, values));
    }
    return calls;
}

char *call_text(const struct call *c)
{
    char *text = format_text("%s(", c->operation->name);
    const char *comma = "";
    for (size_t i = 0; i < c->operation->parameters; i++) {
        const struct parameter *p = &c->operation->parameter[i];
        if (p->kind == PARAMETER_OUT || (p->kind == PARAMETER_GIVEN && !c->operation->shares_name))
            continue;
        const char *value = p->kind == PARAMETER_GIVEN ? p->text : p->values.at[c->value[i]];
        text = format_text("%s%s%s%s", text, comma, c->operation->shares_name ? p->cast : "", value);
        comma = ", ";
    }
    return format_text("%s)", text);
}

/* --- clients --------------------------------------------------------------------------------------------------------------- */

bool client_blocks(const struct calls *calls, const struct client *c)
{
    for (size_t t = 0; t < c->threads; t++)
        for (size_t i = 0; i < c->calls[t]; i++)
            if (calls->at[c->call[t][i]].operation->blocks)
                return true;
    return false;
}

size_t client_calls(const struct client *c)
{
    size_t calls = 0;
    for (size_t t = 0; t < c->threads; t++)
        calls += c->calls[t];
    return calls;
}

size_t client_slots(const struct calls *calls, const struct client *c)
{
    size_t slots = 0;
    for (size_t t = 0; t < c->threads; t++)
        for (size_t i = 0; i < c->calls[t]; i++)
            slots += operation_slots(calls->at[c->call[t][i]].operation);
    return slots;
}

char *client_text(const struct calls *calls, const struct client *c)
{
    char *text = format_text("%s", "");
    for (size_t t = 0; t < c->threads; t++)
        for (size_t i = 0; i < c->calls[t]; i++)
            text = format_text("%s%s%s", text, i ? " " : t ? " | " : "", call_text(&calls->at[c->call[t][i]]));
    return text;
}

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t client_orders(const struct calls *calls, const struct client *c, bool any_order)
{
    uint64_t orders = 1, placed = 0;
    for (size_t t = 0; t < c->threads; t++) {
        uint64_t ways = 1; /* to put its calls between those of the threads before it: a binomial coefficient */
        for (size_t i = 1; i <= c->calls[t] && ways < UINT64_MAX / 1000; i++)
            ways = any_order ? ways * (placed + i) : ways * (placed + i) / i;
        orders = times(orders, ways);
        placed += c->calls[t];
        for (size_t i = 0; i < c->calls[t]; i++)
            orders = calls->at[c->call[t][i]].operation->spurious ? times(orders, 2) : orders;
    }
    return orders;
}

/* --- which clients are the same -------------------------------------------------------------------------------------------- */

/* With the threads in this order, and values that are alike numbered as they come. */
static char *key_in_order(const struct calls *calls, const struct client *c, const size_t *order)
{
    struct strings seen = {0};
    char *key = NULL;
    size_t length;
    FILE *out = open_memstream(&key, &length);
    if (!out)
        die("out of memory");
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[order[t]]; i++) {
            const struct call *call = &calls->at[c->call[order[t]][i]];
            fprintf(out, "%td(", call->operation - calls->at[0].operation); /* its name alone may be that of several */
            for (size_t p = 0; p < call->operation->parameters; p++) {
                const struct parameter *parameter = &call->operation->parameter[p];
                if (parameter->kind != PARAMETER_CHOSEN)
                    continue;
                const char *value = parameter->values.at[call->value[p]];
                if (!parameter->alike) {
                    fprintf(out, "%s,", value);
                    continue;
                }
                size_t number = 0;
                while (number < seen.count && strcmp(seen.at[number], value) != 0)
                    number++;
                if (number == seen.count)
                    strings_add(&seen, value);
                fprintf(out, "#%zu,", number);
            }
            fputc(')', out);
        }
        fputc('|', out);
    }
    if (fclose(out) != 0)
        die("out of memory");
    free(seen.at);
    return key;
}

/* The next order of the threads, as words follow each other in a dictionary. */
static bool next_order(size_t *order, size_t count)
{
    size_t i = count - 1, j = count - 1;
    while (i > 0 && order[i - 1] >= order[i])
        i--;
    if (i == 0)
        return false;
    while (order[j] <= order[i - 1])
        j--;
    size_t held = order[i - 1];
    order[i - 1] = order[j];
    order[j] = held;
    for (j = count - 1; i < j; i++, j--) {
        held = order[i];
        order[i] = order[j];
        order[j] = held;
    }
    return true;
}

static char *least_key(const struct calls *calls, const struct client *c)
{
    size_t order[MOST_CLIENT_THREADS];
    char *least = NULL;
    for (size_t t = 0; t < c->threads; t++)
        order[t] = t;
    do {
        char *key = key_in_order(calls, c, order);
        if (!least || strcmp(key, least) < 0) {
            free(least);
            least = key;
        } else
            free(key);
    } while (next_order(order, c->threads));
    return least;
}

/* --- which clients are of use ---------------------------------------------------------------------------------------------- */

static bool roles_are_kept(const struct calls *calls, const struct client *c)
{
    const char *role[MOST_CLIENT_THREADS * MOST_CLIENT_CALLS];
    size_t owner[MOST_CLIENT_THREADS * MOST_CLIENT_CALLS], roles = 0;
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t]; i++) {
            const char *mine = calls->at[c->call[t][i]].operation->role;
            size_t r = 0;
            while (mine && r < roles && strcmp(role[r], mine) != 0)
                r++;
            if (mine && r < roles && owner[r] != t)
                return false;
            if (mine && r == roles) {
                role[roles] = mine;
                owner[roles++] = t;
            }
        }
    }
    return true;
}

static bool is_of_use(const struct calls *calls, const struct client *c)
{
    bool changes = false, untrusted = false;
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t]; i++) {
            changes |= !calls->at[c->call[t][i]].operation->readonly;
            untrusted |= !calls->at[c->call[t][i]].operation->trusted;
        }
        if (!c->calls[t])
            return false;
    }
    return changes && untrusted && roles_are_kept(calls, c);
}

bool client_add(struct client_list *list, const struct calls *calls, const struct client *c)
{
    if (!is_of_use(calls, c))
        return false;
    char *key = least_key(calls, c);
    if (strings_contain(&list->keys, key)) {
        free(key);
        return false;
    }
    strings_add(&list->keys, key);
    list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] = *c;
    return true;
}

void client_list_cut(struct client_list *list, size_t count)
{
    list->count = list->keys.count = count < list->count ? count : list->count;
}
