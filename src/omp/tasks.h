/* tasks.h - explicit tasks: what a team knows of those that are not finished. All of it is read and written under the team's lock, but for
 * those tasks that are executed where they are made. */
#ifndef MZ_OMP_TASKS_H
#define MZ_OMP_TASKS_H

#include "omp/team.h"

enum dependence_kind { DEPEND_IN = 1, DEPEND_OUT, DEPEND_INOUT, DEPEND_MUTEXINOUTSET };

struct dependence {
    const void          *address;
    enum dependence_kind kind;
};

/* taskgroup: */
struct group {
    struct group *outer;
    unsigned      unfinished;
};

struct task {
    outlined          *function;
    void              *data;
    struct task       *parent;   /* NULL: it is implicit. It stays until its children are finished */
    struct group      *group;    /* of which it is a part; of what it makes itself: `inner` */
    struct group      *inner;
    struct task       *next;
    struct task       *older;    /* made before by the same thread */
    size_t             size;     /* of the memory, with data and dependences */
    struct settings    settings;
    unsigned           waits;    /* implicit: its thread waits for a change of the team's tasks */
    unsigned           children; /* not finished */
    unsigned           made;     /* since it waited last; only its own thread looks at that */
    unsigned           depends;
    bool               running, done, final;
    struct dependence *depend;
};

/* The clause depend, as the compiler writes it: how many there are, and which. */
unsigned depend_count(void *const *depend);
void     depend_read(struct dependence *to, void *const *depend);

/* May `task` not begin before `earlier` is finished, both of one parent, or (mutexinoutset) while it is executed? */
bool depend_conflict(const struct task *earlier, const struct task *task);

#endif
