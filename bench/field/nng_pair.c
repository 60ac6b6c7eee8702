/* nng: two threads of one process talk by sockets of the protocol pair over inproc. */
#include <assert.h>
#include <string.h>

#include <nng/nng.h>
#include <nng/protocol/pair0/pair.h>

int main(void)
{
    nng_socket one, two;
    char text[8];
    size_t size = sizeof text;
    assert(nng_pair0_open(&one) == 0 && nng_pair0_open(&two) == 0);
    assert(nng_listen(one, "inproc://pair", NULL, 0) == 0 && nng_dial(two, "inproc://pair", NULL, 0) == 0);
    assert(nng_send(one, "hello", 6, 0) == 0);
    assert(nng_recv(two, text, &size, 0) == 0 && size == 6 && strcmp(text, "hello") == 0);
    nng_close(one);
    nng_close(two);
    return 0;
}
