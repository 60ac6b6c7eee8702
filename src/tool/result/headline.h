/* headline.h - the line by which a finding is told, compared between versions of a program. */
#ifndef MZ_TOOL_RESULT_HEADLINE_H
#define MZ_TOOL_RESULT_HEADLINE_H

/* Without the numbers of lines and the folders of files, which change where the fault does not. */
char *headline_lasting(const char *headline);

#endif
