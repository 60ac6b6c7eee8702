// expect: verified
// options: -fno-builtin
// errors: malloc calloc realloc reallocarray aligned_alloc memalign posix_memalign pvalloc valloc malloc_trim malloc_usable_size mallopt
#include "functions.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

static void use(void)
{
    void *a = memalign(64, 10), *b = valloc(10), *c = pvalloc(10), *d = aligned_alloc(32, 64), *e = NULL;
    assert((uintptr_t)a % 64 == 0 && (uintptr_t)b % 4096 == 0 && (uintptr_t)c % 4096 == 0 && (uintptr_t)d % 32 == 0);
    point();
    assert(posix_memalign(&e, 128, 10) == 0 && (uintptr_t)e % 128 == 0 && malloc_usable_size(e) >= 10);
    int *f = calloc(2, sizeof *f), *g = realloc(NULL, 8);
    assert(f[0] == 0 && f[1] == 0);
    f = reallocarray(f, 100, sizeof *f);
    assert(f[1] == 0 && malloc_trim(0) >= 0 && mallopt(M_MXFAST, 0) == 1);
    free(a), free(b), free(c), free(d), free(e), free(f), free(g);
    free(malloc(1));
}

static void errors(void)
{
    void *p = NULL;
    size_t huge = SIZE_MAX / 2;
    assert(malloc(huge) == NULL && errno == ENOMEM && calloc(huge, 4) == NULL && errno == ENOMEM);
    p = malloc(3);
    assert(realloc(p, huge) == NULL && reallocarray(p, huge, 4) == NULL && errno == ENOMEM);
    assert(aligned_alloc(16, huge) == NULL && memalign(16, huge) == NULL && valloc(huge) == NULL && pvalloc(huge) == NULL);
    point();
    free(p);
    assert(posix_memalign(&p, 3, 8) == EINVAL && posix_memalign(&p, 16, huge) == ENOMEM && malloc_usable_size(NULL) == 0);
    free(NULL);
    free(malloc(0));
    malloc_trim(0);
    mallopt(-12345, 1);
}
