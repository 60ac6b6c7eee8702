/* trial.h - limits on trying what follows a state, aside from the search: of one state (MOST_STATES), and of all in one search
 * (MOST_TRIED). Tests set less. */
#ifndef MZ_SEARCH_TRIAL_H
#define MZ_SEARCH_TRIAL_H

#ifndef MOST_STATES
#define MOST_STATES 2000
#endif
#ifndef MOST_TRIED
#define MOST_TRIED 5000000
#endif

#endif
