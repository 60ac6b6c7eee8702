/* machines.h - several machines that search one program (--mpi, docs/use/scale.md): `mpirun -n 4 mazurka check PROGRAM --mpi` starts this
 * tool on each of them. Where one reduced search is shared, what the runtime writes to others (rank_results.h) goes with what has been
 * found until then, as one message; where executions are sampled each makes a part of them. Rank 0 reports: the verdict is one, and what
 * is found is what any of them has found.
 *
 * No message is handed to the runtime before all that its writer had been handed: so whatever a fact rests on, of whatever machine, has
 * come before it, and a verdict never rests on what somebody knew who has died since. */
#ifndef MZ_TOOL_MPI_MACHINES_H
#define MZ_TOOL_MPI_MACHINES_H

#include "tool/cli/check_settings.h"
#include "tool/run/launched.h"

struct checkpoint;
struct machines;

struct machines *machines_open(void); /* dies where there is no MPI */
bool machines_report(const struct machines *m); /* is it this one that does? */

/* The program is there: all compare it, and mazurka, and the command. Dies if they differ. The environment becomes that of rank 0. */
void machines_begin(struct machines *m, const struct check_settings *s, const char *program, char **words);

/* The search that is shared. */
void machines_attach(struct machines *m, struct launch *l);

/* A search is gone on with: the command with which it was begun, in `words`, is known to rank 0, which has read the checkpoint, and is told
 * to the others, with the environment; directories become that of rank 0. */
void machines_resume(struct machines *m, struct strings *words);

/* The search has ended here. All but rank 0 wait until it has ended everywhere, and exit; rank 0 has what all have found then, and how the
 * search has ended, in the wire. */
void machines_end(struct machines *m, struct launch *l, struct strings *notes);

/* Rank 0 has reported. Until the couriers have come to their end. */
void machines_close(struct machines *m);

/* Bugs that other machines had told before the checkpoint was written (machine_keeping.c): they go to the wire. */
void machines_recall(const struct checkpoint *c, struct launch *l);

#endif
