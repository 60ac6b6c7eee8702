// expect: bug any "relock"
// A function with a lock calls another one with the same lock, which is not recursive.
#include <mutex>
#include <thread>

class counter {
  public:
    void add(int n)
    {
        std::lock_guard<std::mutex> guard(lock); // BUG HERE
        value += n;
    }
    void twice(int n)
    {
        std::lock_guard<std::mutex> guard(lock);
        add(n);
        add(n);
    }

  private:
    std::mutex lock;
    int value = 0;
};

int main()
{
    counter c;
    std::thread t(&counter::add, &c, 1);
    c.twice(2);
    t.join();
}
