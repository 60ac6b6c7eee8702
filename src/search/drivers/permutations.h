/* permutations.h - so many permutations of n things that, with a probability that is asked for, every k of the things come in every order:
 * Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of Multithreaded Programs", ISSTA 2013, lemma 4.1.
 *
 * One random permutation has k given things in a given order with probability 1/k!. There are k! · C(n, k) = n · (n-1) · ... · (n-k+1)
 * such orders, so P permutations lack one of them with probability n · ... · (n-k+1) · (1 - 1/k!)^P at most: the least P for which that is
 * no more than epsilon. (As printed, "(t+1)(log(nt) + log(1/epsilon))", the lemma has lost the factorial that its proof has.)
 *
 * Every second permutation is the reverse of the one before it. Of the two at most one has the given order, so both lack it with
 * probability 1 - 2/k!, which is less than (1 - 1/k!)^2: the bound holds all the more, and two are enough for k = 2. Where there are no
 * more than P permutations at all, each of them is taken, and nothing is left to chance.
 */
#ifndef MZ_SEARCH_PERMUTATIONS_H
#define MZ_SEARCH_PERMUTATIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { EPSILON_UNIT = 1000000000 }; /* epsilon is given in these parts of 1 */

struct permutations {
    uint32_t n;
    uint64_t count;
    bool     all;     /* that there are */
    bool     certain; /* every k things come in every order, whatever the seed */
    uint64_t seed;
};

/* By chance alone, without pairs: the lemma's number. */
uint64_t permutations_enough(uint32_t n, uint32_t k, uint32_t epsilon);

struct permutations permutations_of(uint32_t n, uint32_t k, uint32_t epsilon, uint64_t seed);

/* The one with this number, from 0: what place each of the n things has in it. */
void permutations_make(const struct permutations *p, uint64_t number, uint32_t *place);

#endif
