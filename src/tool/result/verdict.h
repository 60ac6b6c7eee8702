/* verdict.h - the verdict of a check, once its findings were replayed. */
#ifndef MZ_TOOL_RESULT_VERDICT_H
#define MZ_TOOL_RESULT_VERDICT_H

#include "tool/result/result.h"

/* Fills in verdict, reason and coverage from everything else. */
void judge(struct report *report);

/* "--reduction=dlspor --variant=jpf", as --help has it, of names by which reductions are known, separated by commas. */
char *reduction_options(const char *names);

#endif
