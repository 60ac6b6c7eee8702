/* use.c - see use.h. */
#include "tool/binary/symbols/use.h"

#include <ctype.h>
#include <string.h>

#include "tool/binary/symbols/source_text.h"

struct use *use_set(struct symbols *s, struct use *use)
{
    struct use *before = s->use;
    s->use = use;
    return before;
}

static const char *statement_of(const struct symbols *s)
{
    struct use *use = s->use;
    if (use && !use->known) {
        struct source_texts *texts = source_texts_new();
        use->statement = source_statement(texts, (struct symbols *)s, use->pc - 1); /* pc is behind the call of the hook */
        use->known = true;
        source_texts_free(texts);
    }
    return use ? use->statement : NULL;
}

bool use_mentions(const struct symbols *s, const char *member)
{
    const char *text = s ? statement_of(s) : NULL;
    size_t length = member ? strlen(member) : 0;
    for (const char *at = text; length && at && (at = strstr(at, member)) != NULL; at++) {
        bool accessed = at > text && (at[-1] == '.' || at[-1] == '>');
        if (accessed && !isalnum((unsigned char)at[length]) && at[length] != '_')
            return true;
    }
    return false;
}
