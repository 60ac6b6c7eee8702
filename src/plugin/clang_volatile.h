/* clang_volatile.h - volatile accesses as relaxed atomics: -fvolatile=relaxed of `mazurka cc`. */
#ifndef MZ_PLUGIN_CLANG_VOLATILE_H
#define MZ_PLUGIN_CLANG_VOLATILE_H

#include <llvm/IR/Module.h>

/* Volatile loads and stores of numbers and pointers of 1, 2, 4 or 8 bytes become relaxed atomic ones, in functions that get hooks.
 * Bit-fields, structures, and what is larger or not aligned stay as they are. True: there were some. Bit-fields are told from others by
 * the names that clang gives to values: it needs -fno-discard-value-names. */
bool relax_volatile(llvm::Module &module);

#endif
