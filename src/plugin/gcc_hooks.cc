/* gcc_hooks.cc - a plugin for gcc that closes the gaps in its own -fsanitize=thread.
 *
 * gcc puts a hook before every load and store, but forgets those that belong to a call or to a bit-field:
 *     object = f();      a struct that f returns is stored without a hook
 *     f(object);         a struct that is passed by value is read without a hook
 *     __builtin_memcpy   and its like are expanded in place without a hook, whatever -fno-builtin says
 *     object.bits = 1;   reads the bits beside it, to write them back, but only the write has a hook
 *     int a[n]; alloca   memory that a function takes from the stack as it goes is not announced at all
 *     #pragma omp atomic where the processor has no instruction for it, a compare and exchange without a hook
 *     #pragma omp task   a shared variable that the task only reads is copied when the task is made: no race is left of a later write
 * A write that nobody announces cannot be undone, and a read that nobody announces cannot be interleaved. So, just before
 * gcc puts in its hooks, this pass takes structs through a local variable (which makes the load or store a statement of its
 * own, with a hook), turns the expanded functions into calls of the library's, and writes an update of a bit-field as the
 * load and the store that it is. It tells where new memory on the stack begins, which otherwise would hold what others have left
 * there. Of these gaps clang has the last one only: clang_hooks.cc. And it tells which function a call through a pointer will call:
 * one of a library without hooks is called in another way (world/outside/library_code.h).
 *
 * Inline assembly gets no hooks, and none can be made up for it, nor for most builtins of the processor's. Where they access memory, the
 * place is noted (assembly.h).
 *
 * C++ because gcc's interface is; built only where the compiler's plugin headers are installed.
 */
#include "plugin/assembly_notes.h"
#include "plugin/gcc_volatile.h"

#include "tree-pass.h"
#include "ssa.h"
#include "tree-cfg.h"
#include "tree-into-ssa.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "gimple-fold.h"
#include "builtins.h"
#include "stringpool.h"
#include "attribs.h"
#include "calls.h"
#include "asan.h"
#include "diagnostic-core.h"
#include "plugin-version.h"
#include "cgraph.h"
#include "output.h"
#include "gimple-pretty-print.h"
#include "options.h"

int plugin_is_GPL_compatible;

