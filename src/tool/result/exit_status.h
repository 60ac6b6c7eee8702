/* exit_status.h - ends with a status other than 0, of which --exit-status=mixed says only in the end whether they are faults. */
#ifndef MZ_TOOL_RESULT_EXIT_STATUS_H
#define MZ_TOOL_RESULT_EXIT_STATUS_H

#include "tool/result/result.h"

/* Is that finding such an end, of a search in which no other execution has ended with 0? */
bool exit_is_undecided(const struct launch *search, size_t finding);

/* Sentence about a finding, with what makes an end with such a status a fault. */
char *exit_headline(const struct finding *finding, enum wire_exit rule);

/* Says so, once the search is over. */
void exit_notes(struct report *report);

/* A program that has failed before there was anything to explore has probably said why: on stderr. */
void exit_show_early_output(const struct launch *search);

#endif
