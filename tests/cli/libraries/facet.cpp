/* facet.cpp - two threads write to one text by virtual functions of libstdc++: either may be the last. */
#include <cassert>
#include <locale>
#include <thread>

static wchar_t text[4] = L"abc";

int main()
{
    const std::ctype<wchar_t> &letters = std::use_facet<std::ctype<wchar_t>>(std::locale::classic());
    std::thread t([&] { letters.toupper(text, text + 3); });
    std::thread u([&] { letters.tolower(text, text + 3); });
    t.join();
    u.join();
    assert(text[0] == L'a');
}
