/* lab_export.c - `mazurka lab export`: the results of a store as text, to be kept beside the tables that are made from them. */
#include <errno.h>
#include <string.h>

#include "apps/lab/lab_settings.h"
#include "apps/store/store_text.h"

int lab_export(const struct lab_settings *s)
{
    struct store *store = store_read(s->store);
    store_write_text(store, stdout);
    store_close(store);
    if (fflush(stdout) != 0)
        die("the results cannot be written: %s", strerror(errno));
    return 0;
}
