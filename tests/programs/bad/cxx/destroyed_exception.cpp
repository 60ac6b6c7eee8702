// expect: bug assertion "std::strcmp(seen, "mine") == 0"
// options: --race=off
// A destructor of libstdc++'s makes an object of the program's class one of its own: seen by another thread.
#include <cassert>
#include <cstring>
#include <new>
#include <thread>

struct mine : std::bad_alloc {
    const char *what() const noexcept override { return "mine"; }
};

alignas(mine) static char room[sizeof(mine)];

int main()
{
    mine *object = new (room) mine;
    std::bad_alloc *base = object;
    std::thread other([=] { object->~mine(); });
    const char *seen = base->what();
    assert(std::strcmp(seen, "mine") == 0); // BUG HERE
    other.join();
}
