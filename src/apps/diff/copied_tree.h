/* copied_tree.h - a copy of a work tree for builds, which leave nothing in the work tree itself. The copy stays, and files keep their
 * times, so that the next build makes only what has changed. */
#ifndef MZ_APPS_DIFF_COPIED_TREE_H
#define MZ_APPS_DIFF_COPIED_TREE_H

#include "tool/cli/util.h"

/* Makes `folder` hold the files below `top` that are listed, and none that an earlier copy had and this one has not. Dies if it cannot. */
void copied_tree_update(const char *folder, const char *top, const struct strings *files);

#endif
