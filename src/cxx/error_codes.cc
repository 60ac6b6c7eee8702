/* error_codes.cc - categories of errors, what they say, and what they take for equal. */
#include <cerrno>
#include <cstring>
#include <future>
#include <ios>
#include <string>
#include <system_error>

namespace std {

inline namespace _V2 {

error_category::~error_category() = default;

/* For callers whose strings are those of the old ABI. */
__cow_string error_category::_M_message(int code) const
{
    const string text = message(code);
    return {text.data(), text.size()};
}

error_condition error_category::default_error_condition(int code) const noexcept
{
    return error_condition(code, *this);
}

bool error_category::equivalent(int code, const error_condition &condition) const noexcept
{
    return default_error_condition(code) == condition;
}

bool error_category::equivalent(const error_code &code, int condition) const noexcept
{
    return *this == code.category() && code.value() == condition;
}

} /* namespace _V2 */

error_condition error_code::default_error_condition() const noexcept
{
    return category().default_error_condition(value());
}

namespace {

/* Category of errno. */
struct generic : error_category {
    const char *name() const noexcept override { return "generic"; }
    string message(int code) const override { return strerror(code); }
};

/* On Linux the system has the numbers of errno, up to this one. */
struct of_system final : generic {
    const char *name() const noexcept override { return "system"; }
    error_condition default_error_condition(int code) const noexcept override
    {
        return code >= 0 && code <= EHWPOISON ? error_condition(code, generic_category()) : error_condition(code, *this);
    }
};

struct of_futures final : error_category {
    const char *name() const noexcept override { return "future"; }
    string message(int code) const override
    {
        switch (future_errc(code)) {
        case future_errc::broken_promise: return "Broken promise";
        case future_errc::future_already_retrieved: return "Future already retrieved";
        case future_errc::promise_already_satisfied: return "Promise already satisfied";
        case future_errc::no_state: return "No associated state";
        }
        return "Unknown error";
    }
};

struct of_streams final : error_category {
    const char *name() const noexcept override { return "iostream"; }
    string message(int code) const override { return io_errc(code) == io_errc::stream ? "iostream error" : "Unknown error"; }
};

/* They are never destroyed: handlers of exit may use them. */
template <typename Category> const Category &the()
{
    union forever {
        constexpr forever() : category{} {}
        ~forever() {}
        Category category;
    };
    static constinit forever one;
    return one.category;
}

} /* namespace */

const error_category &_V2::generic_category() noexcept { return the<generic>(); }
const error_category &_V2::system_category() noexcept { return the<of_system>(); }
const error_category &future_category() noexcept { return the<of_futures>(); }
const error_category &iostream_category() noexcept { return the<of_streams>(); }

} /* namespace std */
