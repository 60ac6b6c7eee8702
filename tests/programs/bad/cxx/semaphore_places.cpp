// expect: bug assertion "inside == 1"
// options: -std=c++20
// A semaphore with one place too many for what it protects.
#include <cassert>
#include <semaphore>
#include <thread>

std::counting_semaphore<4> places(2);
int inside;

static void visit()
{
    places.acquire();
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
    places.release();
}

int main()
{
    std::jthread t(visit);
    visit();
}
