/* clang_volatile.cc - see clang_volatile.h. */
#include "plugin/clang_volatile.h"

#include <set>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace {

using namespace llvm;

/* Does the function only load, store and look at parts of a variable? Then it is its own. */
bool is_kept(const Value *address)
{
    for (const User *user : address->users()) {
        auto *store = dyn_cast<StoreInst>(user);
        bool part = isa<GetElementPtrInst>(user) || isa<BitCastInst>(user);
        bool accessed = isa<LoadInst>(user) || (store && store->getValueOperand() != address) || isa<DbgInfoIntrinsic>(user);
        auto *builtin = dyn_cast<IntrinsicInst>(user);
        if (!accessed && !(builtin && builtin->isLifetimeStartOrEnd()) && !(part && is_kept(user)))
            return false;
    }
    return true;
}

bool is_own(const Value *address)
{
    auto *variable = dyn_cast<AllocaInst>(getUnderlyingObject(address, 0));
    return variable && is_kept(variable);
}

bool is_bit_field(const LoadInst *load)
{
    return load->getName().startswith("bf.load");
}

/* The access that is neither atomic nor anything else than volatile; nullptr: it is none. */
const Value *volatile_address(const Instruction &at)
{
    auto *load = dyn_cast<LoadInst>(&at);
    auto *store = dyn_cast<StoreInst>(&at);
    bool plain = (load && load->isVolatile() && !load->isAtomic()) || (store && store->isVolatile() && !store->isAtomic());
    return plain ? getLoadStorePointerOperand(&at) : nullptr;
}

bool is_one_access(Instruction &at, const DataLayout &layout)
{
    Type *type = getLoadStoreType(&at);
    if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy())
        return false;
    uint64_t bits = layout.getTypeSizeInBits(type).getFixedSize();
    bool one = bits == 8 || bits == 16 || bits == 32 || bits == 64;
    return one && getLoadStoreAlignment(&at).value() >= bits / 8 && getLoadStoreAddressSpace(&at) == 0;
}

/* The update of a bit-field loads and stores at one address. */
std::set<const Value *> bit_fields(const Function &function)
{
    std::set<const Value *> found;
    for (const BasicBlock &block : function)
        for (const Instruction &at : block)
            if (auto *load = dyn_cast<LoadInst>(&at); load && is_bit_field(load))
                found.insert(load->getPointerOperand());
    return found;
}

bool relax(Function &function)
{
    bool changed = false;
    std::set<const Value *> fields = bit_fields(function);
    for (BasicBlock &block : function) {
        for (Instruction &at : block) {
            const Value *address = volatile_address(at);
            if (!address || fields.count(address) || is_own(address) || !is_one_access(at, function.getParent()->getDataLayout()))
                continue;
            changed = true;
            if (auto *load = dyn_cast<LoadInst>(&at))
                load->setOrdering(AtomicOrdering::Monotonic);
            else
                cast<StoreInst>(&at)->setOrdering(AtomicOrdering::Monotonic);
        }
    }
    return changed;
}

} // namespace

bool relax_volatile(Module &module)
{
    bool changed = false;
    for (Function &function : module)
        changed |= function.hasFnAttribute(Attribute::SanitizeThread) && relax(function);
    return changed;
}
