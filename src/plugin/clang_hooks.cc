/* clang_hooks.cc - a plugin for clang that tells of memory which a function takes from the stack as it goes, of calls through
 * pointers, of builtins that access memory, and of inline assembly that does (assembly.h).
 *
 *     p = alloca(n);     becomes   before = sp; p = alloca(n); mz_fresh(p, n, before);
 *     f();               becomes   mz_calls(f); f();   where f is a pointer
 * More is taken than what is asked for. Arrays of variable length are made that way, too. Without it such memory begins with what
 * other functions have left there: equal states would look different. gcc_hooks.cc does the same for gcc.
 *
 * C++ because LLVM's interface is; built only where its headers are installed.
 */
#include "plugin/assembly_notes.h"
#include "plugin/clang_volatile.h"

#include <dlfcn.h>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

namespace {

using namespace llvm;

/* The others are parts of the frame. */
std::vector<AllocaInst *> dynamic_memory(Function &function)
{
    std::vector<AllocaInst *> found;
    for (BasicBlock &block : function)
        for (Instruction &at : block)
            if (auto *memory = dyn_cast<AllocaInst>(&at); memory && !memory->isStaticAlloca())
                found.push_back(memory);
    return found;
}

#if LLVM_VERSION_MAJOR >= 18
Type *pointer_type(IRBuilder<> &code) { return code.getPtrTy(); }
Value *stack_pointer(IRBuilder<> &code, Module *) { return code.CreateStackSave(); }
#else
Type *pointer_type(IRBuilder<> &code) { return code.getInt8PtrTy(); }
Value *stack_pointer(IRBuilder<> &code, Module *module)
{
    return code.CreateCall(Intrinsic::getDeclaration(module, Intrinsic::stacksave));
}
#endif

void announce(AllocaInst *memory)
{
    Module *module = memory->getModule();
    IRBuilder<> ahead(memory), code(memory->getNextNode());
    Type *size_type = code.getInt64Ty(), *pointer = pointer_type(code);
    Value *before = stack_pointer(ahead, module);
    FunctionCallee fresh = module->getOrInsertFunction("mz_fresh", code.getVoidTy(), pointer, size_type, pointer);
    uint64_t each = module->getDataLayout().getTypeAllocSize(memory->getAllocatedType());
    Value *count = code.CreateZExtOrTrunc(memory->getArraySize(), size_type);
    Value *size = code.CreateMul(count, ConstantInt::get(size_type, each));
    code.CreateCall(fresh, {code.CreatePointerCast(memory, pointer), size, before});
}

std::vector<CallBase *> calls_through_pointers(Function &function)
{
    std::vector<CallBase *> found;
    for (BasicBlock &block : function)
        for (Instruction &at : block)
            if (auto *call = dyn_cast<CallBase>(&at); call && call->isIndirectCall())
                found.push_back(call);
    return found;
}

void announce(CallBase *call)
{
    IRBuilder<> code(call);
    Type *pointer = pointer_type(code);
    FunctionCallee hook = call->getModule()->getOrInsertFunction("mz_calls", code.getVoidTy(), pointer);
    code.CreateCall(hook, {code.CreatePointerCast(call->getCalledOperand(), pointer)});
}

/* --- functions that ask for no hooks ----------------------------------------------------------------------------------------- */

/* Neither atomic nor to what is the function's own, or its caller's for its result. */
bool is_plain_access(const Instruction &at)
{
    auto *load = dyn_cast<LoadInst>(&at);
    auto *store = dyn_cast<StoreInst>(&at);
    if (isa<MemIntrinsic>(&at))
        return true;
    if ((!load || load->isAtomic()) && (!store || store->isAtomic()))
        return false;
    const Value *object = getUnderlyingObject(load ? load->getPointerOperand() : store->getPointerOperand(), 0);
    auto *argument = dyn_cast<Argument>(object);
    return !isa<AllocaInst>(object) && !(argument && argument->hasStructRetAttr());
}

/* clang gives hooks to atomics of such functions, too: with them a function would look as if it had all. */
bool has_plain_accesses(const Function &function)
{
    for (const BasicBlock &block : function)
        if (std::any_of(block.begin(), block.end(), is_plain_access))
            return true;
    return false;
}

struct mazurka_pass : PassInfoMixin<mazurka_pass> {
    PreservedAnalyses run(Function &function, FunctionAnalysisManager &)
    {
        if (!function.hasFnAttribute(Attribute::SanitizeThread)) {
            if (has_plain_accesses(function))
                function.addFnAttr(Attribute::DisableSanitizerInstrumentation);
            return PreservedAnalyses::all();
        }
        std::vector<AllocaInst *> found = dynamic_memory(function);
        std::vector<CallBase *> calls = calls_through_pointers(function);
        for (AllocaInst *memory : found)
            announce(memory);
        for (CallBase *call : calls)
            announce(call);
        return found.empty() && calls.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
    }