namespace {

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

/* A bit-field of a structure: its bits, and the bytes that the language lets its update write (those of all bit-fields
 * that follow each other), both counted from the start of the structure. */
struct bit_field {
    tree          object;
    HOST_WIDE_INT first, end;
    HOST_WIDE_INT low, high;
};

bool is_constant(tree field)
{
    return tree_fits_shwi_p(bit_position(field)) && tree_fits_shwi_p(DECL_SIZE(field));
}

/* Fields that fill a char, a short or the like are no bit-fields to gcc: they are stored without a read. */
bool find_bit_field(tree to, bit_field *found)
{
    if (TREE_CODE(to) != COMPONENT_REF || !DECL_BIT_FIELD(TREE_OPERAND(to, 1)) || reverse_storage_order_for_component_p(to))
        return false;
    tree field = TREE_OPERAND(to, 1), all = DECL_BIT_FIELD_REPRESENTATIVE(field);
    if (!all)
        all = field;
    if (!is_constant(field) || !is_constant(all))
        return false;
    found->object = TREE_OPERAND(to, 0);
    found->first = int_bit_position(field);
    found->end = found->first + tree_to_shwi(DECL_SIZE(field));
    found->low = int_bit_position(all) / BITS_PER_UNIT;
    found->high = CEIL(int_bit_position(all) + tree_to_shwi(DECL_SIZE(all)), BITS_PER_UNIT);
    return true;
}

/* What one instruction can load and store. */
struct unit {
    HOST_WIDE_INT start, size;
};

/* The unit in which to change the bits from `first` on: all that may be written if it has such a size, otherwise the smallest
 * that holds the bits. It can end before the bits do: three bytes make two units. */
unit choose_unit(const bit_field &f, HOST_WIDE_INT first)
{
    enum { LARGEST = 16 };
    HOST_WIDE_INT room = f.high - f.low, start = first / BITS_PER_UNIT;
    if (pow2p_hwi(room) && room <= LARGEST)
        return {f.low, room};
    HOST_WIDE_INT size = HOST_WIDE_INT_1 << ceil_log2(CEIL(f.end, BITS_PER_UNIT) - start);
    while (size > room || size > LARGEST)
        size /= 2;
    return {MIN(start, f.high - size), size};
}

/* The memory of a unit, whatever it is aligned to and of whatever type it is otherwise. */
tree unit_memory(const bit_field &f, const unit &u, tree address, bool is_volatile)
{
    tree type = build_nonstandard_integer_type(u.size * BITS_PER_UNIT, 1);
    tree any = build_pointer_type_for_mode(char_type_node, ptr_mode, true);
    unsigned align = get_object_alignment(f.object), shift = u.start * BITS_PER_UNIT & (align - 1);
    if (shift)
        align = least_bit_hwi(shift);
    if (align < TYPE_ALIGN(type))
        type = build_aligned_type(type, align);
    tree memory = build2(MEM_REF, type, unshare_expr(address), build_int_cst(any, u.start));
    TREE_THIS_VOLATILE(memory) = TREE_SIDE_EFFECTS(memory) = is_volatile;
    return memory;
}

/* Bits [from, from + width) of a value. */
tree part_of(gimple_seq *code, location_t where, tree value, HOST_WIDE_INT from, HOST_WIDE_INT width)
{
    if (from > 0)
        value = gimple_build(code, where, RSHIFT_EXPR, TREE_TYPE(value), value, build_int_cst(unsigned_type_node, from));
    return gimple_convert(code, where, build_nonstandard_integer_type(width, 1), value);
}

/* The unit as it shall be: the old one with the value in it. */
tree changed_unit(gimple_seq *code, gassign *store, const unit &u, tree memory, HOST_WIDE_INT first, tree value)
{
    tree type = TYPE_MAIN_VARIANT(TREE_TYPE(memory)), old = make_ssa_name(type);
    gimple_seq_add_stmt(code, assignment(old, unshare_expr(memory), store));
    tree place = bitsize_int(first - u.start * BITS_PER_UNIT);
    return gimple_build(code, gimple_location(store), BIT_INSERT_EXPR, type, old, value, place);
}

/* object.field = value;   becomes   old = bytes; new = old with the value in it; bytes = new; */
bool divide_update(gimple_stmt_iterator *at, gassign *store)
{
    bit_field f;
    tree to = gimple_assign_lhs(store), value = gimple_assign_rhs1(store);
    if (!gimple_assign_single_p(store) || !is_gimple_val(value) || !find_bit_field(to, &f) || is_private(to))
        return false;
    gimple_seq code = nullptr;
    location_t where = gimple_location(store);
    tree address = build_fold_addr_expr(unshare_expr(f.object));
    address = force_gimple_operand_1(address, &code, is_gimple_mem_ref_addr, NULL_TREE);
    value = gimple_convert(&code, where, build_nonstandard_integer_type(f.end - f.first, 1), value);
    for (HOST_WIDE_INT first = f.first, end; first < f.end; first = end) {
        unit u = choose_unit(f, first);
        end = MIN(f.end, (u.start + u.size) * BITS_PER_UNIT);
        tree memory = unit_memory(f, u, address, TREE_THIS_VOLATILE(to));
        tree part = part_of(&code, where, value, first - f.first, end - first);
        if (end - first < u.size * BITS_PER_UNIT)
            part = changed_unit(&code, store, u, memory, first, part);
        if (end < f.end) {
            gimple_seq_add_stmt(&code, assignment(memory, part, store));
        } else {
            gimple_assign_set_lhs(store, memory);
            gimple_assign_set_rhs1(store, part);
        }
    }
    gsi_insert_seq_before(at, code, GSI_SAME_STMT);
    update_stmt(store);
    return true;
}

/* --- memory on the stack -------------------------------------------------------------------------------------------------- */

/* p = alloca(n);   becomes   before = sp; p = alloca(n); mz_fresh(p, n, before);   More is taken than what is asked for. Arrays of
 * variable length are made that way, too. */
bool announce_memory(gimple_stmt_iterator *at, gcall *call)
{
    tree memory = gimple_call_lhs(call);
    if (!gimple_alloca_call_p(call) || !memory)
        return false;
    tree before = make_ssa_name(ptr_type_node);
    gcall *save = gimple_build_call(builtin_decl_implicit(BUILT_IN_STACK_SAVE), 0);
    gimple_call_set_lhs(save, before);
    gimple_set_location(save, gimple_location(call));
    gsi_insert_before(at, save, GSI_SAME_STMT);
    tree type = build_function_type_list(void_type_node, ptr_type_node, size_type_node, ptr_type_node, NULL_TREE);
    gcall *fresh = gimple_build_call(build_fn_decl("mz_fresh", type), 3, memory, gimple_call_arg(call, 0), before);
    gimple_set_location(fresh, gimple_location(call));
    gsi_insert_after(at, fresh, GSI_NEW_STMT);
    return true;
}

/* --- calls through pointers ------------------------------------------------------------------------------------------------ */

/* f(…);   becomes   mz_calls(f); f(…);   where f is a pointer. Nothing must come between the two: binary/liveness/stays.c looks. */
bool announce_pointer(gimple_stmt_iterator *at, gcall *call)
{
    tree function = gimple_call_fn(call);
    if (gimple_call_fndecl(call) || !function)
        return false;
    if (TREE_CODE(function) == OBJ_TYPE_REF)
        function = OBJ_TYPE_REF_EXPR(function);
    if (TREE_CODE(function) != SSA_NAME)
        return false;
    tree type = build_function_type_list(void_type_node, ptr_type_node, NULL_TREE);
    gcall *hook = gimple_build_call(build_fn_decl("mz_calls", type), 1, function);
    gimple_set_location(hook, gimple_location(call));
    gsi_insert_before(at, hook, GSI_SAME_STMT);
    return true;
}

/* --- pointers to member functions --------------------------------------------------------------------------------------------- */

/* Their two parts are fields that gcc gives no hooks. */
bool is_part_of_member_pointer(tree object)
{
    tree name = TREE_CODE(object) == COMPONENT_REF ? DECL_NAME(TREE_OPERAND(object, 1)) : NULL_TREE;
    return name && (strcmp(IDENTIFIER_POINTER(name), "__pfn") == 0 || strcmp(IDENTIFIER_POINTER(name), "__delta") == 0) &&
           !is_private(object);
}

/* The same memory, not as a field. */
tree plain_memory(gimple_stmt_iterator *at, tree object)
{
    gimple_seq code = nullptr;
    tree address = build_fold_addr_expr(unshare_expr(TREE_OPERAND(object, 0)));
    address = force_gimple_operand_1(address, &code, is_gimple_mem_ref_addr, NULL_TREE);
    gsi_insert_seq_before(at, code, GSI_SAME_STMT);
    tree any = build_pointer_type_for_mode(char_type_node, ptr_mode, true);
    return build2(MEM_REF, TREE_TYPE(object), address, build_int_cst(any, int_byte_position(TREE_OPERAND(object, 1))));
}

bool show_member_pointer(gimple_stmt_iterator *at, gassign *assign)
{
    if (!gimple_assign_single_p(assign))
        return false;
    bool stores = is_part_of_member_pointer(gimple_assign_lhs(assign)), loads = is_part_of_member_pointer(gimple_assign_rhs1(assign));
    if (stores)
        gimple_assign_set_lhs(assign, plain_memory(at, gimple_assign_lhs(assign)));
    if (loads)
        gimple_assign_set_rhs1(assign, plain_memory(at, gimple_assign_rhs1(assign)));
    if (stores || loads)
        update_stmt(assign);
    return stores || loads;
}

/* --- inline assembly ----------------------------------------------------------------------------------------------------- */

assembly::places unseen;

/* An operand that is memory itself, not a value loaded from it before or stored after, and known elsewhere. */
bool is_memory(tree operand)
{
    tree value = TREE_VALUE(operand);
    return TREE_CODE(value) != SSA_NAME && !is_gimple_min_invariant(value) && !is_gimple_reg(value) && !is_private(value);
}

bool accesses_memory(gasm *code)
{
    for (unsigned i = 0; i < gimple_asm_nclobbers(code); i++)
        if (strcmp(TREE_STRING_POINTER(TREE_VALUE(gimple_asm_clobber_op(code, i))), "memory") == 0)
            return true;
    for (unsigned i = 0; i < gimple_asm_noutputs(code); i++)
        if (is_memory(gimple_asm_output_op(code, i)))
            return true;
    for (unsigned i = 0; i < gimple_asm_ninputs(code); i++)
        if (is_memory(gimple_asm_input_op(code, i)))
            return true;
    return false;
}

void look_at_assembly(gasm *code)
{
    const char *text = gimple_asm_string(code), *file = gimple_filename(code);
    if ((assembly_does_something(text) && accesses_memory(code)) || assembly_accesses_memory(text))
        unseen.note(file ? file : "?", gimple_lineno(code), std::string(current_function_name()) + "()");
}

/* --- builtins of the processor's ------------------------------------------------------------------------------------------- */

/* The size of a vector by the end of its builtin's name: v4si, di. 0: another one. */
unsigned vector_bytes(const char *name)
{
    static const struct { const char *name; unsigned bytes; } elements[] = {
        {"qi", 1}, {"hi", 2}, {"hf", 2}, {"bf", 2}, {"si", 4}, {"sf", 4}, {"di", 8}, {"df", 8}};
    unsigned count = 1;
    if (*name == 'v')
        count = strtoul(name + 1, const_cast<char **>(&name), 10);
    for (const auto &element : elements)
        if (strncmp(name, element.name, 2) == 0 && (name[2] == '\0' || name[2] == '_'))
            return count * element.bytes;
    return 0;
}

/* What a builtin accesses at its first pointer: all of the registers that it names. 0: that is not known. */
unsigned accessed_bytes(gcall *call, const char *name, bool *stores)
{
    static const char aarch64[] = "__builtin_aarch64_", x86[] = "__builtin_ia32_";
    tree lhs = gimple_call_lhs(call);
    if (startswith(name, aarch64)) { /* ld2v4si, st1x3v8hi */
        const char *form = name + strlen(aarch64);
        *stores = startswith(form, "st");
        if (!*stores && !startswith(form, "ld"))
            return 0;
        form += form[2] == '1' && form[3] == 'x' ? 4 : 2;
        return *form >= '2' && *form <= '4' ? (*form - '0') * vector_bytes(form + 1) : 0;
    }
    *stores = startswith(name, x86) && startswith(name + strlen(x86), "movnt") && !lhs;
    bool loads = lhs && (strstr(name, "lddqu") || strstr(name, "movntdqa"));
    tree value = *stores && gimple_call_num_args(call) == 2 ? gimple_call_arg(call, 1) : loads ? lhs : NULL_TREE;
    return value ? tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(value))) : 0;
}

