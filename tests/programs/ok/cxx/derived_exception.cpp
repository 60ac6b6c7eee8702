// expect: verified
// Destructors of libstdc++'s exceptions write a virtual table. Where the program derives from them that must be undone.
#include <cassert>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <thread>

template <typename Base> struct mine : Base {
    const char *what() const noexcept override { return "mine"; }
};

static std::mutex lock;

template <typename Base> static void one_destroys()
{
    auto *object = new mine<Base>;
    std::thread other([&] {
        std::lock_guard<std::mutex> guard(lock);
        delete object;
        object = nullptr;
    });
    {
        std::lock_guard<std::mutex> guard(lock);
        assert(!object || std::strcmp(object->what(), "mine") == 0);
    }
    other.join();
}

int main()
{
    one_destroys<std::bad_alloc>();
    one_destroys<std::bad_cast>();
    one_destroys<std::bad_exception>();
    one_destroys<std::bad_weak_ptr>();
    one_destroys<std::bad_function_call>();
}
