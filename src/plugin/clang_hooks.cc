/* clang_hooks.cc - a plugin for clang that tells of memory which a function takes from the stack as it goes.
 *
 *     p = alloca(n);     becomes   before = sp; p = alloca(n); mz_fresh(p, n, before);
 * More is taken than what is asked for. Arrays of variable length are made that way, too. Without it such memory begins with what
 * other functions have left there: equal states would look different. gcc_hooks.cc does the same for gcc.
 *
 * C++ because LLVM's interface is; built only where its headers are installed.
 */
#include <vector>

#include <llvm/IR/IRBuilder.h>
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

struct mazurka_pass : PassInfoMixin<mazurka_pass> {
    PreservedAnalyses run(Function &function, FunctionAnalysisManager &)
    {
        std::vector<AllocaInst *> found;
        if (function.hasFnAttribute(Attribute::SanitizeThread))
            found = dynamic_memory(function);
        for (AllocaInst *memory : found)
            announce(memory);
        return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
    }

    static bool isRequired() { return true; } /* without optimization, too */
};

void register_pass(PassBuilder &builder)
{
    builder.registerPipelineStartEPCallback([](ModulePassManager &passes, auto) {
        passes.addPass(createModuleToFunctionPassAdaptor(mazurka_pass()));
    });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "mazurka", "1", register_pass};
}
