// expect: verified
// only: gcc
// Bit-fields and packed members at the end of a block.
#include <assert.h>
#include <stdlib.h>

struct flags { int number; unsigned a : 3, b : 5; };
struct __attribute__((packed)) record { char tag; int number; short last; };

int main(void)
{
    struct flags *f = calloc(1, sizeof *f);
    struct record *r = calloc(2, sizeof *r);
    f->a = 5;
    f->b = 17;
    r[1].last = 3;
    r[0].number = 9;
    assert(f->a == 5 && f->b == 17 && r[1].last == 3 && r[0].number == 9);
    free(f);
    free(r);
    return 0;
}