tree first_pointer(gcall *call)
{
    for (unsigned i = 0; i < gimple_call_num_args(call); i++)
        if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
            return gimple_call_arg(call, i);
    return NULL_TREE;
}

/* Those that only look at addresses or caches. */
bool is_harmless(const char *name)
{
    return strstr(name, "prefetch") || strstr(name, "clflush") || strstr(name, "clwb") || strstr(name, "cldemote") ||
           strstr(name, "monitor");
}

/* gcc gives them no hooks. */
bool announce_builtin(gimple_stmt_iterator *at, gcall *call)
{
    tree pointer = gimple_call_builtin_p(call, BUILT_IN_MD) && gimple_vuse(call) ? first_pointer(call) : NULL_TREE;
    if (!pointer)
        return false;
    const char *name = IDENTIFIER_POINTER(DECL_NAME(gimple_call_fndecl(call))), *file = gimple_filename(call);
    bool stores;
    unsigned size = accessed_bytes(call, name, &stores);
    if (size == 0 && !is_harmless(name))
        unseen.note_builtin(file ? file : "?", gimple_lineno(call), std::string(current_function_name()) + "()", name);
    if (size == 0)
        return false;
    tree type = build_function_type_list(void_type_node, ptr_type_node, size_type_node, NULL_TREE);
    gcall *hook = gimple_build_call(build_fn_decl(stores ? "__tsan_write_range" : "__tsan_read_range", type), 2, pointer, size_int(size));
    gimple_set_location(hook, gimple_location(call));
    gsi_insert_before(at, hook, GSI_SAME_STMT);
    return true;
}

