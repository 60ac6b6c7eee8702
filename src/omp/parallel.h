/* parallel.h - functions that regions need of other parts of the library: tasks.c, settings.c. */
#ifndef MZ_OMP_PARALLEL_H
#define MZ_OMP_PARALLEL_H

#include "omp/team.h"

/* Wait for the whole team. Is this the last thread to arrive? */
bool team_wait(struct team *team);

void settings_read(struct settings *s);

/* For regions that begin at this level: the environment may have a number of threads of its own for them. */
void settings_inside(struct settings *s, unsigned level);

struct task *tasks_implicit(unsigned size);                        /* one for each thread; NULL: the program makes none */
struct task *tasks_of_member(struct team *team, unsigned number);

#endif
