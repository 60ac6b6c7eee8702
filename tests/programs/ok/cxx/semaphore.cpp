// expect: verified
// options: -std=c++20
// Semaphores: at most one inside, attempts with a time limit.
#include <cassert>
#include <chrono>
#include <semaphore>
#include <thread>

std::counting_semaphore<2> places(1);
std::binary_semaphore go(0);
int inside;

static void visit()
{
    places.acquire();
    inside++;
    assert(inside == 1);
    inside--;
    places.release();
}

int main()
{
    std::jthread a([] {
        go.acquire();
        visit();
    });
    go.release();
    visit();
    if (places.try_acquire_for(std::chrono::milliseconds(1)))
        places.release();
}