/* --- OpenMP's atomic updates ---------------------------------------------------------------------------------------------------- */

/* {old, done} = .ATOMIC_COMPARE_EXCHANGE(p, expected, desired, …);   becomes   old = __tsan_atomic…(p, expected, desired, …) and a
 * comparison. Of the program's own functions gcc makes no such call where it puts in hooks; it does not look for those of OpenMP. */
bool announce_exchange(gimple_stmt_iterator *at, gcall *call)
{
    if (!gimple_call_internal_p(call, IFN_ATOMIC_COMPARE_EXCHANGE))
        return false;
    tree both = gimple_call_lhs(call), expected = gimple_call_arg(call, 1), type = TREE_TYPE(expected);
    unsigned bits = (tree_to_uhwi(gimple_call_arg(call, 3)) & 255) * BITS_PER_UNIT;
    std::string name = "__tsan_atomic" + std::to_string(bits) + "_compare_exchange_val";
    tree function = build_fn_decl(name.c_str(), build_function_type_list(type, ptr_type_node, type, type, integer_type_node,
                                                                         integer_type_node, NULL_TREE));
    gcall *hook = gimple_build_call(function, 5, gimple_call_arg(call, 0), expected, gimple_call_arg(call, 2), gimple_call_arg(call, 4),
                                    gimple_call_arg(call, 5));
    tree old = make_ssa_name(type);
    gimple_call_set_lhs(hook, old);
    gimple_set_location(hook, gimple_location(call));
    if (!both) {
        gsi_replace(at, hook, true);
        return true;
    }
    gimple_seq code = nullptr;
    gimple_seq_add_stmt(&code, hook);
    tree done = gimple_build(&code, gimple_location(call), EQ_EXPR, boolean_type_node, old, expected);
    done = gimple_convert(&code, gimple_location(call), type, done);
    gsi_insert_seq_before(at, code, GSI_SAME_STMT);
    gsi_replace(at, gimple_build_assign(both, COMPLEX_EXPR, old, done), true);
    return true;
}

