/* code_digest.h - a digest of the machine code of a function, which is the same wherever the linker has put it.
 *
 * The text of a function does not tell all: a macro of a header, an option -D, another compiler change what a text becomes. So the
 * instructions are taken, with the names of what they mean in place of addresses, which change with every other function that grows. */
#ifndef MZ_APPS_DIFF_CODE_DIGEST_H
#define MZ_APPS_DIFF_CODE_DIGEST_H

#include "tool/binary/liveness/image.h"

struct code_digest;

struct code_digest *code_digest_open(struct image *image);
void code_digest_close(struct code_digest *d);

/* Digest of the instructions in [start, end). The number of the line that a failed assertion would print does not
 * count. */
uint64_t code_digest_function(struct code_digest *d, uint64_t start, uint64_t end);

/* Digest of what all variables and constants that have a name begin with. */
uint64_t code_digest_data(const struct code_digest *d);

#endif
