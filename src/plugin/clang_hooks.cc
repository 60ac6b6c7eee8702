/* clang_hooks.cc - a plugin for clang that tells of memory which a function takes from the stack as it goes, of calls through
 * pointers, and of inline assembly that accesses memory (assembly.h).
 *
 *     p = alloca(n);     becomes   before = sp; p = alloca(n); mz_fresh(p, n, before);
 *     f();               becomes   mz_calls(f); f();   where f is a pointer
 * More is taken than what is asked for. Arrays of variable length are made that way, too. Without it such memory begins with what
 * other functions have left there: equal states would look different. gcc_hooks.cc does the same for gcc.
 *
 * C++ because LLVM's interface is; built only where its headers are installed.
 */
#include "assembly.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
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

struct mazurka_pass : PassInfoMixin<mazurka_pass> {
    PreservedAnalyses run(Function &function, FunctionAnalysisManager &)
    {
        if (!function.hasFnAttribute(Attribute::SanitizeThread))
            return PreservedAnalyses::all();
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

/* As the compiler was given it: what it knows of files is divided at the folder that they have in common with its own. */
std::string file_of(const DILocation *place, const DISubprogram *function)
{
    bool here = function && function->getUnit() && place->getDirectory() == function->getUnit()->getDirectory();
    return here || place->getDirectory().empty() ? place->getFilename().str() : (place->getDirectory() + "/" + place->getFilename()).str();
}

void look_at_assembly(Function &function, assembly::places *unseen)
{
    const DISubprogram *source = function.getSubprogram();
    std::string name = (source ? source->getName() : function.getName()).str() + "()";
    for (BasicBlock &block : function) {
        for (Instruction &at : block) {
            auto *call = dyn_cast<CallBase>(&at);
            auto *code = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
            if (!code || !assembly_does_something(std::string(code->getAsmString()).c_str()) || !accesses_memory(code))
                continue;
            const DILocation *place = call->getDebugLoc();
            unseen->note(place ? file_of(place, source) : "?", place ? place->getLine() : 0, name);
        }
    }
}

struct assembly_pass : PassInfoMixin<assembly_pass> {
    PreservedAnalyses run(Module &module, ModuleAnalysisManager &)
    {
        assembly::places unseen;
        for (Function &function : module)
            look_at_assembly(function, &unseen);
        if (assembly_does_something(module.getModuleInlineAsm().c_str()))
            unseen.note_outside(module.getSourceFileName());
        if (!unseen.found.empty())
            module.appendModuleInlineAsm(unseen.section());
        return PreservedAnalyses::all();
    }

    static bool isRequired() { return true; }
};

void register_pass(PassBuilder &builder)
{
    builder.registerPipelineStartEPCallback([](ModulePassManager &passes, auto) {
        passes.addPass(assembly_pass());
        passes.addPass(createModuleToFunctionPassAdaptor(mazurka_pass()));
    });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "mazurka", "1", register_pass};
}
