/* gcc_hooks.cc - a plugin for gcc that closes the gaps in its own -fsanitize=thread.
 *
 * gcc puts a hook before every load and store, but forgets those that belong to a call:
 *     object = f();      a struct that f returns is stored without a hook
 *     f(object);         a struct that is passed by value is read without a hook
 *     __builtin_memcpy   and its like are expanded in place without a hook, whatever -fno-builtin says
 * A write that nobody announces cannot be undone, and a read that nobody announces cannot be interleaved. So, just before
 * gcc puts in its hooks, this pass takes structs through a local variable (which makes the load or store a statement of its
 * own, with a hook) and turns the expanded functions into calls of the library's. clang has no such gaps.
 *
 * C++ because gcc's interface is; built only where the compiler's plugin headers are installed.
 */
#include "gcc-plugin.h"
/* gcc-plugin.h has to come first; the others build on each other in this order */
#include "context.h"
#include "tree.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "tree-pass.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "tree-ssa-alias.h"
#include "gimplify.h"
#include "stringpool.h"
#include "attribs.h"
#include "asan.h"
#include "diagnostic-core.h"
#include "plugin-version.h"

int plugin_is_GPL_compatible;

namespace {

/* A variable of the function that nobody else has a pointer to. gcc gives it no hooks either. */
bool is_private(tree object)
{
    tree base = get_base_address(object);
    return base && DECL_P(base) && !is_global_var(base) && !may_be_aliased(base);
}

/* Memory of a struct or the like that can be copied. (C++ classes with constructors of their own cannot, and are passed by
 * address anyway.) */
bool needs_copy(tree object)
{
    tree type = TREE_TYPE(object), size = TYPE_SIZE_UNIT(type);
    return !is_gimple_reg_type(type) && !TREE_ADDRESSABLE(type) && size && TREE_CODE(size) == INTEGER_CST &&
           !is_private(object);
}

tree new_copy(tree object, const char *name)
{
    return create_tmp_var(TYPE_MAIN_VARIANT(TREE_TYPE(object)), name);
}

gassign *assignment(tree to, tree from, gimple *call)
{
    gassign *assign = gimple_build_assign(to, from);
    gimple_set_location(assign, gimple_location(call));
    return assign;
}

/* object = f();   becomes   copy = f(); object = copy; */
bool divide_result(gimple_stmt_iterator *at, gcall *call)
{
    tree to = gimple_call_lhs(call);
    if (!to || !needs_copy(to))
        return false;
    tree copy = new_copy(to, "returned");
    gimple_call_set_lhs(call, copy);
    gassign *store = assignment(to, copy, call);
    if (!stmt_ends_bb_p(call)) {
        gsi_insert_after(at, store, GSI_NEW_STMT);
    } else if (edge on = find_fallthru_edge(gimple_bb(call)->succs)) {
        gsi_insert_on_edge_immediate(on, store);
    }
    return true;
}

/* f(object);   becomes   copy = object; f(copy); */
bool divide_arguments(gimple_stmt_iterator *at, gcall *call)
{
    bool changed = false;
    for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
        tree from = gimple_call_arg(call, i);
        if (is_gimple_min_invariant(from) || !needs_copy(from))
            continue;
        tree copy = new_copy(from, "passed");
        gsi_insert_before(at, assignment(copy, from, call), GSI_SAME_STMT);
        gimple_call_set_arg(call, i, copy);
        changed = true;
    }
    return changed;
}

/* The library's name of a builtin function that touches memory and may be expanded in place; otherwise NULL. */
const char *library_name(tree function)
{
    switch (DECL_FUNCTION_CODE(function)) {
    case BUILT_IN_MEMCPY:
        return "memcpy";
    case BUILT_IN_MEMMOVE:
        return "memmove";
    case BUILT_IN_MEMSET:
        return "memset";
    case BUILT_IN_MEMPCPY:
        return "mempcpy";
    case BUILT_IN_MEMCMP:
        return "memcmp";
    case BUILT_IN_STRCPY:
        return "strcpy";
    case BUILT_IN_STPCPY:
        return "stpcpy";
    case BUILT_IN_STRNCPY:
        return "strncpy";
    case BUILT_IN_STRCAT:
        return "strcat";
    case BUILT_IN_STRLEN:
        return "strlen";
    case BUILT_IN_STRCMP:
        return "strcmp";
    case BUILT_IN_STRNCMP:
        return "strncmp";
    default:
        return nullptr;
    }
}

bool call_library(gcall *call)
{
    if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL))
        return false;
    tree function = gimple_call_fndecl(call);
    const char *name = library_name(function);
    if (!name)
        return false;
    gimple_call_set_fndecl(call, build_fn_decl(name, TREE_TYPE(function)));
    return true;
}

const pass_data description = {GIMPLE_PASS, "mazurka", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

struct mazurka_pass : gimple_opt_pass {
    mazurka_pass() : gimple_opt_pass(description, g) {}

    opt_pass *clone() override { return new mazurka_pass; }
    bool gate(function *) override { return sanitize_flags_p(SANITIZE_THREAD); }

    unsigned execute(function *code) override
    {
        bool changed = false;
        basic_block block;
        FOR_EACH_BB_FN (block, code) {
            for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
                gcall *call = dyn_cast<gcall *>(gsi_stmt(at));
                if (!call || gimple_call_internal_p(call))
                    continue;
                changed |= call_library(call);
                changed |= divide_arguments(&at, call);
                changed |= divide_result(&at, call);
            }
        }
        if (!changed)
            return 0;
        mark_virtual_operands_for_renaming(code);
        return TODO_update_ssa;
    }
};

} // namespace

int plugin_init(plugin_name_args *plugin, plugin_gcc_version *running)
{
    if (strcmp(running->basever, gcc_version.basever) != 0) {
        error("Mazurka was built with gcc %s, and this is %s: build it again", gcc_version.basever, running->basever);
        return 1;
    }
    /* the pass that puts in the hooks has one name with optimization and another without */
    static const char *const names[] = {"tsan", "tsan0"};
    for (const char *name : names) {
        register_pass_info where = {new mazurka_pass, name, 1, PASS_POS_INSERT_BEFORE};
        register_callback(plugin->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &where);
    }
    return 0;
}
