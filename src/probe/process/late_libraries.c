/* late_libraries.c - dlopen and dlclose. Up to the program's first thread or choice they are real; later a library that is loaded already
 * can be opened and closed again, which loads nothing, and everything else is refused by name.
 *
 * Handles of glibc are the entries of the dynamic linker's list, which does not change any more. How often each library was opened
 * late is state of the model: whoever closes it once more gives up what set-up has opened, and that could not be put back.
 */
#include <dlfcn.h>
#include <link.h>

#include "base/text.h"
#include "probe/refuse.h"
#include "world/world.h"

enum { LATE_MOST = 256 };

static MODEL uint64_t opened[LATE_MOST];
static bool prepared[LATE_MOST]; /* never rewound */

/* ---- semantics, on the engine's stack ----------------------------------------------------------------------------- */

/* Where dlsym looks for names is found out when a library is first opened, by the dynamic linker, which keeps it for good. */
static void prepare(const struct link_map *library, uint64_t number)
{
    if (!prepared[number])
        REAL(dlopen)(*library->l_name ? library->l_name : NULL, RTLD_LAZY | RTLD_NOLOAD);
    prepared[number] = true;
}

/* arg[2]: the handle. */
enum performed libcall_dlopen(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *count = (uint64_t *)op->addr;
    prepare((const struct link_map *)op->arg[2], (uint64_t)(count - opened));
    mem_set(count, *count + 1);
    t->result[0] = op->arg[2];
    return PERFORM_RESUME;
}

enum performed libcall_dlclose(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *count = (uint64_t *)op->addr;
    if (*count == 0)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "dlclose of a library that was opened before the first thread or choice is supported only there");
    mem_set(count, *count - 1);
    return PERFORM_RESUME;
}

/* ---- stand-ins, on the program's stack ---------------------------------------------------------------------------- */

/* Index in the list; LATE_MOST: none. */
static unsigned number_of(const struct link_map *library)
{
    unsigned n = 0;
    for (const struct link_map *l = _r_debug.r_map; l; l = l->l_next, n++)
        if (l == library)
            return n < LATE_MOST ? n : LATE_MOST;
    return LATE_MOST;
}

static const char *soname(const struct link_map *l)
{
    uint64_t strings = 0, name = UINT64_MAX;
    for (const ElfW(Dyn) *d = l->l_ld; d && d->d_tag != DT_NULL; d++) {
        strings = d->d_tag == DT_STRTAB ? d->d_un.d_ptr : strings;
        name = d->d_tag == DT_SONAME ? d->d_un.d_val : name;
    }
    return strings && name != UINT64_MAX ? (const char *)(strings < l->l_addr ? strings + l->l_addr : strings) + name : NULL;
}

/* Behind its last slash. */
static const char *last_part(const char *path)
{
    const char *last = path;
    for (; *path; path++)
        last = *path == '/' ? path + 1 : last;
    return last;
}

/* A path must be the same; a name is that of the file, or what the library calls itself. */
static bool is_named(const struct link_map *l, const char *name)
{
    const char *own = soname(l);
    if (last_part(name) != name)
        return text_equal(l->l_name, name);
    return text_equal(last_part(l->l_name), name) || (own && text_equal(own, name));
}

static uint64_t length(const char *text)
{
    uint64_t n = 0;
    while (text[n])
        n++;
    return n;
}

static const struct link_map *find(const char *name)
{
    const struct link_map *l = _r_debug.r_map; /* first the program itself */
    while (l && name && (l == _r_debug.r_map || !is_named(l, name)))
        l = l->l_next;
    return l;
}

static void *open_late(uint64_t pc, const char *name, int mode)
{
    if (name)
        announce_read_from(pc, name, length(name) + 1);
    const struct link_map *library = find(name);
    unsigned number = library ? number_of(library) : LATE_MOST;
    if (!library && mode & RTLD_NOLOAD)
        return NULL;
    if (number == LATE_MOST)
        return (void *)probe_refused_later_from(pc, "dlopen of a library that is not loaded yet");
    if (name && mode & RTLD_GLOBAL)
        return (void *)probe_refused_later_from(pc, "dlopen with RTLD_GLOBAL");
    uint32_t kind = OP_LIBCALL | ANNOUNCE_DETAIL(LIBCALL_DLOPEN);
    return (void *)announce_from(pc, kind, &opened[number], sizeof *opened, 0, 0, (uint64_t)library);
}

STAND_IN(void *, dlopen, const char *name, int mode)
{
    /* A library that is loaded with RTLD_DEEPBIND would call the C library where the runtime stands in. */
    if (!probe_active(NULL) || world_in_setup())
        return REAL(dlopen)(name, mode & ~RTLD_DEEPBIND);
    return open_late(CALLER, name, mode);
}

STAND_IN(int, dlclose, void *handle)
{
    if (!probe_active(NULL) || world_in_setup())
        return REAL(dlclose)(handle);
    unsigned number = number_of(handle);
    if (number == LATE_MOST)
        return probe_refused_later_int("dlclose of what is no library");
    return mz__announce_int(OP_LIBCALL | ANNOUNCE_DETAIL(LIBCALL_DLCLOSE), &opened[number], sizeof *opened, 0, 0, 0);
}
