/* catches.cpp - exceptions come out of a library without hooks, to the function that has called it or to one further out. With an
 * argument nothing is expected of the order. */
#include <cassert>
#include <thread>

void throws(int *to, int value);

static int x;

static void further_in(int value)
{
    throws(&x, value);
}

static void set(int value)
{
    try {
        if (value == 1)
            throws(&x, value);
        else
            further_in(value);
    } catch (int caught) {
        assert(caught == value);
    }
}

int main(int count, char **)
{
    set(1);
    assert(x == 1);
    std::thread t(set, 1), u(set, 2);
    t.join();
    u.join();
    if (count == 1)
        assert(x == 2);
}
