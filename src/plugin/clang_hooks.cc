/* clang_hooks.cc - a plugin for clang that tells of memory which a function takes from the stack as it goes, and of calls through
 * pointers.
 *
 *     p = alloca(n);     becomes   before = sp; p = alloca(n); mz_fresh(p, n, before);
 *     f();               becomes   mz_calls(f); f();   where f is a pointer
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
