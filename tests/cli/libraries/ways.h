/* ways.h - a library without hooks, and ways by which a program comes to its functions. */
#include <sys/types.h>

typedef void putter(int *to, int value);
typedef void swapper(const void *from, void *to, ssize_t size);

struct ways {
    putter *put;
};

extern putter *const ways_put;
putter *ways_get(void);
const struct ways *ways_table(void);
const struct ways *ways_of_other(void); /* by a second library */
putter ways_chosen;                     /* by the dynamic linker */
putter *ways_get_chosen(void);
swapper *ways_swab(void);               /* a function of the C library */
void *ways_find(const char *name);      /* by dlsym */
void *ways_find_in_c(const char *name);
void *ways_start(void *argument);
extern void *(*const ways_hidden_start)(void *);
extern int (*const ways_compare)(const void *a, const void *b);
int ways_compared(void);
void ways_watch(int *what);             /* at the end: 1 is wrong there */
void ways_watch_by_handler(int *what);
void ways_call(void (*back)(int *, int), int *to, int value);
int ways_harmless(void);
