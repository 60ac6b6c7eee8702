// expect: bug memory "double free of a block of 4 bytes"
// Two threads decide that they are the last user.
#include <atomic>
#include <thread>

struct shared {
    std::atomic<int> users{2};
    int *data = new int(1);

    void release()
    {
        users--;
        if (users == 0)
            delete data; // BUG HERE
    }
};

int main()
{
    shared s;
    std::thread t(&shared::release, &s);
    s.release();
    t.join();
}
