// expect: verified
// Virtual functions, a virtual destructor and dynamic_cast of objects that two threads use.
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <typeinfo>
#include <vector>

struct shape {
    virtual ~shape() = default;
    virtual int area() const = 0;
};

struct square : shape {
    int side;
    explicit square(int side) : side(side) {}
    int area() const override { return side * side; }
};

struct nothing final : shape {
    int area() const override { return 0; }
};

std::mutex lock;
std::vector<std::unique_ptr<shape>> shapes;

static int total()
{
    int sum = 0;
    std::lock_guard<std::mutex> guard(lock);
    for (const auto &s : shapes) {
        sum += s->area();
        assert((dynamic_cast<square *>(s.get()) != nullptr) == (typeid(*s) == typeid(square)));
    }
    return sum;
}

int main()
{
    std::thread t([] {
        std::lock_guard<std::mutex> guard(lock);
        shapes.push_back(std::make_unique<square>(3));
        shapes.push_back(std::make_unique<nothing>());
    });
    int before = total();
    assert(before == 0 || before == 9);
    t.join();
    assert(total() == 9);
}
