/* client_source.c - see client_source.h. */
#include "apps/clients/client_source.h"

#include <limits.h>
#include <string.h>

#include "apps/clients/call_source.h"

#define FILE_OF(name) ".incbin \"src/apps/clients/parts/" name "\"\n"
#define EMBED(name, file)                                                                         \
    __asm__(".pushsection .rodata\n" #name ":\n" FILE_OF(file) ".byte 0\n.popsection\n");         \
    extern const char name[] __attribute__((visibility("hidden")))

EMBED(compare_part, "compare.c");
EMBED(real_time_part, "real_time.c");
EMBED(waiting_part, "who_waits.c");
EMBED(choice_part, "one_of.c");

/* --- one client ------------------------------------------------------------------------------------------------------------- */

struct source {
    FILE *out;
    const struct spec  *spec;
    const struct calls *calls;
    bool  in_time; /* what was done when a call began is noted, too */
};

static void put_threads(const struct source *s, const struct client *c, const struct outcomes *o, size_t number)
{
    size_t slot = 0;
    for (size_t t = 0; t < c->threads; t++) {
        fprintf(s->out, "static void *client%zu_thread%zu(void *unused)\n{\n", number, t + 1);
        for (size_t i = 0; i < c->calls[t]; i++) {
            const struct call *call = &s->calls->at[c->call[t][i]];
            fputs("    ", s->out);
            if (s->in_time)
                fprintf(s->out, "begins(%zu, %zu); ", t, i);
            source_call(s->out, call, "result", slot);
            slot += operation_slots(call->operation);
            if (s->in_time)
                fprintf(s->out, " ends(%zu, %zu);", t, i);
            if (o->counts)
                fprintf(s->out, " result[%zu] = %zu;", o->slots + t, i + 1);
            fputc('\n', s->out);
        }
        fputs("    return unused;\n}\n\n", s->out);
    }
}

/* As C writes it: the least number is no constant, but for its sign too large. */
static void put_number(FILE *out, long long number)
{
    if (number == LLONG_MIN)
        fputs("-9223372036854775807 - 1", out);
    else
        fprintf(out, "%lld", number);
}

static void put_allowed(const struct source *s, const struct outcomes *o, size_t number)
{
    size_t width = o->slots + o->counts;
    fprintf(s->out, "/* The results of all calls, in each order of whole calls%s. */\n"
                    "static const long long client%zu_allowed[][%zu] = {\n",
        o->counts ? ", and how many calls of each thread are made before all others wait for ever" : "", number, width ? width : 1);
    for (size_t i = 0; i < o->count; i++) {
        fputs("    {", s->out);
        for (size_t slot = 0; slot < width; slot++) {
            fputs(slot ? ", " : "", s->out);
            put_number(s->out, o->at[i].result[slot]);
        }
        fputs(width ? "},\n" : "0},\n", s->out);
    }
    fputs("};\n", s->out);
    if (s->in_time) {
        fprintf(s->out, "/* The orders that give them. */\nstatic const char *const client%zu_orders[] = {\n", number);
        for (size_t i = 0; i < o->count; i++)
            fprintf(s->out, "    \"%s\",\n", o->at[i].orders);
        fputs("};\n", s->out);
    }
    fputc('\n', s->out);
}

/* Numbers of results of each call, and of calls of each thread. */
static void put_shape(const struct source *s, const struct client *c)
{
    fputs("    static const int slots_of[] = {", s->out);
    for (size_t t = 0; t < c->threads; t++)
        for (size_t i = 0; i < c->calls[t]; i++)
            fprintf(s->out, "%s%zu", t + i ? ", " : "", operation_slots(s->calls->at[c->call[t][i]].operation));
    fputs("}, calls_of[] = {", s->out);
    for (size_t t = 0; t < c->threads; t++)
        fprintf(s->out, "%s%zu", t ? ", " : "", c->calls[t]);
    fputs("};\n", s->out);
}

static void put_comparison(const struct source *s, const struct client *c, const struct outcomes *o, size_t number)
{
    char *made = o->counts ? format_text("result + %zu", o->slots) : format_text("NULL");
    fprintf(s->out, "    int row = row_of(result, client%zu_allowed[0], %zu, %zu);\n"
                    "    if (row < 0)\n"
                    "        unexplained(\"no order of the calls gives these results\", result, slots_of, calls_of, %zu, %s);\n",
        number, o->count, o->slots + o->counts, c->threads, made);
    if (s->in_time)
        fprintf(s->out, "    else if (!some_is_in_time(client%zu_orders[row]))\n"
                        "        unexplained(\"no order of the calls that keeps which was done before which gives these results\",\n"
                        "            result, slots_of, calls_of, %zu, %s);\n",
            number, c->threads, made);
}

static void put_client(const struct source *s, const struct client *c, const struct outcomes *o, size_t number)
{
    put_threads(s, c, o, number);
    put_allowed(s, o, number);
    fprintf(s->out, "static void client%zu(void)\n{\n", number);
    put_shape(s, c);
    fprintf(s->out, "    pthread_t thread[%zu];\n", c->threads);
    source_begin(s->out, s->spec, false);
    for (size_t t = 0; t < c->threads; t++)
        fprintf(s->out, "    pthread_create(&thread[%zu], NULL, client%zu_thread%zu, NULL);\n", t, number, t + 1);
    if (o->counts)
        fprintf(s->out, "    int waiting = await_threads(result + %zu, calls_of, %zu);\n", o->slots, c->threads);
    for (size_t t = 0; t < c->threads; t++)
        fprintf(s->out, "    %spthread_join(thread[%zu], NULL);\n", o->counts ? "if (!waiting) " : "", t);
    put_comparison(s, c, o, number);
    if (o->counts)
        fputs("    if (waiting) /* for ever: what they wait for, and the object, is left as it is */\n        return;\n", s->out);
    if (s->spec->invariant.text)
        fprintf(s->out, "    assert(%s);\n", s->spec->invariant.text);
    source_end(s->out, s->spec, false);
    fputs("}\n\n", s->out);
}

static size_t most_slots(const struct outcomes *outcomes, size_t count)
{
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most = outcomes[i].slots + outcomes[i].counts > most ? outcomes[i].slots + outcomes[i].counts : most;
    return most;
}

static bool some_wait(const struct outcomes *outcomes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (outcomes[i].counts)
            return true;
    return false;
}

void clients_write(FILE *out, const struct spec *spec, const struct calls *calls, const struct client *clients,
    const struct outcomes *outcomes, size_t count, enum consistency consistency, const char *opening)
{
    struct source s = {out, spec, calls, consistency == CONSISTENCY_LINEARIZABILITY};
    fprintf(out, "%s#undef NDEBUG\n#include <assert.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n%s", opening,
        some_wait(outcomes, count) ? "#include <unistd.h>\n" : "");
    source_prelude(out, spec, false);
    fprintf(out, "\nstatic long long result[%zu];\n\n%s%s%s\n", most_slots(outcomes, count), compare_part,
        some_wait(outcomes, count) ? waiting_part : "", s.in_time ? real_time_part : "");
    for (size_t i = 0; i < count; i++)
        put_client(&s, &clients[i], &outcomes[i], count > 1 ? i : 1);
    if (count == 1) {
        fputs("int main(void)\n{\n    client1();\n    return 0;\n}\n", out);
        return;
    }
    fputs(choice_part, out);
    fputs("int main(int argc, char **argv)\n{\n    static void (*const client[])(void) = {", out);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%sclient%zu", i ? ", " : "", i);
    fputs("};\n    client[(argc > 1 ? atoi(argv[1]) : 0) + one_of(argc > 2 ? atoi(argv[2]) : 1)]();\n    return 0;\n}\n", out);
}
