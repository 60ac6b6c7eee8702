/* checkpoint_trust.c - see checkpoint_trust.h. */
#include "tool/cli/result_file.h"
#include "tool/commands/checkpoint_trust.h"

#include <string.h>

#include "tool/commands/checking.h"

static bool is_given(const struct strings *words, const char *option)
{
    size_t length = strlen(option);
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->at[i];
        if (starts_with(word, "--") && strncmp(word + 2, option, length) == 0 && (word[2 + length] == '\0' || word[2 + length] == '='))
            return true;
    }
    return false;
}

static void judge_results(const struct trust *t, const struct check_settings *s, const struct strings *own, struct strings *refused)
{
    const char *option;
    for (int i = 0; (option = check_writes(i)); i++) {
        const char *path = option_text(option_find(check_options, option), s);
        bool harmless = !path || is_stdout(path) || is_given(own, option) || trust_result(t, path);
        if (!harmless && strcmp(option, "keep") != 0) /* the program was kept in the beginning, and is not again */
            strings_addf(refused, "--%s=%s (a file that is hidden, elsewhere, or no result would be written)", option, shell_quote(path));
    }
}

void checkpoint_refuse_untrusted(const struct trust *t, const struct check_settings *s, const struct strings *own)
{
    struct strings refused = {0};
    if (!trust_place(t, t->directory))
        strings_addf(&refused, "%s (the directory belongs to somebody else, or everybody can write to it)", shell_quote(t->directory));
    if (!trust_compiler(s->cc ? s->cc : ""))
        strings_addf(&refused, "--cc=%s (the compiler is none that is known)", shell_quote(s->cc));
    if (s->program && !trust_place(t, s->program))
        strings_addf(&refused, "%s (the program is not below this directory, and belongs to somebody else or can be written by everybody)",
                     shell_quote(s->program));
    if (s->config.writes_real)
        strings_add(&refused, "--setup-writes=real (the program would write to the disk)");
    trust_words(t, &s->compile, &refused);
    judge_results(t, s, own, &refused);
    for (size_t i = 0; i < refused.count; i++)
        warn("the checkpoint has: %s", refused.at[i]);
    if (refused.count)
        die("nothing was compiled or run: the checkpoint could do harm. --trust-checkpoint does what the checkpoint says");
}
