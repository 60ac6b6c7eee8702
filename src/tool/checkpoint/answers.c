/* answers.c - see answers.h. */
#include "tool/checkpoint/answers.h"

#include <string.h>
#include <sys/auxv.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "model/calls.h"
#include "tool/binary/uninstrumented/imported.h"

/* Names of sysconf() for people. Others are numbers; the free memory is another one at every moment, whoever asks. */
enum { SYSCONF_NAMES = 256 };

static const char *sysconf_name(int name)
{
    switch (name) {
    case _SC_NPROCESSORS_ONLN: return "_SC_NPROCESSORS_ONLN";
    case _SC_NPROCESSORS_CONF: return "_SC_NPROCESSORS_CONF";
    case _SC_PAGESIZE: return "_SC_PAGESIZE";
    case _SC_PHYS_PAGES: return "_SC_PHYS_PAGES";
    case _SC_OPEN_MAX: return "_SC_OPEN_MAX";
    case _SC_CHILD_MAX: return "_SC_CHILD_MAX";
    case _SC_ARG_MAX: return "_SC_ARG_MAX";
    default: return format_text("%d", name);
    }
}

static void put(json_t *o, const char *question, long answer)
{
    json_object_set_new(o, question, json_integer(answer));
}

static void ask_sysconf(json_t *o)
{
    for (int name = 0; name < SYSCONF_NAMES; name++)
        if (name != _SC_AVPHYS_PAGES)
            put(o, format_text("sysconf(%s)", sysconf_name(name)), sysconf(name));
}

static void ask_processors(json_t *o)
{
    put(o, "get_nprocs()", get_nprocs());
    put(o, "get_nprocs_conf()", get_nprocs_conf());
}

/* Answers of the machine; addresses are the same wherever the program begins in the same state. */
static void ask_auxiliary(json_t *o)
{
    put(o, "getauxval(AT_HWCAP)", (long)getauxval(AT_HWCAP));
    put(o, "getauxval(AT_HWCAP2)", (long)getauxval(AT_HWCAP2));
    put(o, "getauxval(AT_PAGESZ)", (long)getauxval(AT_PAGESZ));
    put(o, "getauxval(AT_CLKTCK)", (long)getauxval(AT_CLKTCK));
    put(o, "getauxval(AT_UID)", (long)getauxval(AT_UID));
    put(o, "getauxval(AT_EUID)", (long)getauxval(AT_EUID));
    put(o, "getauxval(AT_GID)", (long)getauxval(AT_GID));
    put(o, "getauxval(AT_EGID)", (long)getauxval(AT_EGID));
    put(o, "getauxval(AT_MINSIGSTKSZ)", (long)getauxval(AT_MINSIGSTKSZ));
}

static void ask_user(json_t *o)
{
    put(o, "getuid()", (long)getuid());
    put(o, "geteuid()", (long)geteuid());
    put(o, "getgid()", (long)getgid());
    put(o, "getegid()", (long)getegid());
}

/* What compilers link to every program asks in set-up, by names of its own (__getauxval). */
static const struct questions {
    uint64_t traits;
    void (*ask)(json_t *o);
} questions[] = {
    {TRAIT_SYSTEM_LIMITS, ask_sysconf},
    {TRAIT_PROCESSORS, ask_processors},
    {TRAIT_AUXILIARY, ask_auxiliary},
    {TRAIT_USER, ask_user},
};

static bool is_asked(const struct wire *w, const struct questions *q)
{
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &w->module[i];
        bool ours = starts_with(path_base(m->path), "libmazurka");
        if (wire_module_is_programs(m) && !ours && object_imports(m->path, q->traits))
            return true;
    }
    return false;
}

json_t *answers_now(const struct wire *w)
{
    json_t *o = json_object();
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (is_asked(w, &questions[i]))
            questions[i].ask(o);
    return o;
}

char *answers_difference(const json_t *then, const json_t *now, const char *there)
{
    const char *question;
    json_t *before;
    json_object_foreach((json_t *)then, question, before) {
        json_int_t a = json_integer_value(before), b = json_integer_value(json_object_get(now, question));
        if (a != b)
            return format_text("%s, which the program may ask for at any time, is %" JSON_INTEGER_FORMAT ", and was %"
                               JSON_INTEGER_FORMAT " %s", question, b, a, there);
    }
    return NULL;
}
