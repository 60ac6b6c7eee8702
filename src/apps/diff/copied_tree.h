/* copied_tree.h - a copy of the work tree for builds, which stays, so that the next one need not begin anew. */
#ifndef MZ_APPS_DIFF_COPIED_TREE_H
#define MZ_APPS_DIFF_COPIED_TREE_H

#include "tool/cli/util.h"

/* Reserves the copy for this process, until it ends. False: another one has it, or it cannot be written. */
bool copied_tree_reserve(const char *folder);

/* Makes `folder` hold the files below `top` that are listed. What builds have left there stays only if no file differs from those of the
 * last build, or where the build itself finds out what depends on what differs (`tracks`) and these are files of C or C++. A build that
 * has not come to its end leaves nothing. Dies if it cannot be done. */
void copied_tree_update(const char *folder, const char *top, const struct strings *files, bool tracks);

/* The build has come to its end. */
void copied_tree_built(const char *folder);

#endif
