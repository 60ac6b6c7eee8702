/* demangle.c - see demangle.h. libstdc++ does the work. Where C++ programs are checked it is there, and where it is not, symbols are
 * shown as they are. */
#include "tool/binary/symbols/demangle.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

typedef char *demangler(const char *symbol, char *buffer, size_t *length, int *status);

static demangler *find_demangler(void)
{
    static demangler *found;
    static bool looked;
    void *library = looked ? NULL : dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    looked = true;
    if (library)
        *(void **)&found = dlsym(library, "__cxa_demangle");
    return found;
}

/* What nobody writes out. */
static const char *shorten(const char *name)
{
    static const char *const words[][2] = {
        {"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "std::string"},
        {"std::basic_ostream<char, std::char_traits<char> >", "std::ostream"},
        {"std::basic_istream<char, std::char_traits<char> >", "std::istream"},
        {"std::__cxx11::", "std::"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at; (at = strstr(name, words[i][0]));)
            name = format_text("%.*s%s%s", (int)(at - name), name, words[i][1], at + strlen(words[i][0]));
    return name;
}

const char *demangle(const char *symbol)
{
    int status = -1;
    demangler *work = symbol && starts_with(symbol, "_Z") ? find_demangler() : NULL;
    char *name = work ? work(symbol, NULL, NULL, &status) : NULL;
    return status == 0 && name ? shorten(name) : symbol;
}

/* Beginning of the list that closes at `end`. */
static const char *opening(const char *name, const char *end)
{
    int depth = 0;
    for (const char *at = end; at >= name; at--) {
        depth += *at == ')';
        depth -= *at == '(';
        if (depth == 0)
            return at;
    }
    return NULL;
}

/* Behind the type that a function template returns. */
static const char *without_result(const char *name, const char *end)
{
    int depth = 0;
    const char *start = name;
    for (const char *at = name; at < end; at++) {
        depth += *at == '<' || *at == '(' || *at == '{';
        depth -= *at == '>' || *at == ')' || *at == '}';
        if (*at == ' ' && depth == 0)
            start = at + 1;
    }
    return start;
}

const char *demangle_function(const char *symbol)
{
    static const char call[] = "::operator()";
    const char *name = demangle(symbol), *close = name == symbol ? NULL : strrchr(name, ')');
    const char *open = close ? opening(name, close) : NULL;
    if (!open || open == name)
        return name;
    const char *start = strstr(name, "operator") ? name : without_result(name, open);
    char *plain = format_text("%.*s", (int)(open - start), start);
    if (ends_with(plain, call) && (strstr(plain, "{lambda") || strstr(plain, "::$_")))
        plain[strlen(plain) - strlen(call)] = '\0';
    return plain;
}

const char *demangle_text(const char *text)
{
    const char *rest = text;
    for (const char *at; (at = strstr(rest, "_Z"));) {
        size_t length = 2;
        while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.')
            length++;
        const char *symbol = format_text("%.*s", (int)length, at), *name = demangle(symbol);
        size_t before = (size_t)(at - text);
        if (name == symbol) {
            rest = at + length;
            continue;
        }
        static const char of_type[] = "typeinfo name for ";
        name += starts_with(name, of_type) ? strlen(of_type) : 0;
        text = format_text("%.*s%s%s", (int)before, text, name, at + length);
        rest = text + before + strlen(name);
    }
    return text;
}
