/* checkpoint.h - `--checkpoint` and `mazurka resume`: what a search has finished outlives it, in a file (log_file.h). The runtime hands
 * over what is new once in a while (search/parallel/checkpointing.h); the next process is given what fits.
 *
 * What was finished is true of one program only: the same file, arguments, environment and libraries, at the same addresses, with the
 * same memory left by set-up. Where any of that differs the checkpoint is refused. */
#ifndef MZ_TOOL_CHECKPOINT_CHECKPOINT_H
#define MZ_TOOL_CHECKPOINT_CHECKPOINT_H

#include "tool/checkpoint/log_file.h"
#include "tool/cli/util.h"
#include "tool/run/launched.h"

struct checkpoint;

/* A new file, for a search with this command line (of `mazurka check`, without its name). */
struct checkpoint *checkpoint_begin(const char *path, const char *program, char **words);

/* One that is there. Its command line goes to `words`, and means something in its directory: nothing of it is judged (checkpoint_trust.h).
 * `trusted`: by the user, whatever it says. */
struct checkpoint *checkpoint_resume(const char *path, bool trusted, struct strings *words);
const char *checkpoint_directory(const struct checkpoint *c);

/* The program is known now: dies if it is another one. Its environment becomes what it was; dies where that cannot be told. */
void checkpoint_compare_program(const struct checkpoint *c, const char *program);

/* The search that it is for. */
void checkpoint_attach(struct checkpoint *c, struct launch *l);

/* More for the group that is being written: it is ended when the runtime has handed over the last of it. */
void checkpoint_add(struct checkpoint *c, enum log_type type, const void *bytes, size_t size);
bool checkpoint_is_new(const struct checkpoint *c); /* no such group was written yet */

/* The next block of a type in a file that was there, if the search has begun with it: from `at` on, which goes on
 * behind it. Or NULL. */
const struct log_block *checkpoint_next(const struct checkpoint *c, enum log_type type, size_t *at);

/* There will be no search: a file that was made for it, and holds nothing to go on with, is removed. */
void checkpoint_withdraw(const struct checkpoint *c);

/* The search has ended: what it was told by earlier processes goes to the wire, and a sentence, or several, to `notes`. */
void checkpoint_end(struct checkpoint *c, struct launch *l, struct strings *notes);

/* Everything is told: the file is removed if there is nothing left to go on with. */
void checkpoint_close(struct checkpoint *c, const struct launch *l, bool told);

#endif
