/* demangle.h - names of C++ functions and types as the source writes them. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_DEMANGLE_H
#define MZ_TOOL_BINARY_SYMBOLS_DEMANGLE_H

/* The name behind a symbol: "std::vector<int>::at(unsigned long)" for _ZNSt6vectorIiSaIiEE2atEm. What is no C++ symbol is returned as
 * it is. New strings and given ones are not told apart: they live as long as the tool. */
const char *demangle(const char *symbol);

/* The same without parameters: "account::withdraw"; of a lambda the function that has it: "main::{lambda()#1}". */
const char *demangle_function(const char *symbol);

/* A text with symbols in it. */
const char *demangle_text(const char *text);

#endif
