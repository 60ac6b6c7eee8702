/* borrowed.c - functions that have more to do with their callers than the convention of calls allows. See function.h.
 *
 * A function may read a register that it had to preserve, without saving it first: a variable that is in that register everywhere
 * (gcc), or something that the caller has put there (assembly; clang with -enable-ipra). Then every call may read the register, and it
 * is dead nowhere in the file. A function that stores such registers elsewhere than in its own frame may let its caller go on from the
 * same call again, as setjmp does.
 *
 * What clang's outliner makes of pieces of functions (OUTLINED_FUNCTION_...) uses the frame of its caller, too: neither is understood.
 */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/future.h"
#include "tool/cli/util.h"

static bool is_own_frame(const struct function *f, const struct access *a)
{
    return a->base == f->architecture->stack || a->base == f->architecture->frame;
}

static void add_saver(struct image *image, uint64_t start)
{
    if (image_saves_registers(image, start))
        return;
    image->savers = resize(image->savers, (image->saver_count + 1) * sizeof *image->savers);
    image->savers[image->saver_count++] = start;
}

bool image_saves_registers(const struct image *image, uint64_t start)
{
    for (size_t i = 0; i < image->saver_count; i++) {
        if (image->savers[i] == start)
            return true;
    }
    return false;
}

/* What is stored here is saved, even if the function never comes to change it. */
static bool is_prologue(const struct function *f, size_t at)
{
    return f->code[at].stepped == f->architecture->stack || (f->body != NO_PLACE && at < f->entry_call);
}

void borrowed_note(const struct function *f)
{
    uint64_t read = 0, saved = 0, elsewhere = 0, changed = 0;
    if (is_start_up(f->symbol->name))
        return;
    for (size_t at = 0; at < f->count; at++) {
        const struct instruction *i = &f->code[at];
        uint64_t stored = 0;
        if (!f->problem && !f->states[f->block_of[at]].reached)
            continue;
        changed |= i->defines | i->touches | (is_prologue(f, at) ? i->reads : 0);
        for (int k = 0; k < i->accesses; k++) {
            if (!i->access[k].writes)
                continue;
            stored = i->reads;
            *(is_own_frame(f, &i->access[k]) ? &saved : &elsewhere) |= i->reads;
        }
        read |= i->uses & ~stored;
    }
    read = ((read | elsewhere) & ~saved) | (saved & ~changed); /* what is saved to be changed is the caller's, and stays it */
    read &= f->architecture->saved;
    f->image->borrowed |= read;
    if (read & elsewhere)
        add_saver(f->image, f->symbol->start);
}

/* A saved register is loaded into another one: its value is read. */
void borrowed_loaded(const struct function *f, const struct value *v, int8_t into)
{
    if (v->kind == VALUE_ENTRY && v->number != into)
        f->image->borrowed |= register_mask((int)v->number) & f->architecture->saved & ~register_mask(f->architecture->frame);
}

void borrowed_look(struct image *image)
{
    for (size_t i = 0; i < image->function_count; i++) {
        struct function f;
        function_analyse(&f, image, &image->functions[i]);
        borrowed_note(&f);
        function_free(&f);
    }
}

bool is_outlined(const char *name)
{
    return strncmp(name, "OUTLINED_FUNCTION_", 18) == 0;
}
