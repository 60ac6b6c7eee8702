/* fingerprint.h - the identity of a program: build id, size and digest of its file. */
#ifndef MZ_TOOL_BINARY_ELF_FINGERPRINT_H
#define MZ_TOOL_BINARY_ELF_FINGERPRINT_H

#include <stdbool.h>
#include <stdint.h>

struct fingerprint {
    char    *build_id; /* hexadecimal; NULL if the program has none */
    uint64_t digest;   /* XXH3 of the file */
    uint64_t size;
};

/* false with errno set if the file cannot be read. */
bool fingerprint_of(const char *path, struct fingerprint *f);

/* Likewise, with digest and size of code and data, and of names: of variables, and of what comes from libraries. Paths are left out, those
 * of the compilation and those where libraries are looked for: it is the same in another directory, and on another machine with the same
 * compiler. */
bool fingerprint_of_code(const char *path, struct fingerprint *f);

/* In hexadecimal; NULL if it has none. */
char *fingerprint_build_id(const char *path);

/* By build id (a stripped copy is the same program) or by content; where a size is 0 by the digest alone. */
bool fingerprint_equal(const struct fingerprint *a, const struct fingerprint *b);

#endif
