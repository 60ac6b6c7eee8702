/* library_words.c - see library_words.h. Members are those of libstdc++. */
#include "tool/binary/symbols/library_words.h"

#include <dwarf.h>
#include <string.h>

#include "tool/cli/util.h"

const char *library_word(const char *member)
{
    static const char *const inside[] = {"_M_impl", "_M_mutex", "_M_cond", "_M_i", "_M_base", "_M_b", "_M_ptr", "_M_t", "_M_head_impl",
        "_M_id", "_M_thread", "_M_dataplus", "_M_storage", "_M_p", "_M_sem", "_M_h", "_M_u", "_M_payload", "_M_float", "_M_pi",
        "_M_data", NULL};
    static const char *const words[][2] = {{"_M_start", "begin"}, {"_M_finish", "end"}, {"_M_end_of_storage", "capacity_end"},
        {"_M_string_length", "size"}, {"_M_local_buf", "buffer"}, {"_M_element_count", "size"}, {"_M_bucket_count", "buckets_size"},
        {"_M_nxt", "next"}, {"_M_header", "root"}, {"_M_node_count", "size"}};
    if (member && starts_with(member, "_vptr"))
        return "vptr";
    if (!member || !starts_with(member, "_M_"))
        return member;
    if (is_one_of(member, inside))
        return NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(member, words[i][0]) == 0)
            return words[i][1];
    return member + strlen("_M_");
}

bool library_argument(Dwarf_Die *class, Dwarf_Die *type)
{
    Dwarf_Die child;
    Dwarf_Attribute attribute;
    for (int none = dwarf_child(class, &child); none == 0; none = dwarf_siblingof(&child, &child))
        if (dwarf_tag(&child) == DW_TAG_template_type_parameter)
            return dwarf_attr(&child, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, type);
    return false;
}

bool library_holds(Dwarf_Die *type)
{
    const char *name = dwarf_diename(type);
    return name && (starts_with(name, "__aligned_buffer<") || starts_with(name, "__aligned_membuf<")) && library_argument(type, type);
}

char *library_block(Dwarf_Die *type)
{
    static const char *const nodes[][2] = {{"_List_node<", "list_node"}, {"_Rb_tree_node<", "map_node"}, {"_Hash_node<", "hash_node"},
        {"_Fwd_list_node<", "list_node"}};
    static const char *const futures[] = {"_State_baseV2", "_Async_state_commonV2", NULL};
    const char *name = dwarf_diename(type), *of;
    Dwarf_Die argument;
    if (!name || !library_argument(type, &argument) || !(of = dwarf_diename(&argument)))
        return NULL;
    if (starts_with(name, "_Sp_counted_ptr_inplace<"))
        return is_one_of(of, futures) || starts_with(of, "_Async_state_impl<") || starts_with(of, "_Deferred_state<")
                   ? format_text("future") : format_text("%s", of);
    if (starts_with(name, "_Sp_counted_"))
        return format_text("shared_ptr<%s>", of);
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        if (starts_with(name, nodes[i][0]))
            return format_text("%s", nodes[i][1]);
    return NULL;
}
