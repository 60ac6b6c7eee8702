/* block_check.h - a checkpoint with the right checksums may hold anything: sizes and counts are compared before anybody goes by them. */
#ifndef MZ_TOOL_CHECKPOINT_BLOCK_CHECK_H
#define MZ_TOOL_CHECKPOINT_BLOCK_CHECK_H

#include "tool/checkpoint/log_file.h"

/* Complaint, in a few words, about a block of this file that nobody can have written; NULL: all are as they are
 * written. */
const char *blocks_wrong(const struct log_file *log);

#endif
