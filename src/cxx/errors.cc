/* errors.cc - standard exceptions, the functions by which headers throw them, and what happens to one that nobody catches. Destructors
 * write too: a virtual table, where programs derive from the class. */
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "support.h"

namespace std {

/* ---- texts: shared between copies of an exception, laid out like a string of the old ABI, for libstdc++ has functions that know it --- */

namespace {

struct text {
    size_t length, capacity;
    int    others; /* that have it too */
};

text *text_of(const char *characters)
{
    return reinterpret_cast<text *>(const_cast<char *>(characters)) - 1;
}

const char *new_text(const char *characters, size_t length)
{
    text *made = new (::operator new(sizeof(text) + length + 1)) text{length, length, 0};
    char *to = reinterpret_cast<char *>(made + 1);
    memcpy(to, characters, length);
    to[length] = '\0';
    return to;
}

const char *share(const char *characters)
{
    __atomic_fetch_add(&text_of(characters)->others, 1, __ATOMIC_RELAXED);
    return characters;
}

void release(const char *characters)
{
    if (characters && __atomic_fetch_sub(&text_of(characters)->others, 1, __ATOMIC_ACQ_REL) <= 0)
        ::operator delete(text_of(characters));
}

} /* namespace */

__cow_string::__cow_string() : _M_p(new_text("", 0)) {}
__cow_string::__cow_string(const char *s, size_t length) : _M_p(new_text(s, length)) {}
__cow_string::__cow_string(const string &s) : _M_p(new_text(s.data(), s.size())) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(share(other._M_p)) {}
__cow_string::~__cow_string()
{
    release(_M_p);
}

__cow_string &__cow_string::operator=(const __cow_string &other) noexcept
{
    const char *old = _M_p;
    _M_p = share(other._M_p);
    release(old);
    return *this;
}

__cow_string &__cow_string::operator=(__cow_string &&other) noexcept
{
    std::swap(_M_p, other._M_p);
    return *this;
}

/* ---- exceptions ------------------------------------------------------------------------------------------------------------------ */

#define NAMED(type, name)                                                   \
    type::~type() noexcept = default;                                       \
    const char *type::what() const noexcept { return name; }
NAMED(exception, "std::exception")
NAMED(bad_exception, "std::bad_exception")
NAMED(bad_alloc, "std::bad_alloc")
NAMED(bad_array_new_length, "std::bad_array_new_length")
NAMED(bad_cast, "std::bad_cast")
NAMED(bad_typeid, "std::bad_typeid")
NAMED(bad_function_call, "bad_function_call")
NAMED(bad_weak_ptr, "bad_weak_ptr")

nested_exception::~nested_exception() noexcept = default;

#define WITH_TEXT(type)                                                     \
    type::type(const char *s) : _M_msg(s, strlen(s)) {}                     \
    type::type(const string &s) : _M_msg(s) {}                              \
    type::type(const type &) noexcept = default;                            \
    type::type(type &&) noexcept = default;                                 \
    type &type::operator=(const type &) noexcept = default;                 \
    type &type::operator=(type &&) noexcept = default;                      \
    type::~type() noexcept = default;                                       \
    const char *type::what() const noexcept { return _M_msg._M_p; }
WITH_TEXT(logic_error)
WITH_TEXT(runtime_error)

#define DERIVED(type, base)                                                 \
    type::type(const char *s) : base(s) {}                                  \
    type::type(const string &s) : base(s) {}                                \
    type::~type() noexcept = default;
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

system_error::~system_error() noexcept = default;
future_error::~future_error() noexcept = default;

const char *future_error::what() const noexcept
{
    return logic_error::what();
}

ios_base::failure::failure(const string &s) : system_error(io_errc::stream, s) {}
ios_base::failure::failure(const string &s, const error_code &code) : system_error(code, s) {}
ios_base::failure::failure(const char *s, const error_code &code) : system_error(code, s) {}
ios_base::failure::~failure() = default;

const char *ios_base::failure::what() const noexcept
{
    return system_error::what();
}

static const char *described(regex_constants::error_type code)
{
    using namespace regex_constants;
    switch (code) {
    case error_collate: return "Invalid collating element in regular expression";
    case error_ctype: return "Invalid character class in regular expression";
    case error_escape: return "Invalid escape in regular expression";
    case error_backref: return "Invalid back reference in regular expression";
    case error_brack: return "Mismatched '[' and ']' in regular expression";
    case error_paren: return "Mismatched '(' and ')' in regular expression";
    case error_brace: return "Mismatched '{' and '}' in regular expression";
    case error_badbrace: return "Invalid range in '{}' in regular expression";
    case error_range: return "Invalid character range in regular expression";
    case error_space: return "Insufficient memory to compile regular expression";
    case error_badrepeat: return "Invalid '?', '*', or '+' in regular expression";
    case error_complexity: return "Complexity of regex match exceeded implementation limits";
    case error_stack: return "Insufficient memory to determine regex match";
    default: return "regex error";
    }
}

regex_error::regex_error(regex_constants::error_type code) : runtime_error(described(code)), _M_code(code) {}
regex_error::~regex_error() noexcept = default;

/* ---- throwing them ----------------------------------------------------------------------------------------------------------------- */

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *s) { throw logic_error(s); }
void __throw_domain_error(const char *s) { throw domain_error(s); }
void __throw_invalid_argument(const char *s) { throw invalid_argument(s); }
void __throw_length_error(const char *s) { throw length_error(s); }
void __throw_out_of_range(const char *s) { throw out_of_range(s); }
void __throw_runtime_error(const char *s) { throw runtime_error(s); }
void __throw_range_error(const char *s) { throw range_error(s); }
void __throw_overflow_error(const char *s) { throw overflow_error(s); }
void __throw_underflow_error(const char *s) { throw underflow_error(s); }
void __throw_system_error(int error) { throw system_error(error_code(error, generic_category())); }
void __throw_ios_failure(const char *s) { throw ios_base::failure(s); }
void __throw_ios_failure(const char *s, int error)
{
    throw ios_base::failure(s, error ? error_code(error, system_category()) : make_error_code(io_errc::stream));
}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }
void __throw_future_error(int code) { throw future_error(make_error_code(future_errc(code))); }

/* The formats of libstdc++ are %s, %zu and %%. */
void __throw_out_of_range_fmt(const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    throw out_of_range(message);
}

} /* namespace std */

/* ---- the last words ------------------------------------------------------------------------------------------------------------------ */

namespace __gnu_cxx {

/* Types are named as their symbols are: reports know how to read them. */
static void describe(char *out, size_t size)
{
    const std::type_info *type = abi::__cxa_current_exception_type();
    if (!type) {
        snprintf(out, size, "std::terminate was called");
        return;
    }
    try {
        throw;
    } catch (const std::exception &e) {
        snprintf(out, size, "uncaught exception _ZTS%s: %s", type->name(), e.what());
    } catch (...) {
        snprintf(out, size, "uncaught exception of type _ZTS%s", type->name());
    }
}

/* The default handler of std::terminate. */
void __verbose_terminate_handler()
{
    char sentence[512];
    describe(sentence, sizeof sentence);
    mz_terminate(sentence);
}

} /* namespace __gnu_cxx */
