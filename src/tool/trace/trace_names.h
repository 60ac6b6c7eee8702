/* trace_names.h - names of the traces that a check writes, so that it overwrites nobody else's, and what becomes of older ones.
 *
 * NAME.mzt for the first, NAME-2.mzt for the second, NAME-traces/5.mzt for the fifth. A check claims its name before the search and has
 * it until its process ends. If another check has it at that time, or the file is something else than a trace, NAME.PID.mzt is taken
 * instead.
 */
#ifndef MZ_TOOL_TRACE_TRACE_NAMES_H
#define MZ_TOOL_TRACE_TRACE_NAMES_H

#include "tool/trace/trace_file.h"

/* The name of the first trace. */
char *trace_claim(const struct check_settings *settings);

char *trace_name(const char *first, size_t number);

/* The folder of the trace of this name, if it has one of ours. */
void trace_make_folder(const char *first, const char *name);

/* Traces of an earlier check of the same program, sources and arguments beyond the `written` ones of this check, which `now`
 * describes: of a program that is no more (no replay can follow them) they are removed, others are named in a note. */
void traces_tell_old(const char *first, const struct trace *now, size_t written, struct strings *notes);

#endif
