// expect: bug assertion "text[0] == 'a'"
// options: --race=off
// Functions of the facet for kinds of characters, which are virtual: they read and write the program's memory.
#include <cassert>
#include <locale>
#include <thread>

static char text[4] = "abc";

int main()
{
    const auto &characters = std::use_facet<std::ctype<char>>(std::locale::classic());
    std::thread upper([&] { characters.toupper(text, text + 3); });
    std::thread lower([&] { characters.tolower(text, text + 3); });
    upper.join();
    lower.join();
    assert(text[0] == 'a'); // BUG HERE
}
