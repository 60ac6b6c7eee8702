// expect: bug leak "2 blocks lost, of 32 bytes in all, allocated"
// options: --leaks
// They point to each other, and nothing else to them.
#include <stdlib.h>

struct node { struct node *other; long value; };
static struct node *volatile root;

static __attribute__((noinline)) struct node *make(void)
{
    return calloc(1, sizeof(struct node)); // BUG HERE
}

int main(void)
{
    root = make();
    root->other = make();
    root->other->other = root;
    root = NULL;
    return 0;
}
