/* tuples.c - see tuples.h. The options are those of the paper's experiments: states match as printed, and what was a minute is the limit in
 * states; a sequence of thresholds (I) has it for each of them (section 5.2). */
#include "apps/lab/tuples.h"

#include "model/rb_tuple.h"
#include "tool/cli/util.h"

static const struct configuration *configuration_of(const struct rb_tuple *tuple)
{
    struct configuration *c = allocate(sizeof *c);
    char name[RB_TEXT];
    rb_print(tuple, name, sizeof name);
    char *text = format_text("%s", name);
    char *limit = tuple->base == RB_SEQUENCE ? format_text("--rb-states={states} --states={states*%u}", tuple->value_count)
                                             : format_text("--states={states}");
    *c = (struct configuration){.name = text, .group = "dfs-rb", .title = text, .figure = text, .scale = "paper", .by = BY_RUNS,
        .buggy = true, .random = true, .options = format_text("--search=dfs --rb=%s --rb-paper %s", text, limit)};
    return c;
}

const struct configuration *tuple_configuration(const char *text, char **why)
{
    struct rb_tuple tuple;
    char sentence[128];
    if (rb_parse(text, &tuple, sentence, sizeof sentence))
        return configuration_of(&tuple);
    *why = format_text("%s", sentence);
    return NULL;
}

const struct configuration *const *tuple_configurations(void)
{
    static const struct configuration *all[RB_CONFIGURATIONS];
    for (unsigned i = 0; !all[RB_CONFIGURATIONS - 1] && i < RB_CONFIGURATIONS; i++) {
        struct rb_tuple tuple = rb_configuration(i);
        all[i] = configuration_of(&tuple);
    }
    return all;
}
