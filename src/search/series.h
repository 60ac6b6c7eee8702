/* series.h - searches one after the other, in place of one (series.c). */
#ifndef MZ_SEARCH_SERIES_H
#define MZ_SEARCH_SERIES_H

struct engine;

void series_run(struct engine *e);

#endif
