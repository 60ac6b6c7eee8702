/* study_figures.h - the figures of a study: scripts for gnuplot, which share/studies/figures.sql makes of its results, and what gnuplot
 * draws by them. */
#ifndef MZ_APPS_LAB_STUDY_FIGURES_H
#define MZ_APPS_LAB_STUDY_FIGURES_H

#include "apps/lab/lab_results.h"

/* Writes the script of each figure to DIRECTORY/NAME.gp, and draws it as DIRECTORY/NAME.svg if gnuplot is installed. Returns the
 * names. */
struct strings study_figures(const struct study_results *r, const char *directory);

bool figures_are_drawn(void); /* is gnuplot installed? */

#endif
