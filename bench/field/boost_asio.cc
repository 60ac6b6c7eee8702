/* Boost.Asio: a pool of one thread does what two handlers post, in a strand, and is joined. */
#include <cassert>

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

int main()
{
    int done = 0;
    boost::asio::thread_pool pool(1);
    for (int i = 0; i < 2; i++)
        boost::asio::post(pool, [&] { done++; });
    pool.join();
    assert(done == 2);
    return 0;
}
