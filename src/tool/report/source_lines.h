/* source_lines.h - lines of the program's source, as they stand on the disk now. */
#ifndef MZ_TOOL_REPORT_SOURCE_LINES_H
#define MZ_TOOL_REPORT_SOURCE_LINES_H

/* Without the space around it; NULL if there is no such file or line, or nothing on it. It lives as long as the tool. */
const char *source_line(const char *file, int line);

#endif