    static bool isRequired() { return true; } /* without optimization, too */
};

/* --- builtins -------------------------------------------------------------------------------------------------------------- */

bool is_pointer(const Value *value)
{
    return value->getType()->isPtrOrPtrVectorTy();
}

/* clang gives hooks to loads, stores and copies; what has a pointer of the rest, and is known to no pass but that of its processor, gets
 * none. Those that only look at addresses or caches need none. */
bool goes_unseen(const IntrinsicInst *call)
{
    static const char *const known[] = {"llvm.lifetime.", "llvm.invariant.", "llvm.dbg.", "llvm.assume", "llvm.va_", "llvm.stack",
        "llvm.prefetch", "llvm.var.annotation", "llvm.ptr.annotation", "llvm.annotation", "llvm.launder.", "llvm.strip.", "llvm.eh.",
        "llvm.coro.", "llvm.experimental.", "llvm.objectsize", "llvm.ptrmask", "llvm.type.", "llvm.clear_cache", "llvm.init.trampoline",
        "llvm.adjust.trampoline", "llvm.local", "llvm.gc", "llvm.instrprof", "llvm.pseudoprobe", "llvm.public.type.", "llvm.is.constant",
        "llvm.threadlocal.address", "llvm.frameaddress", "llvm.returnaddress", "llvm.x86.sse2.clflush", "llvm.x86.clflushopt",
        "llvm.x86.clwb", "llvm.x86.cldemote", "llvm.x86.prefetch", "llvm.aarch64.prefetch", "llvm.aarch64.sve.prf"};
    if (isa<MemIntrinsic>(call) || isa<DbgInfoIntrinsic>(call) || !call->mayReadOrWriteMemory() ||
        call->onlyAccessesInaccessibleMemory() || std::none_of(call->arg_begin(), call->arg_end(), is_pointer))
        return false;
    StringRef name = call->getCalledFunction()->getName();
    return std::none_of(std::begin(known), std::end(known), [name](const char *prefix) { return name.startswith(prefix); });
}

/* ld2, st3, ld1x4 and the like, of aarch64: they access all of the registers that they name. */
bool is_structure_access(StringRef name, bool *stores)
{
    if (!name.consume_front("llvm.aarch64.neon."))
        return false;
    *stores = name.startswith("st");
    name = name.substr(2).take_until([](char c) { return c == '.'; });
    return name == "2" || name == "3" || name == "4" || name == "1x2" || name == "1x3" || name == "1x4";
}

bool announce(IntrinsicInst *call)
{
    bool stores;
    if (!is_structure_access(call->getCalledFunction()->getName(), &stores))
        return false;
    const DataLayout &layout = call->getModule()->getDataLayout();
    uint64_t size = stores ? 0 : layout.getTypeStoreSize(call->getType()).getFixedSize();
    for (Value *argument : call->args())
        size += stores && !is_pointer(argument) ? layout.getTypeStoreSize(argument->getType()).getFixedSize() : 0;
    IRBuilder<> code(call);
    Type *pointer = pointer_type(code);
    FunctionCallee hook = call->getModule()->getOrInsertFunction(stores ? "__tsan_write_range" : "__tsan_read_range", code.getVoidTy(),
                                                                 pointer, code.getInt64Ty());
    code.CreateCall(hook, {code.CreatePointerCast(call->getArgOperand(call->arg_size() - 1), pointer), code.getInt64(size)});
    return true;
}

/* --- inline assembly ------------------------------------------------------------------------------------------------------- */

bool accesses_memory(const InlineAsm *code)
{
    for (const InlineAsm::ConstraintInfo &operand : code->ParseConstraints()) {
        bool clobber = operand.Type == InlineAsm::isClobber;
        if (operand.isIndirect || (clobber && operand.Codes.size() == 1 && operand.Codes[0] == "{memory}"))
            return true;
    }
    return false;
}

bool goes_unseen(const InlineAsm *code)
{
    std::string text = code->getAsmString();
    return (assembly_does_something(text.c_str()) && accesses_memory(code)) || assembly_accesses_memory(text.c_str());
}

/* As the compiler was given it: what it knows of files is divided at the folder that they have in common with its own. */
std::string file_of(const DILocation *place, const DISubprogram *function)
{
    bool here = function && function->getUnit() && place->getDirectory() == function->getUnit()->getDirectory();
    return here || place->getDirectory().empty() ? place->getFilename().str() : (place->getDirectory() + "/" + place->getFilename()).str();
}

/* The instruction, or, where it has no line and its function is only ever inlined, the calls that it is inlined for: functions of the
 * compiler's headers that stand for builtins are such. */
std::vector<const Instruction *> places_of(const Instruction *at, unsigned depth = 0)
{
    enum { DEEPEST = 8 };
    const Function *function = at->getFunction();
    std::vector<const Instruction *> places;
    bool inlined = function->hasFnAttribute(Attribute::AlwaysInline) &&
                   (function->hasLocalLinkage() || function->hasAvailableExternallyLinkage());
    if (at->getDebugLoc() || !inlined || depth == DEEPEST)
        return {at};
    for (const User *user : function->users()) {
        auto *call = dyn_cast<CallBase>(user);
        if (!call || call->getCalledOperand() != function)
            return {at};
        for (const Instruction *place : places_of(call, depth + 1))
            places.push_back(place);
    }
    return places.empty() ? std::vector<const Instruction *>{at} : places;
}

/* builtin: its name; empty: it is inline assembly. */
void note_places(const Instruction *at, const std::string &builtin, assembly::places *unseen)
{
    for (const Instruction *place : places_of(at)) {
        const DISubprogram *source = place->getFunction()->getSubprogram();
        std::string name = (source ? source->getName() : place->getFunction()->getName()).str() + "()";
        const DILocation *location = place->getDebugLoc();
        std::string file = location ? file_of(location, source) : "?";
        unsigned line = location ? location->getLine() : 0;
        if (builtin.empty())
            unseen->note(file, line, name);
        else
            unseen->note_builtin(file, line, name, builtin);
    }
}

void look_at(Function &function, assembly::places *unseen)
{
    for (BasicBlock &block : function) {
        for (Instruction &at : block) {
            auto *call = dyn_cast<CallBase>(&at);
            auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
            auto *builtin = dyn_cast<IntrinsicInst>(&at);
            bool unseen_builtin = builtin && goes_unseen(builtin) && function.hasFnAttribute(Attribute::SanitizeThread);
            if (unseen_builtin && announce(builtin))
                continue;
            if (unseen_builtin)
                note_places(&at, builtin->getCalledFunction()->getName().str(), unseen);
            else if (code && goes_unseen(code))
                note_places(&at, "", unseen);
        }
    }
}

struct unseen_pass : PassInfoMixin<unseen_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        assembly::places unseen;
        for (Function &function : module)
            look_at(function, &unseen);
        if (assembly_does_something(module.getModuleInlineAsm().c_str()))
            unseen.note_outside(module.getSourceFileName());
        if (!unseen.found.empty())
            module.appendModuleInlineAsm(unseen.section());
        return PreservedAnalyses::none();
    }

    static bool isRequired() { return true; }
};

/* --- volatile accesses ------------------------------------------------------------------------------------------------------- */

struct volatile_pass : PassInfoMixin<volatile_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        module.appendModuleInlineAsm(assembly::relaxed_volatile_section(relax_volatile(module)));
        return PreservedAnalyses::none();
    }

    static bool isRequired() { return true; }
};

/* The name by which the plugin was loaded tells what it is to do. */
bool volatile_is_relaxed()
{
    Dl_info own;
    return dladdr(reinterpret_cast<void *>(&relax_volatile), &own) && StringRef(own.dli_fname).contains(RELAXED_VOLATILE_FOLDER);
}

void register_pass(PassBuilder &builder)
{
    builder.registerPipelineStartEPCallback([](ModulePassManager &passes, auto) {
        passes.addPass(unseen_pass());
        if (volatile_is_relaxed())
            passes.addPass(volatile_pass());
        passes.addPass(createModuleToFunctionPassAdaptor(mazurka_pass()));
    });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "mazurka", "1", register_pass};
}
