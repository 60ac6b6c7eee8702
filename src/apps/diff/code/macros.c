/* macros.c - see macros.h. */
#include "apps/diff/code/macros.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

/* The index of a macro, whose name it keeps. */
static size_t note(struct macros *m, char *name)
{
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->at[i].name, name) == 0) {
            free(name);
            return i;
        }
    m->at = resize(m->at, (m->count + 1) * sizeof *m->at);
    m->at[m->count] = (struct macro){.name = name};
    return m->count++;
}

bool macros_edited(struct macros *m, const struct code_text *t, size_t from, size_t count)
{
    bool all = count > 0;
    for (size_t n = from; n < from + count; n++) {
        char *name = code_text_macro(t, n);
        if (name) {
            size_t macro = note(m, name);
            m->at[macro].edited = true;
        } else {
            all &= !code_text_has_code(t, n);
        }
    }
    return all;
}

bool macros_mentioned(struct macros *m, size_t used, const struct code_text *t, size_t line)
{
    char *name = code_text_macro(t, line);
    if (!name)
        return false;
    size_t user = note(m, name);
    m->mentions = resize(m->mentions, (m->mention_count + 1) * sizeof *m->mentions);
    m->mentions[m->mention_count++] = (struct mention){user, used};
    return true;
}

void macros_follow(struct macros *m, size_t used, const struct code_text *t)
{
    for (size_t n = 1; n <= t->count; n++)
        if (code_text_mentions(t, n, m->at[used].name))
            macros_mentioned(m, used, t, n);
}

bool macros_is_used(const struct macros *m, size_t macro)
{
    bool *used = allocate((m->count + 1) * sizeof *used), news = true;
    for (size_t i = 0; i < m->count; i++)
        used[i] = m->at[i].uses > 0;
    while (news) {
        news = false;
        for (size_t i = 0; i < m->mention_count; i++) {
            const struct mention *one = &m->mentions[i];
            news |= used[one->user] && !used[one->used];
            used[one->used] |= used[one->user];
        }
    }
    bool is = used[macro];
    free(used);
    return is;
}

void macros_free(struct macros *m)
{
    for (size_t i = 0; i < m->count; i++)
        free(m->at[i].name);
    free(m->at);
    free(m->mentions);
    *m = (struct macros){0};
}
