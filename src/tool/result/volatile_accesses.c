/* volatile_accesses.c - see volatile_accesses.h. Volatile accesses have hooks of their own: what is called at an access tells. */
#include "tool/result/volatile_accesses.h"

#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/objects.h"
#include "tool/binary/liveness/image.h"

/* Effect of the option in what the program consists of: -1: it was not given, 0: it has changed nothing, 1:
 * something. */
static int relaxed(const struct report *r)
{
    const struct wire *w = r->search->wire;
    int most = object_section_byte(r->program, OBJECT_RELAXED_VOLATILE);
    for (uint32_t i = 0; i < w->modules; i++) {
        const struct wire_module *m = &w->module[i];
        int its = wire_module_is_programs(m) ? object_section_byte(m->path, OBJECT_RELAXED_VOLATILE) : -1;
        most = its > most ? its : most;
    }
    return most;
}

char *volatile_premise(const struct report *r)
{
    return relaxed(r) > 0 ? format_text("taking volatile accesses for single and relaxed (-fvolatile=relaxed)") : NULL;
}

/* Is it announced by a hook of volatile accesses? */
static bool is_volatile(const struct wire *w, const struct wire_access *a)
{
    const struct wire_module *m = NULL;
    for (uint32_t i = 0; i < w->modules && !m; i++)
        if (wire_module_is_programs(&w->module[i]) && a->pc >= w->module[i].lo && a->pc < w->module[i].hi)
            m = &w->module[i];
    char *why;
    struct image *image = m ? image_open(m->path, &why) : NULL;
    if (!image)
        return false;
    const char *name = image_called_before(image, a->pc - m->base);
    bool is = starts_with(name, "__tsan_volatile_");
    image_close(image);
    return is;
}

/* Would it be a relaxed atomic? Structures, bit-fields and what is not aligned would not; of the heap the type is not asked for. */
static bool is_word(const struct naming *n, const struct wire_access *a)
{
    struct value_type type = {.kind = VALUE_UNKNOWN};
    bool one = a->size == 1 || a->size == 2 || a->size == 4 || a->size == 8;
    if (!one || a->addr % a->size != 0)
        return false;
    free(a->block ? NULL : name_data(n, AT_THE_END, a->addr, a->size, &type));
    return a->block || type.kind != VALUE_UNKNOWN;
}

static bool is_volatile_race(const struct finding *f)
{
    bool other[2];
    if (f->fault.kind != FAULT_RACE || f->doubt || !f->naming.wire || (f->access[0].atomic && f->access[1].atomic))
        return false;
    for (int i = 0; i < 2; i++)
        other[i] = !f->access[i].atomic && !is_volatile(f->naming.wire, &f->access[i]);
    return !other[0] && !other[1] && is_word(&f->naming, &f->access[0]) && is_word(&f->naming, &f->access[1]);
}

char *volatile_note(const struct report *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (is_volatile_race(&r->findings[i]))
            return relaxed(r) >= 0 ? NULL
                                   : format_text("the accesses that race are volatile: with -fvolatile=relaxed such accesses are relaxed "
                                                 "atomics, which fences order");
    return NULL;
}
