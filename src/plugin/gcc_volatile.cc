/* gcc_volatile.cc - see gcc_volatile.h. */
#include "plugin/gcc_volatile.h"

#include <string>

#include "builtins.h"
#include "tree-cfg.h"
#include "ssa.h"
#include "gimple-fold.h"
#include "gimplify.h"
#include "gimplify-me.h"

namespace {

/* By its address: no bit-field, nor a part of a complex number or of a vector. */
bool is_place(tree object)
{
    switch (TREE_CODE(object)) {
    case VAR_DECL:
    case PARM_DECL:
    case RESULT_DECL:
        return !DECL_HARD_REGISTER(object);
    case COMPONENT_REF:
        return !DECL_BIT_FIELD(TREE_OPERAND(object, 1)) && !reverse_storage_order_for_component_p(object);
    case MEM_REF:
    case TARGET_MEM_REF:
    case ARRAY_REF:
        return true;
    default:
        return false;
    }
}

/* Every bit of a number counts; those of an enumeration or a truth value need not all be used. */
bool is_number(tree type)
{
    bool real = TREE_CODE(type) == REAL_TYPE, integral = INTEGRAL_TYPE_P(type) || POINTER_TYPE_P(type) || TREE_CODE(type) == OFFSET_TYPE;
    return real || integral || TREE_CODE(type) == NULLPTR_TYPE;
}

/* 0: it stays as it is. */
unsigned relaxed_bits(tree object)
{
    tree type = TREE_TYPE(object);
    bool is_volatile = (DECL_P(object) || REFERENCE_CLASS_P(object)) && TREE_THIS_VOLATILE(object);
    if (!is_volatile || !is_place(object) || !is_number(type) || !ADDR_SPACE_GENERIC_P(TYPE_ADDR_SPACE(type)) || is_private(object) ||
        !tree_fits_uhwi_p(TYPE_SIZE(type)))
        return 0;
    unsigned bits = tree_to_uhwi(TYPE_SIZE(type));
    bool one = bits == 8 || bits == 16 || bits == 32 || bits == 64;
    return one && get_object_alignment(object) >= bits ? bits : 0;
}

tree word_type(unsigned bits)
{
    return build_nonstandard_integer_type(bits, 1);
}

tree hook_of(const char *operation, unsigned bits, tree type)
{
    std::string name = "__tsan_atomic" + std::to_string(bits) + operation;
    return build_fn_decl(name.c_str(), type);
}

tree address_of(gimple_seq *code, tree object)
{
    tree base = get_base_address(object);
    if (DECL_P(base))
        TREE_ADDRESSABLE(base) = 1;
    tree address = fold_convert(ptr_type_node, build_fold_addr_expr(unshare_expr(object)));
    return force_gimple_operand_1(address, code, is_gimple_val, NULL_TREE);
}

/* The same bits as another type of that size. */
tree as_type(gimple_seq *code, location_t where, tree type, tree value)
{
    bool real = TREE_CODE(type) == REAL_TYPE || TREE_CODE(TREE_TYPE(value)) == REAL_TYPE;
    return real ? gimple_build(code, where, VIEW_CONVERT_EXPR, type, value) : gimple_convert(code, where, type, value);
}

void load(gimple_stmt_iterator *at, gassign *assign, unsigned bits)
{
    gimple_seq code = nullptr;
    location_t where = gimple_location(assign);
    tree object = gimple_assign_rhs1(assign), word = word_type(bits), value = make_ssa_name(word);
    tree hook = hook_of("_load", bits, build_function_type_list(word, ptr_type_node, integer_type_node, NULL_TREE));
    gcall *call = gimple_build_call(hook, 2, address_of(&code, object), integer_zero_node);
    gimple_call_set_lhs(call, value);
    gimple_set_location(call, where);
    gimple_seq_add_stmt(&code, call);
    tree result = as_type(&code, where, TYPE_MAIN_VARIANT(TREE_TYPE(object)), value);
    gsi_insert_seq_before(at, code, GSI_SAME_STMT);
    gimple_assign_set_rhs_from_tree(at, result);
    update_stmt(gsi_stmt(*at));
}

void store(gimple_stmt_iterator *at, gassign *assign, unsigned bits)
{
    gimple_seq code = nullptr;
    location_t where = gimple_location(assign);
    tree object = gimple_assign_lhs(assign), word = word_type(bits);
    tree type = build_function_type_list(void_type_node, ptr_type_node, word, integer_type_node, NULL_TREE);
    tree address = address_of(&code, object), value = as_type(&code, where, word, gimple_assign_rhs1(assign));
    gcall *call = gimple_build_call(hook_of("_store", bits, type), 3, address, value, integer_zero_node);
    gimple_set_location(call, where);
    gsi_insert_seq_before(at, code, GSI_SAME_STMT);
    gsi_replace(at, call, true);
}

} // namespace

bool relax_volatile(gimple_stmt_iterator *at, gassign *assign)
{
    if (!gimple_assign_single_p(assign) || stmt_ends_bb_p(assign))
        return false;
    tree to = gimple_assign_lhs(assign), from = gimple_assign_rhs1(assign);
    if (unsigned bits = is_gimple_reg(to) ? relaxed_bits(from) : 0)
        return load(at, assign, bits), true;
    if (unsigned bits = is_gimple_val(from) ? relaxed_bits(to) : 0)
        return store(at, assign, bits), true;
    return false;
}
