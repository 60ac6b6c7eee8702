/* store_text.h - a store as text, small enough to be kept beside what was made from it: runs and what they are runs of, without findings
 * and statistics. Readers open it as a store. */
#ifndef MZ_APPS_STORE_STORE_TEXT_H
#define MZ_APPS_STORE_STORE_TEXT_H

#include <stdio.h>

#include "apps/store/result_store.h"

/* A heading, then of each table a line "#table column..." and a line for each row: cells between tabs, \N for NULL, and \t, \n, \\. */
void store_write_text(struct store *store, FILE *out);

/* Opens a store to read it, or the text of one. What is wrong with a text ends the tool with a sentence that names the line. */
struct store *store_read(const char *path);

#endif
