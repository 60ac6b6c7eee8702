#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct point { int x, y; };
struct shape { struct point *corner; int n; };
static char *arena; static size_t used;
static void *take(size_t n) { void *p = arena + used; used += n; return p; }
static struct shape *shape;
static void *mover(void *a) { (void)a; shape->corner->x++; shape->n++; return NULL; }
int main(void)
{
    arena = malloc(4096);
    shape = take(sizeof *shape);
    shape->corner = take(sizeof(struct point));
    shape->n = 0; shape->corner->x = 0;
    pthread_t a, b;
    pthread_create(&a, NULL, mover, NULL);
    pthread_create(&b, NULL, mover, NULL);
    pthread_join(a, NULL); pthread_join(b, NULL);
    assert(shape->corner->x == 2);
    return 0;
}
