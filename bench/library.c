/* library.c - a library without hooks, with state of its own: see foreign.c. */
static int calls;

int library_count(int *counter);
int library_count(int *counter)
{
    return *counter = ++calls;
}