void look_outside_functions(void *, void *)
{
    for (asm_node *node = symtab->first_asm_symbol(); node; node = node->next)
        if (assembly_does_something(TREE_STRING_POINTER(node->asm_str)))
            unseen.note_outside(main_input_filename);
}

/* ---- volatile accesses ------------------------------------------------------------------------------------------------------- */

bool volatile_is_relaxed, has_relaxed;

bool relax(gimple_stmt_iterator *at, gassign *assign)
{
    bool relaxed = volatile_is_relaxed && relax_volatile(at, assign);
    has_relaxed |= relaxed;
    return relaxed;
}

void leave_notes(void *, void *)
{
    if (!asm_out_file || seen_error())
        return;
    if (!unseen.found.empty())
        fputs(unseen.section().c_str(), asm_out_file);
    if (volatile_is_relaxed)
        fputs(assembly::relaxed_volatile_section(has_relaxed).c_str(), asm_out_file);
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
                if (gasm *statement = dyn_cast<gasm *>(gsi_stmt(at)))
                    look_at_assembly(statement);
                if (gassign *assign = dyn_cast<gassign *>(gsi_stmt(at)))
                    changed |= divide_update(&at, assign) || show_member_pointer(&at, assign) || relax(&at, assign);
                gcall *call = dyn_cast<gcall *>(gsi_stmt(at));
                if (call && announce_exchange(&at, call)) {
                    changed = true;
                    continue;
                }
                if (!call || gimple_call_internal_p(call))
                    continue;
                if (announce_memory(&at, call)) {
                    changed = true;
                    continue;
                }
                changed |= announce_builtin(&at, call);
                changed |= call_library(call);
                changed |= divide_arguments(&at, call);
                changed |= announce_pointer(&at, call);
                changed |= divide_result(&at, call);
            }
        }
        if (!changed)
            return 0;
        mark_virtual_operands_for_renaming(code);
        return TODO_update_ssa;
    }
};

