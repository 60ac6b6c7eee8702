// expect: bug assertion "before == after"
// options: --race=off --all
// findings: 3
// only: -O0
// The text of an error is made in memory that another thread looks at: what the string itself consists of, and its characters.
#include <cassert>
#include <cstring>
#include <future>
#include <mazurka.h>
#include <new>
#include <string>
#include <system_error>
#include <thread>

alignas(std::string) static char room[sizeof(std::string)];

template <unsigned at> static void twice(const std::error_category &category)
{
    std::thread other([&] { new (room) std::string(category.message(4)); });
    long before, after;
    std::memcpy(&before, room + at, sizeof before);
    std::memcpy(&after, room + at, sizeof after);
    assert(before == after); // BUG HERE
    other.join();
}

int main()
{
    switch (mz_choose(3)) {
    case 0: twice<0>(std::generic_category()); break;
    case 1: twice<8>(std::future_category()); break;
    case 2: twice<16>(std::system_category()); break;
    }
}
