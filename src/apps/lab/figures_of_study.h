/* figures_of_study.h - the figures of a study: 5 to 8 of the paper on DFS-RB, and quantile and scatter plots as the paper on S-POR has them
 * (5 to 10). */
#ifndef MZ_APPS_LAB_FIGURES_OF_STUDY_H
#define MZ_APPS_LAB_FIGURES_OF_STUDY_H

#include "apps/lab/study_tables.h"

struct figure {
    const char *name;  /* of a file, without its suffix */
    const char *title;
    char       *svg;
};

struct study_figures {
    struct figure *at;
    size_t         count;
};

/* Those for which there are results. */
struct study_figures figures_of_study(const struct study_results *r);

#endif
