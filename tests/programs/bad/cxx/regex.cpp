// expect: bug assertion "matches"
// options: --race=off
// slow
// A regular expression reads what another thread changes.
#include <cassert>
#include <regex>
#include <thread>

static char text[] = "ab";

int main()
{
    const std::regex expression("a.");
    std::thread other([] { text[0] = 'x'; });
    const bool matches = std::regex_match(text, expression);
    assert(matches); // BUG HERE
    other.join();
}
