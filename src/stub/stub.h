/* stub.h - macros by which the stub defines what it exports.
 *
 * libmazurka-stub.so is what `mazurka cc` links programs with: the interface of ThreadSanitizer without its work, and
 * include/mazurka.h with its meaning outside of a check. So a program built by `mazurka cc` runs by itself as if it
 * had been built without instrumentation; `mazurka check` preloads the runtime, whose definitions come first.
 */
#ifndef MZ_STUB_STUB_H
#define MZ_STUB_STUB_H

#include "wire/tsan_abi.h"

/* An exported function: its declaration and the head of its definition. */
#define EXPORTED(type, name, ...)                                   \
    __attribute__((visibility("default"))) type name(__VA_ARGS__); \
    type name(__VA_ARGS__)

#define UNUSED __attribute__((unused))

#endif
