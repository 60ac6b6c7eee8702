/* toy_parse.h - toy programs from text, as papers print them:
 *
 *     "lock m; x = 1; unlock m || r = x; if r { y = 1 }; assert r == 0"
 *
 * Threads are separated by ||, statements by semicolons. x y z w are variables, r q locals, m n mutexes, c d condition variables;
 * other objects and threads are numbers.
 *
 *     r = x    x = 1    x = r    x = r + 1    r = cas x 0 1    r = add x 1    r = choose 2    r = trylock m    r = try 0
 *     lock m    unlock m    wait c m    signal c    broadcast c    post 0    down 0    spawn 1    join 1    yield    exit
 *     count x 1    flip x 1    meet a 2 (at the barrier a or b, for two threads)
 *     assert r == 1    assert r != 1    fail (an assert that never holds)    assume r == 1    quit (the process ends)
 *     if r { ... }    unless r { ... }    loop { ... }    atomic { ... }    await x (reads it until it is not 0)
 */
#ifndef MZ_TESTS_TOY_PARSE_H
#define MZ_TESTS_TOY_PARSE_H

#include "toy.h"

/* Aborts with a message if the text is wrong: it is a part of a test. */
void toy_parse(const char *text, struct toy_program *p);

/* The same program with its threads in the opposite order: what an ascending search finds in it, a descending one finds in p. */
void toy_reverse(struct toy_program *p);

#endif
