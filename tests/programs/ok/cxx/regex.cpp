// expect: verified
// slow
// Two threads use one regular expression, and each one of its own; what is wrong with an expression is told by an exception.
#include <cassert>
#include <cstring>
#include <regex>
#include <string>
#include <thread>

int main()
{
    const std::regex shared("([a-c]+)-[[:digit:]]?", std::regex::icase);
    auto use = [&](const char *text) {
        std::cmatch match;
        assert(std::regex_search(text, match, shared));
        assert(match[1] == "ab");
        try {
            std::regex wrong("(");
            assert(0);
        } catch (const std::regex_error &e) {
            assert(e.code() == std::regex_constants::error_paren);
        }
    };
    std::thread other(use, "..ab-3");
    use("ab-");
    other.join();
}
