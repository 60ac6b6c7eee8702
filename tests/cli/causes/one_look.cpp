// A wait in an `if`: what another one has taken is gone.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

struct Mailbox {
    std::mutex lock;
    std::condition_variable arrived;
    std::deque<int> mail;

    int receive()
    {
        std::unique_lock<std::mutex> guard(lock);
        if (mail.empty())
            arrived.wait(guard);
        int letter = mail.front();
        mail.pop_front();
        return letter;
    }

    void send(int letter)
    {
        std::lock_guard<std::mutex> guard(lock);
        mail.push_back(letter);
        arrived.notify_all();
    }
};

int main()
{
    Mailbox box;
    int got[2] = {-1, -1};
    std::thread a([&] { got[0] = box.receive(); });
    std::thread b([&] { got[1] = box.receive(); });
    box.send(7);
    box.send(8);
    a.join();
    b.join();
    if (got[0] + got[1] != 15)
        return 1;
}
