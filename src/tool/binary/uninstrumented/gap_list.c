/* gap_list.c - see gap_list.h. */
#include "tool/binary/uninstrumented/gap_list.h"

#include "tool/cli/util.h"

void gap_add(struct gap_list *list, const char *says)
{
    list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] = (struct gap){.says = says, .first = list->spot_count};
}

void gap_spot(struct gap_list *list, uint64_t at, uint64_t end)
{
    if ((list->spot_count & (list->spot_count - 1)) == 0)
        list->spots = resize(list->spots, (list->spot_count ? 2 * list->spot_count : 1) * sizeof *list->spots);
    list->spots[list->spot_count++] = (struct gap_spot){at, end};
    list->at[list->count - 1].spots++;
}

void gap_is_vague(struct gap_list *list)
{
    struct gap *last = &list->at[list->count - 1];
    list->spot_count = last->first;
    last->spots = 0;
}

void gap_remove(struct gap_list *list)
{
    gap_is_vague(list);
    list->count--;
}
