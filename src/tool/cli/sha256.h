/* sha256.h - SHA-256 (FIPS 180-4), for formats that name files by it. */
#ifndef MZ_TOOL_CLI_SHA256_H
#define MZ_TOOL_CLI_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 };

/* In hexadecimal, with a zero at its end. */
void sha256(const void *bytes, size_t length, char out[SHA256_TEXT]);

#endif