/* ---- shared variables of OpenMP's tasks --------------------------------------------------------------------------- */

/* Variables that are declared inside of a task are its own. */
tree share_with_task(tree *at, int *, void *own)
{
    auto *inside = static_cast<hash_set<tree> *>(own);
    if (TREE_CODE(*at) == BIND_EXPR)
        for (tree variable = BIND_EXPR_VARS(*at); variable; variable = DECL_CHAIN(variable))
            inside->add(variable);
    bool local = (VAR_P(*at) && !is_global_var(*at) && !DECL_HARD_REGISTER(*at)) || TREE_CODE(*at) == PARM_DECL;
    if (local && is_gimple_reg_type(TREE_TYPE(*at)) && TREE_CODE(TREE_TYPE(*at)) != REFERENCE_TYPE && !inside->contains(*at))
        TREE_ADDRESSABLE(*at) = 1;
    return NULL_TREE;
}

tree look_for_task(tree *at, int *, void *)
{
    if (TREE_CODE(*at) == OMP_TASK || TREE_CODE(*at) == OMP_TASKLOOP) {
        hash_set<tree> inside;
        walk_tree_without_duplicates(at, share_with_task, &inside);
    }
    return NULL_TREE;
}

/* gcc copies what a task shares and only reads, for whoever writes it meanwhile makes a race; but not a variable whose address is taken. */
void keep_shared(void *function, void *)
{
    if (flag_openmp && DECL_SAVED_TREE(static_cast<tree>(function)))
        walk_tree_without_duplicates(&DECL_SAVED_TREE(static_cast<tree>(function)), look_for_task, nullptr);
}

} // namespace

int plugin_init(plugin_name_args *plugin, plugin_gcc_version *running)
{
    if (strcmp(running->basever, gcc_version.basever) != 0) {
        error("Mazurka was built with gcc %s, and this is %s: build it again", gcc_version.basever, running->basever);
        return 1;
    }
#ifdef param_tsan_distinguish_volatile
    param_tsan_distinguish_volatile = 1; /* reports tell of races that -fvolatile=relaxed does without */
#endif
    /* gcc has no options for plugins with a dash in their names */
    volatile_is_relaxed = strstr(plugin->full_name, RELAXED_VOLATILE_FOLDER);
    /* the pass that puts in the hooks has one name with optimization and another without */
    static const char *const names[] = {"tsan", "tsan0"};
    for (const char *name : names) {
        register_pass_info where = {new mazurka_pass, name, 1, PASS_POS_INSERT_BEFORE};
        register_callback(plugin->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &where);
    }
    register_callback(plugin->base_name, PLUGIN_PRE_GENERICIZE, keep_shared, nullptr);
    register_callback(plugin->base_name, PLUGIN_ALL_IPA_PASSES_START, look_outside_functions, nullptr);
    register_callback(plugin->base_name, PLUGIN_FINISH_UNIT, leave_notes, nullptr);
    return 0;
}
