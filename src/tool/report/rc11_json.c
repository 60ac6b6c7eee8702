/* rc11_json.c - see rc11_json.h. docs/use/json.md describes it. */
#include "tool/report/rc11_json.h"

#include "tool/cli/json_text.h"

static json_t *try_json(const struct rc11_try *t)
{
    json_t *o = json_object();
    put(o, "stale", t->stale ? json_integer(t->stale) : json_null());
    put(o, "complete", json_boolean(t->whole));
    put_number(o, "states", t->states);
    put(o, "seconds", json_real((double)t->milliseconds / 1e3));
    return o;
}

json_t *rc11_json(const struct rc11 *r)
{
    json_t *o = json_object(), *all = json_array(), *sc = json_object();
    uint64_t states = 0, milliseconds = 0;
    for (unsigned i = 0; i < r->tries; i++) {
        json_array_append_new(all, try_json(&r->tried[i]));
        states += r->tried[i].states;
        milliseconds += r->tried[i].milliseconds;
    }
    put(o, "searched", json_boolean(r->searched));
    put(o, "decides", json_boolean(r->decides));
    put(o, "complete", json_boolean(r->whole));
    put(o, "stale", r->stale ? json_integer(r->stale) : json_null());
    put(o, "reason", text_or_null(r->why));
    put_number(o, "states", states);
    put(o, "seconds", json_real((double)milliseconds / 1e3));
    put(o, "searches", all);
    put_number(sc, "states", r->sc_states);
    put(sc, "seconds", json_real((double)r->sc_milliseconds / 1e3));
    put(o, "before", sc);
    return o;
}
