/* machine_keeping.c - the checkpoint of a search on several machines: rank 0 writes the file, for all.
 *
 * The facts that others have told are in its table, and go into the file with its own (checkpointing.h). What they rest on goes into the
 * same group: what the writers know of the program, what they have found, what they have noticed, and which files they have read, as
 * far as their messages have come; and a message is handed to the runtime only after all that it rests on (machines.h). So the file says
 * of itself, as that of one machine does, all that its facts rest on, and may be gone on with by any number of machines, or by one. */
#include "tool/mpi/machine_messages.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "tool/checkpoint/checkpoint.h"
#include "tool/cli/util.h"
#include "tool/mpi/machines.h"

static bool has_changed(uint64_t *kept, uint64_t now, bool anew)
{
    bool changed = anew || *kept != now;
    *kept = now;
    return changed;
}

static void keep_findings(struct checkpoint *c, struct machine *of, bool anew)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < of->founds; i++)
        hash = hash * 31 + XXH3_64bits(of->found[i].bytes, of->found[i].size);
    if (of->founds == 0 || !has_changed(&of->kept_found, hash, anew))
        return;
    for (size_t i = 0; i < of->founds; i++)
        checkpoint_add(c, LOG_FOUND, of->found[i].bytes, of->found[i].size);
}

static void keep_of(struct checkpoint *c, struct machine *of, uint32_t wide)
{
    bool anew = checkpoint_is_new(c);
    if (of->knowledge.bytes && of->knowledge.wide == wide)
        checkpoint_add(c, LOG_RECORDS, of->knowledge.bytes, of->knowledge.size);
    keep_findings(c, of, anew);
    if (of->noted.bytes && has_changed(&of->kept_noted, XXH3_64bits(of->noted.bytes, of->noted.size), anew))
        checkpoint_add(c, LOG_NOTES, of->noted.bytes, of->noted.size);
}

void machines_keep(struct machines *m, struct launch *l)
{
    for (unsigned i = 1; i < m->post.size; i++)
        keep_of(l->checkpoint, &m->of[i], l->wire->config.wide);
    m->kept_files = checkpoint_is_new(l->checkpoint) ? 0 : m->kept_files;
    for (; m->kept_files < m->their_file_count; m->kept_files++)
        checkpoint_add(l->checkpoint, LOG_FILES, &m->their_files[m->kept_files], sizeof *m->their_files);
}

/* The next one that fits this process. */
static struct results *next_found(const struct checkpoint *c, const struct launch *l, size_t *at)
{
    for (const struct log_block *b; (b = checkpoint_next(c, LOG_FOUND, at)) != NULL;) {
        const struct results *r = b->bytes;
        if (!results_are_whole(r, b->size) || r->wide != l->wire->config.wide)
            continue;
        struct results *copy = allocate(b->size);
        memcpy(copy, r, b->size);
        return copy;
    }
    return NULL;
}

void machines_recall(const struct checkpoint *c, struct launch *l)
{
    struct wire *w = l->wire;
    uint64_t visible = results_visible(w), dropped = w->dropped;
    bool all = l->config.all_faults, more = false;
    struct results *r;
    if (l->end != LAUNCH_DONE)
        return;
    for (size_t at = 0; (r = next_found(c, l, &at)) != NULL; free(r)) {
        dropped = r->dropped > dropped ? r->dropped : dropped; /* each counts those of the one before, too */
        r->dropped = 0;
        more = true;
        if (r->visible == visible)
            results_add(l, r, !all);
    }
    for (size_t at = 0; w->findings == 0 && (r = next_found(c, l, &at)) != NULL; free(r))
        if (results_have_bug(r))
            results_adopt(l, r);
    w->dropped = dropped > w->dropped ? (uint32_t)dropped : w->dropped;
    if (more)
        results_conclude(l, w->verdict == WIRE_BUG && w->ended_by ? w->ended_by : w->verdict, all);
}
