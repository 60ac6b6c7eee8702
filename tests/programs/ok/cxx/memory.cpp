// expect: verified
// options: -std=c++17 --dead-values=clear
// All forms of new and delete, shared and weak pointers across threads, an allocation that is too large.
#include <cassert>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>

struct alignas(64) wide {
    char bytes[64];
};

struct node {
    std::shared_ptr<node> next;
    std::weak_ptr<node> back;
};

static void own(std::shared_ptr<node> n)
{
    std::weak_ptr<node> watch = n;
    n.reset();
    if (std::shared_ptr<node> alive = watch.lock())
        assert(!alive->next);
}

int main()
{
    auto shared = std::make_shared<node>();
    std::thread t(own, shared);
    own(std::move(shared));
    t.join();
    int *one = new int(1), *many = new int[3](), *quiet = new (std::nothrow) int;
    wide *aligned = new wide, *row = new wide[2];
    assert(reinterpret_cast<std::uintptr_t>(aligned) % 64 == 0 && reinterpret_cast<std::uintptr_t>(row) % 64 == 0 && !many[2]);
    delete one;
    delete[] many;
    delete quiet;
    delete aligned;
    delete[] row;
    ::operator delete(::operator new(100));
    assert(!::operator new(SIZE_MAX / 4, std::nothrow));
    bool refused = false;
    try {
        ::operator delete(::operator new(SIZE_MAX / 4));
    } catch (const std::bad_alloc &) {
        refused = true;
    }
    assert(refused);
}
