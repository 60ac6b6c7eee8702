/* entered_labels.c - places inside of functions whose addresses the code computes. See function.h.
 *
 * A goto to such a label, by a jump whose targets are known, is followed (jump_tables.c). Otherwise somebody else may come there, from
 * every call: __builtin_longjmp, or a nested function that leaves the one around it by goto.
 */
#include <stdlib.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

enum { LOOK_AHEAD = 16 };

static void enter(struct function *f)
{
    f->entered = true;
    f->twice = "has a label that others may jump to";
}

static bool is_followed(const struct function *f, uint64_t label)
{
    for (size_t t = 0; t < f->table_count; t++) {
        bool found = f->tables[t].base == label;
        for (size_t k = 0; k < f->tables[t].count && !found; k++)
            found = f->tables[t].targets[k] == label;
        if (found)
            return true;
    }
    return false;
}

static void note(struct function *f, uint64_t address)
{
    struct image *image = f->image;
    if (graph_contains(f, address)) {
        if (address != f->symbol->start && !is_followed(f, address))
            enter(f);
        return;
    }
    const struct image_function *in = image_function_at(image, address);
    bool known = !in || in->start == address;
    for (size_t i = 0; i < image->label_count && !known; i++)
        known = image->labels[i] == address;
    if (known)
        return;
    image->labels = resize(image->labels, (image->label_count + 1) * sizeof *image->labels);
    image->labels[image->label_count++] = address;
}

void labels_look(struct function *f)
{
    for (size_t at = 0; at < f->count; at++) {
        const struct instruction *i = &f->code[at];
        if (i->locates && !i->page)
            note(f, (uint64_t)i->amount);
        if (i->immediate && !f->image->position_independent)
            note(f, (uint64_t)i->immediate);
        bool page = i->page && i->destination != NO_REGISTER;
        for (size_t next = at + 1; page && next < f->count && next <= at + LOOK_AHEAD; next++) {
            const struct instruction *n = &f->code[next];
            if (n->effect == EFFECT_SUM && n->source == i->destination)
                note(f, (uint64_t)(i->amount + n->amount));
            if (n->defines >> i->destination & 1)
                break;
        }
    }
    for (size_t i = 0; i < f->image->label_count; i++) {
        if (graph_contains(f, f->image->labels[i]))
            enter(f);
    }
    for (size_t i = 0; i < f->image->pointer_count; i++) {
        uint64_t target = f->image->pointers[i].target;
        if (target != f->symbol->start && graph_contains(f, target) && !is_followed(f, target))
            enter(f);
    }
}
