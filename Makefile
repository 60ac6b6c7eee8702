# Mazurka: `make demo` shows a found bug, `make test` runs every test, `make check` some in two minutes, `make` builds, `make bench` measures,
# `make peers` compares with other checkers, `make suite` runs the programs with known bugs with every search, `make install` and
# `make uninstall` mind PREFIX and DESTDIR, `make dist` packs the sources.
# demo and test install what is missing (Debian packages, as root); `make` says what that is.

# Every rule is written here: make looks for none of its own, for each of a thousand files, which takes longer than all else it does.
MAKEFLAGS += -r

ARCH    ?= $(shell uname -m)
ARCH    := $(ARCH)
CROSS   ?=
BUILD   ?= build
PREFIX  ?= /usr/local
CC       = $(CROSS)gcc
CSTD     = -std=gnu17
CFLAGS  ?= -O2 -g
# Warnings are errors with the compilers that the tests run with, gcc 12 and clang 14, and with our own flags. Others may know more of
# them: that must not stop a build. WERROR=-Werror is strict with any compiler, WERROR= with none.
COMPILER := $(shell echo __clang_major__-__GNUC__ | $(CC) -E -P -x c - 2>/dev/null | tr -d ' ')
TESTED    = __clang_major__-12 14-4
WERROR   ?= $(if $(and $(filter $(COMPILER),$(TESTED)),$(filter file,$(origin CFLAGS))),-Werror)
WARN      = -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes $(WERROR)
CPPFLAGS = -Isrc -Iinclude -D_GNU_SOURCE -DMZ_VERSION='"$(shell cat VERSION)"'

# --- the runtime: everything that lives inside the checked program -------------------------------------------------
RT_DIRS   = base model wire world probe search reduce property
RT_C      = $(sort $(wildcard $(RT_DIRS:%=src/%/*.c) $(RT_DIRS:%=src/%/*/*.c)))
RT_S      = src/world/switch_$(ARCH).S src/world/outside/outside_$(ARCH).S
RT_O      = $(RT_C:src/%.c=$(BUILD)/rt/%.o) $(RT_S:src/%.S=$(BUILD)/rt/%.o)
# The same for 256 threads in place of 64 (model/threadset.h), for programs that have so many. What knows nothing of threads is the same.
WIDE_C    = $(filter-out src/base/%,$(RT_C))
WIDE_O    = $(WIDE_C:src/%.c=$(BUILD)/wide/%.o) $(filter-out $(WIDE_C:src/%.c=$(BUILD)/rt/%.o),$(RT_O))
WIDE      = -DMZ_WIDE -Wno-psabi
# A digest is two words. Vectors of them are made from words that were stored a moment ago, one by one, and the processor waits.
RT_FLAGS  = -fPIC -fvisibility=hidden -fno-stack-protector -fomit-frame-pointer -fno-tree-slp-vectorize \
            -U_FORTIFY_SOURCE -fno-builtin-printf
# What runs for every transition of a search gains 5 to 15 per cent; stand-ins, which run on the program's stacks, gain nothing.
RT_CFLAGS = $(CFLAGS:-O2=-O3)
# Those of the wide runtime and of the tool: tests that never run what they build of it, or not for long, may have others. A debugger is for
# the runtime: these have lines and no variables, which takes a tenth to a sixth less of the compiler's time.
WIDE_CFLAGS ?= $(CFLAGS:-g=-g1)
TOOL_CFLAGS ?= $(CFLAGS:-g=-g1)
# The runtime's own copies of these (base/bytes.c) are kept apart from the stand-ins of the same names (probe/string/string.c),
# also where the compiler makes the calls.
PRIVATE   = memcpy memmove memset memcmp strlen
# --- the stub: what programs are linked with, so that they run by themselves ----------------------------------------
STUB_C     = $(sort $(wildcard src/stub/*.c))
STUB_FLAGS = -fPIC -fvisibility=hidden -shared -Wl,-soname,libmazurka-stub.so -Wl,-z,now -Wl,-z,defs
# --- what `mazurka hunt` preloads into whole programs. It lives with libc, not instead of it ------------------------------
HUNT_C     = $(sort $(wildcard src/hunt/*.c src/hunt/*/*.c)) src/base/raw.c src/base/rng.c src/stub/atomic.c src/stub/annotations.c
HUNT_O     = $(HUNT_C:src/%.c=$(BUILD)/hunt/%.o)
TSAN_EMPTY = $(foreach n,0 1 2,$(LIB)/hunt/libtsan.so.$(n))
HUNT_FLAGS = -fPIC -fvisibility=hidden -fexceptions -fno-stack-protector -U_FORTIFY_SOURCE -D__NO_INLINE__
# --- the plugin that completes gcc's instrumentation, where a C++ compiler and gcc's plugin headers are installed -----
HOST_CXX       ?= g++
PLUGIN_INCLUDE  = $(shell $(CC) -print-file-name=plugin)/include
PLUGIN_READY    = $(and $(wildcard $(PLUGIN_INCLUDE)/gcc-plugin.h),$(shell command -v $(HOST_CXX)))
PLUGIN          = $(if $(PLUGIN_READY),$(LIB)/gcc/mazurka-gcc.so)
# --- the same for clang, where the headers of its LLVM are installed --------------------------------------------------------
CLANG          ?= clang
CLANG_VERSION  := $(shell $(CLANG) -dumpversion 2>/dev/null)
LLVM_CONFIG    := $(firstword $(foreach name,llvm-config-$(firstword $(subst ., ,$(CLANG_VERSION))) llvm-config,$(shell command -v $(name))))
LLVM_INCLUDE   := $(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --includedir))
LLVM_VERSION   := $(if $(LLVM_CONFIG),$(shell $(LLVM_CONFIG) --version))
CLANG_READY     = $(and $(CLANG_VERSION),$(filter $(CLANG_VERSION),$(LLVM_VERSION)),$(wildcard $(LLVM_INCLUDE)/llvm/Passes/PassPlugin.h),\
                    $(shell command -v $(HOST_CXX)))
CLANG_PLUGIN    = $(if $(CROSS),,$(if $(CLANG_READY),$(LIB)/clang/mazurka-clang.so))
# --- the courier, which brings messages from machine to machine, where MPI is installed. Nothing else is linked with it -----------
MPICC          ?= mpicc
COURIER_READY   = $(shell $(MPICC) -show > /dev/null 2>&1 && echo yes)
COURIER         = $(if $(CROSS),,$(if $(COURIER_READY),$(LIB)/mazurka-mpi))
# --- what programs that make calls of clients one after the other are linked with ----------------------------------------------
SEQUENTIAL = $(LIB)/clients/sequential.o $(LIB)/clients/sequential-waits.o
# --- headers in place of libstdc++'s own ------------------------------------------------------------------------------
CXX_H = $(patsubst include/c++/%,$(BUILD)/include/mazurka-c++/%,$(wildcard include/c++/bits/*.h))
# --- the tool -------------------------------------------------------------------------------------------------------
TOOL_C    = $(sort $(wildcard src/tool/*.c src/tool/*/*.c src/tool/*/*/*.c src/apps/*/*.c src/apps/clients/headers/*.c src/apps/clients/invariants/*.c src/apps/diff/code/*.c src/model/*.c)) src/base/rng.c
TOOL_O    = $(TOOL_C:src/%.c=$(BUILD)/tool/%.o)
TOOL_LIBS = -ldw -lelf -ljansson -lcapstone -lsqlite3 -lxxhash -lm
# Libraries that there are archives of, also of those that they need, are linked into the tool. libcapstone has 77,000 addresses in its
# tables, which the loader would write at every start: 500 pages, and a fifth of the time of a small check; like this they are known when
# the tool is linked, because it has a fixed address. To load the other seven libraries takes a tenth of that time.
archive    = $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a))
missing    = $(strip $(foreach name,$(1),$(if $(call archive,$(name)),,$(name))))
linked     = $(if $(call missing,$(1)),$(1:%=-l%),$(foreach name,$(1),$(call archive,$(name))))
TOOL_IN    = $(if $(call missing,dw elf z lzma bz2),-ldw -lelf,$(call linked,dw elf z lzma bz2)) \
             $(foreach name,jansson capstone sqlite3 xxhash,$(call linked,$(name))) -lm
TOOL_LINK  = $(if $(call archive,capstone),-no-pie)

LIB = $(BUILD)/lib/mazurka

# Everything below writes into BUILD, and clean removes it: it is one word, and a folder that holds nothing else.
BUILD_PATH := $(abspath $(BUILD))
ifneq ($(words $(BUILD)),1)
$(error BUILD must be the name of one folder, without blanks: '$(BUILD)')
endif
ifneq ($(filter / /usr /usr/local /home /etc /var /tmp $(HOME),$(BUILD_PATH))$(filter $(BUILD_PATH)/%,$(CURDIR)/),)
$(error BUILD=$(BUILD) is no folder to build in: name one of its own)
endif

all: tool runtime cxx omp left-out

# What is missing is said before a compiler stumbles over it. SETUP=: does not look.
needed:
	@CC='$(CC)' CFLAGS='$(CFLAGS)' HOST_CXX='$(HOST_CXX)' $(SETUP) tell
$(if $(CROSS),,$(RT_O) $(WIDE_O) $(TOOL_O) $(SEQUENTIAL) $(CXX_O) $(OMP_O) $(LIB)/libmazurka-stub.so $(LIB)/gcc/mazurka-gcc.so $(LIB)/clang/mazurka-clang.so): | needed

# A plugin is built where the headers of its compiler are. What it would have completed is found, named, and keeps a verdict from being given.
major = $(firstword $(subst ., ,$(1)))
left-out: tool runtime cxx omp
	@$(if $(PLUGIN)$(CROSS),:,echo "note: the plugin for gcc was left out: $(CC) has no plugin headers (Debian: gcc-$(call major,$(shell gcc -dumpversion 2>/dev/null))-plugin-dev)")
	@$(if $(CLANG_PLUGIN)$(CROSS),:,$(if $(CLANG_VERSION),echo "note: the plugin for clang was left out: there are no headers of LLVM $(CLANG_VERSION) (Debian: llvm-$(call major,$(CLANG_VERSION))-dev)",:))
	@$(if $(COURIER)$(CROSS),:,echo "note: the courier of --mpi was left out: there is no $(MPICC) (Debian: libopenmpi-dev, openmpi-bin)")

tool: $(BUILD)/bin/mazurka $(BUILD)/bin/mazurka-cc $(BUILD)/bin/mazurka-c++ $(BUILD)/include/mazurka.h $(CXX_H) $(LIB)/gdb.py $(COURIER) $(SEQUENTIAL)

$(LIB)/mazurka-mpi: src/courier/courier.c src/wire/courier_frames.h
	@mkdir -p $(@D)
	@echo "  mpicc $<"
	@$(MPICC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) -o $@ $<

# What every program that makes the calls of clients in order has in common, to be linked with either kind of executable.
$(LIB)/clients/sequential.o: BLOCKS = 0
$(LIB)/clients/sequential-waits.o: BLOCKS = 1
SEQUENTIAL_C = src/apps/clients/parts/sequential.c src/apps/clients/parts/one_order.c
$(SEQUENTIAL): $(SEQUENTIAL_C) src/apps/clients/parts/sequential.h src/apps/clients/parts/one_order.h
	@mkdir -p $(@D)
	@echo "  cc   $<$(if $(filter 1,$(BLOCKS)), (calls that wait))"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) -D_GNU_SOURCE -U_FORTIFY_SOURCE -DMZ_BLOCKS=$(BLOCKS) -fPIC -r -nostdlib -o $@ $(SEQUENTIAL_C)

$(LIB)/gdb.py: src/tool/run/gdb_script.py
	@mkdir -p $(@D)
	@cp $< $@

runtime: narrow $(LIB)/libmazurka-wide.so $(LIB)/libmazurka-hunt.so $(TSAN_EMPTY)

# All that programs with few threads need.
narrow: $(LIB)/libmazurka.so $(LIB)/libmazurka-stub.so $(LIB)/tsan/libtsan.so $(PLUGIN) $(CLANG_PLUGIN)

# What clang has to say about the wide runtime, which is not built. One process reads all files (the driver starts one for each), with the
# arguments that the driver would give it: the first file is the last of them.
all_at_once   = eval "$$($(CC) '-\#\#\#' $(1) $(firstword $(2)) 2>&1 | tail -n 1 | sed 's/ "-o" "at-once.o"//; s/ "-disable-free"//')" \
                    $(wordlist 2,$(words $(2)),$(2))
wide-warnings:
	@$(call all_at_once,-fsyntax-only $(CSTD) $(WARN) $(CPPFLAGS) $(RT_FLAGS) $(WIDE),$(WIDE_C))

# Objects likewise, by clang alone, in half of the time: it writes them beside the sources, which are copied for that. Nothing knows then
# which headers they are made of: this is for a build from scratch. What has flags of its own is left to the other rules.
AT_ONCE_C     = $(filter-out $(CALLING_BACK:%.o=src/probe/%.c),$(RT_C))
AT_ONCE_PROBE = $(filter src/probe/%,$(AT_ONCE_C))
AT_ONCE_REST  = $(filter-out src/probe/%,$(AT_ONCE_C))
# What a program does not run that has no files, channels or clocks and is searched without a reduction: tests may do without optimization.
AT_ONCE_IDLE  = $(filter src/probe/channels/% src/probe/cxx/% src/probe/files/% src/probe/process/% src/probe/time/% src/reduce/%,$(1))
AT_ONCE_BUSY  = $(filter-out $(call AT_ONCE_IDLE,$(1)),$(1))
IDLE_CFLAGS  ?= $(CFLAGS)
at_once       = rm -rf $(BUILD)/once-$(1) && mkdir -p $(BUILD)/once-$(1) $(BUILD)/$(1) && cp -r src include $(BUILD)/once-$(1) && \
                cd $(BUILD)/once-$(1)
object        = -c -o at-once.o $(CSTD) $(1) $(WARN) $(CPPFLAGS)
keep_objects  = find . -name '*.[!o]*' -type f -delete && cp -r src/. ../$(1) && cd .. && rm -rf once-$(1)

rt-at-once:
	@echo "  cc   the runtime"
	@$(call at_once,rt) && \
	    $(call all_at_once,$(call object,$(RT_CFLAGS)) $(RT_FLAGS),$(call AT_ONCE_BUSY,$(AT_ONCE_REST))) && \
	    $(call all_at_once,$(call object,$(IDLE_CFLAGS)) $(RT_FLAGS),$(call AT_ONCE_IDLE,$(AT_ONCE_REST))) && \
	    $(call all_at_once,$(call object,$(CFLAGS)) $(RT_FLAGS) -D__NO_INLINE__,$(call AT_ONCE_BUSY,$(AT_ONCE_PROBE))) && \
	    $(call all_at_once,$(call object,$(IDLE_CFLAGS)) $(RT_FLAGS) -D__NO_INLINE__,$(call AT_ONCE_IDLE,$(AT_ONCE_PROBE))) && \
	    for object in $(filter-out src/probe/string/string.o,$(AT_ONCE_C:.c=.o)); do $(call RENAME,$$object) || exit; done && \
	    $(call keep_objects,rt)

tool-at-once:
	@echo "  cc   the tool"
	@$(call at_once,tool) && $(call all_at_once,$(call object,$(TOOL_CFLAGS)) $(WIDE),$(TOOL_C)) && $(call keep_objects,tool)

# OBJECT
RENAME = $(CROSS)objcopy $(foreach name,$(PRIVATE),--redefine-sym $(name)=mz__$(name)) $(1)

define COMPILE_RT
	@mkdir -p $(@D)
	@echo "  cc   $<$(if $(1), (wide))"
	@$(CC) $(CSTD) $(RT_CFLAGS) $(WARN) $(CPPFLAGS) $(RT_FLAGS) $(1) -MMD -MP -c $< -o $@
	$(if $(filter src/probe/string/string.c,$<),,@$(call RENAME,$@))
endef

$(BUILD)/rt/%.o: src/%.c
	$(call COMPILE_RT)

$(BUILD)/wide/%.o: src/%.c
	$(call COMPILE_RT,$(WIDE))

# Else libc's headers have bodies for some of the functions that these files define. Only here: xxHash goes by it too.
$(BUILD)/rt/probe/%.o $(BUILD)/wide/probe/%.o: RT_FLAGS += -D__NO_INLINE__
$(BUILD)/rt/probe/%.o: RT_CFLAGS = $(CFLAGS)
$(BUILD)/wide/%.o: RT_CFLAGS = $(WIDE_CFLAGS)

# They call the program back: an atomic function that has called them is found by the chain of frames.
CALLING_BACK = string/sort.o sync/once.o process/kill.o
$(CALLING_BACK:%=$(BUILD)/rt/probe/%) $(CALLING_BACK:%=$(BUILD)/wide/probe/%): RT_FLAGS += -fno-omit-frame-pointer

# A routine of pthread_once that is left by unwinding resets its flag.
$(BUILD)/rt/probe/sync/once.o $(BUILD)/wide/probe/sync/once.o: RT_FLAGS += -fexceptions

$(BUILD)/rt/%.o: src/%.S
	@mkdir -p $(@D)
	@echo "  as   $<"
	@$(CC) $(CPPFLAGS) -fPIC -c $< -o $@

$(LIB)/libmazurka.so: $(RT_O)
$(LIB)/libmazurka-wide.so: $(WIDE_O)
$(LIB)/libmazurka.so $(LIB)/libmazurka-wide.so: src/runtime.map
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) -shared -o $@ $(filter %.o,$^) -Wl,-soname,$(@F) -Wl,--version-script=src/runtime.map -Wl,-z,now -Wl,-z,initfirst -Wl,-z,defs -ldl -lpthread -lgcc_s

$(LIB)/libmazurka-stub.so: $(STUB_C) $(wildcard src/stub/*.h) src/wire/tsan_abi.h
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) $(STUB_FLAGS) -o $@ $(STUB_C)

# It is left by exceptions and cancellation: the unwinder must be that of the process.
$(LIB)/libmazurka-hunt.so: $(HUNT_O)
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) -shared -o $@ $(HUNT_O) -Wl,-soname,$(@F) -Wl,-z,now -Wl,-z,defs -Wl,--build-id -lgcc_s

$(BUILD)/hunt/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(CC) $(CSTD) $(CFLAGS) $(WARN) $(CPPFLAGS) $(HUNT_FLAGS) -MMD -MP -c $< -o $@
$(BUILD)/hunt/stub/atomic.o: HUNT_FLAGS += -include src/hunt/atomic_points.h

# What programs that anybody compiled with -fsanitize=thread load in place of the sanitizer: nothing, for the hooks are preloaded.
$(LIB)/hunt/libtsan.so.%:
	@mkdir -p $(@D)
	@$(CC) -shared -nostdlib -x c /dev/null -Wl,-soname,$(@F) -o $@

# gcc adds libtsan_preinit.o and -ltsan to every link with -fsanitize=thread; `mazurka cc` points it here with -B.
$(LIB)/tsan/libtsan.so: $(LIB)/libmazurka-stub.so
	@mkdir -p $(@D)
	@$(CC) -c -x c /dev/null -o $(@D)/libtsan_preinit.o
	@ln -sf ../libmazurka-stub.so $@

# Size, time and name of each compiler's own file, by which it is known without being asked. (One that runs many, as ccache, must be asked.)
files_of = for name in $(1); do file=$$(realpath "$$(command -v $$name)"); case $${file\#\#*/} in \
           *gcc* | *g++* | *clang*) stat -c '%s %Y %n' "$$file" ;; esac; done

# What a plugin does besides is told by the folder it is loaded from (src/plugin/assembly_notes.h): `relaxed` has a link to it.
relaxed_link = mkdir -p $(dir $(1))relaxed && ln -sf ../$(notdir $(1)) $(dir $(1))relaxed/

$(LIB)/gcc/mazurka-gcc.so: $(wildcard src/plugin/gcc_*.cc src/plugin/*.h) src/base/assembly.h
	@mkdir -p $(@D)
	@echo "  c++  $(@F)"
	@$(HOST_CXX) -std=gnu++17 -O2 -g1 -Wall -Wextra -fno-rtti -fPIC -shared -Isrc -isystem $(PLUGIN_INCLUDE) -o $@ $(filter %.cc,$^)
	@$(call relaxed_link,$@)
	@{ $(CC) -print-prog-name=cc1; $(call files_of,$(lastword $(CC)) $(HOST_CXX)); } > $(@D)/made-for

$(LIB)/clang/mazurka-clang.so: $(wildcard src/plugin/clang_*.cc src/plugin/*.h) src/base/assembly.h
	@mkdir -p $(@D)
	@echo "  c++  $(@F)"
	@$(HOST_CXX) -std=gnu++17 -O2 -g1 -Wall -Wextra -fno-rtti -fno-exceptions -fPIC -shared -Isrc -isystem $(LLVM_INCLUDE) -o $@ $(filter %.cc,$^)
	@$(call relaxed_link,$@)
	@{ printf '%s\n' "$(CLANG_VERSION)"; $(call files_of,$(CLANG)); } > $(@D)/made-for

$(BUILD)/tool/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(CC) $(CSTD) $(TOOL_CFLAGS) $(WARN) $(CPPFLAGS) $(WIDE) -MMD -MP -c $< -o $@

# What the pages of --html are made of.
$(BUILD)/tool/tool/report/html_page.o: $(wildcard src/tool/report/html/*)
# What clients of libraries are made of.
$(BUILD)/tool/apps/clients/client_source.o $(BUILD)/tool/apps/clients/invariants.o $(BUILD)/tool/apps/clients/sequential_program.o: $(wildcard src/apps/clients/parts/*)

$(BUILD)/bin/mazurka: $(TOOL_O)
	@mkdir -p $(@D)
	@echo "  ld   $@"
	@$(CC) $(LDFLAGS) $(TOOL_LINK) -Wl,--build-id -o $@ $(TOOL_O) $(TOOL_IN)

$(BUILD)/bin/mazurka-cc $(BUILD)/bin/mazurka-c++: $(BUILD)/bin/mazurka
	@ln -sf mazurka $@

$(BUILD)/include/mazurka.h: include/mazurka.h
	@mkdir -p $(@D)
	@cp $< $@

$(BUILD)/include/mazurka-c++/%.h: include/c++/%.h
	@mkdir -p $(@D)
	@cp $< $@

# --- libstdc++'s templates and more, compiled by ourselves, with hooks: what C++ programs are linked with ------------------
CXX_C = $(sort $(wildcard src/cxx/*.cc))
CXX_O = $(CXX_C:src/%.cc=$(BUILD)/%.o) $(BUILD)/cxx/templates_14.o
CXX_COMPILE = $(BUILD)/bin/mazurka c++ --cxx=$(HOST_CXX)
CXX_FLAGS   = --opt=2 -Wall -Wextra -fPIC -MMD -MP

cxx: $(if $(CROSS),,$(LIB)/libmazurka-cxx.so)

$(BUILD)/cxx/%.o: src/cxx/%.cc | tool runtime
	@mkdir -p $(@D)
	@echo "  c++  $<"
	@$(CXX_COMPILE) $(CXX_FLAGS) -std=gnu++20 -c $< -o $@

# Some members are functions in C++14, and templates since.
$(BUILD)/cxx/templates_14.o: src/cxx/templates.cc | tool runtime
	@mkdir -p $(@D)
	@echo "  c++  $< (C++14)"
	@$(CXX_COMPILE) $(CXX_FLAGS) -std=gnu++14 -c $< -o $@

# As `mazurka cc` would link it, but for the place of the stub: that is beside it, wherever it is installed.
$(LIB)/libmazurka-cxx.so: $(CXX_O) $(LIB)/libmazurka-stub.so
	@echo "  ld   $@"
	@$(CC) -shared -o $@ $(CXX_O) -Wl,-soname,libmazurka-cxx.so -L$(LIB) -Wl,--no-as-needed -lmazurka-stub -Wl,-rpath,'$$ORIGIN' -Wl,-z,now -Wl,--build-id -pthread

# --- what gcc's -fopenmp calls, compiled by ourselves, with hooks: what OpenMP programs are linked with in place of libgomp ----------
OMP_C = $(sort $(wildcard src/omp/*.c))
OMP_O = $(OMP_C:src/%.c=$(BUILD)/%.o)
OMP_COMPILE = $(BUILD)/bin/mazurka cc --cc=$(CC)

omp: $(if $(CROSS),,$(LIB)/libmazurka-omp.so $(LIB)/omp/libgomp.so)

# It is written for the program's compiler, gcc: no prototypes before what only compilers call.
$(BUILD)/omp/%.o: src/omp/%.c | tool runtime
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(OMP_COMPILE) --opt=2 $(CSTD) $(filter-out -Wmissing-prototypes,$(WARN)) $(CPPFLAGS) -fPIC -fvisibility=hidden -MMD -MP -c $< -o $@

$(LIB)/libmazurka-omp.so: $(OMP_O) $(LIB)/libmazurka-stub.so
	@echo "  ld   $@"
	@$(CC) -shared -o $@ $(OMP_O) -Wl,-soname,libmazurka-omp.so -L$(LIB) -Wl,--no-as-needed -lmazurka-stub -Wl,-rpath,'$$ORIGIN' -Wl,-z,now -Wl,-z,defs -Wl,--build-id -pthread

# gcc links libgomp for -fopenmp; `mazurka cc` points it here with -B.
$(LIB)/omp/libgomp.so: $(LIB)/libmazurka-omp.so
	@mkdir -p $(@D)
	@ln -sf ../libmazurka-omp.so $@

# --- test programs: each includes the sources that it tests -----------------------------------------------------------
UNIT_TESTS = $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/test_*.c))

tests: $(UNIT_TESTS)

$(BUILD)/tests/unit/%: tests/unit/%.c
	@mkdir -p $(@D)
	@echo "  cc   $<"
	@$(CC) $(CSTD) $(CFLAGS) -Wall -Wextra $(WERROR) $(CPPFLAGS) -MMD -MP -o $@ $< $(TOOL_LIBS) -ldl -lpthread

# To find out what test programs are made of takes more than half of make's own time: not for goals that need none of them.
WITHOUT_TESTS = all needed left-out tool runtime narrow wide-warnings rt-at-once tool-at-once cxx setup-build setup-test demo test check lint man completion stage install uninstall dist clean
ifneq ($(filter-out $(WITHOUT_TESTS) $(BUILD)/bin/% $(BUILD)/rt/% $(BUILD)/tool/%,$(or $(MAKECMDGOALS),all)),)
include tests/unit.mk
endif

# --- what people type -------------------------------------------------------------------------------------------------
# SETUP=: leaves the system as it is.
SETUP ?= scripts/setup.sh
JOBS  ?= $(shell nproc)

setup-build:
	@$(SETUP) build

setup-test:
	@$(SETUP) test

# What the example needs: the runtime for many threads, those of C++, OpenMP and hunts, MPI and clang are left to `make`.
demo: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) CLANG_PLUGIN= COURIER= SEQUENTIAL= tool narrow
	@echo 'mazurka check examples/account.c'
	@$(BUILD)/bin/mazurka check examples/account.c; test $$? -eq 1

test: setup-test
	@$(MAKE) --no-print-directory -j$(JOBS) all tests
	@BUILD=$(BUILD) tests/run.sh

# The quick loop: two minutes on two processors, once all is built. Layers and format, the units, searches and reductions against the
# oracle on a few hundred random programs of each class, and the C programs of the corpus as one compiler makes them.
CHECKED_MODELS = $(addprefix $(BUILD)/tests/model/,test_oracle test_oracle.sanitized test_reductions)

check: setup-build lint
	@$(MAKE) --no-print-directory -s -j$(JOBS) all $(UNIT_TESTS) $(CHECKED_MODELS)
	@BUILD=$(BUILD) PROGRAMS=200 tests/run.sh unit/ $(CHECKED_MODELS:$(BUILD)/tests/%=%) '.c gcc -O0'

# Hours: so many random C programs of each class, so many toy programs of each class against the oracle, and with every reduction.
RANDOM_PROGRAMS    ?= 500
ORACLE_PROGRAMS    ?= 20000
REDUCTION_PROGRAMS ?= 1000000

test-long: setup-test
	@$(MAKE) --no-print-directory -j$(JOBS) all $(BUILD)/tests/model/test_oracle $(BUILD)/tests/model/test_reductions
	@$(BUILD)/tests/model/test_oracle $(ORACLE_PROGRAMS)
	@$(BUILD)/tests/model/test_reductions $(REDUCTION_PROGRAMS)
	@$(BUILD)/tests/model/test_reductions 5000 2 30000
	@BUILD=$(BUILD) N=$(RANDOM_PROGRAMS) STATES=30000 JOBS=$(JOBS) tests/random/test_random.sh
	@BUILD=$(BUILD) N=$(RANDOM_PROGRAMS) STATES=30000 JOBS=$(JOBS) tests/random/test_reductions.sh
	@BUILD=$(BUILD) N=$(RANDOM_PROGRAMS) STATES=30000 JOBS=$(JOBS) SEARCHES=all tests/random/test_searches.sh
	@BUILD=$(BUILD) MATRIX=all tests/matrix/test_matrix.sh

# All of it takes a while: PATTERN picks rows by their names.
bench: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@BUILD=$(BUILD) bench/run.sh "$(PATTERN)"
	@BUILD=$(BUILD) bench/reductions.sh "$(PATTERN)"
	@BUILD=$(BUILD) bench/diff.sh "$(PATTERN)"
	@BUILD=$(BUILD) bench/tracking.sh "$(PATTERN)"
	@BUILD=$(BUILD) bench/clients.sh "$(PATTERN)"
	@BUILD=$(BUILD) bench/jobs.sh "$(PATTERN)"

# Beside other checkers, whatever of them is installed. The page bench/results/performance.md is what it writes into $(BUILD)/peers.
peers: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@BUILD=$(BUILD) TIME=$(TIME) CLOCK=$(CLOCK) bench/peers.sh "$(PATTERN)"

# The programs of SUITE, in every form and with every search of the papers, each under a limit in states: what the tests leave out. What
# is in the store is not run again, so `make suite` goes on where it was interrupted.
SUITE        ?= suite
SUITE_STORE  ?= $(BUILD)/suite.db
SUITE_STATES ?= 100000
SUITE_RUNS   ?= 10

suite: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@$(BUILD)/bin/mazurka suite run $(SUITE) --configurations=all --errors=both --states=$(SUITE_STATES) --runs=$(SUITE_RUNS) \
	    --store=$(SUITE_STORE) -j $(JOBS)
	@$(BUILD)/bin/mazurka suite show $(SUITE) --errors=both --store=$(SUITE_STORE)

# The pages suite/results/races.md and suite/results/own.md: less of the same, in some ten minutes of a processor.
suite-pages: setup-build
	@$(MAKE) --no-print-directory -j$(JOBS) all
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/suite_pages.sh

lint:
	@scripts/check_layers.sh
	@scripts/check_format.sh
	@scripts/check_clang_format.sh

# The page suite/results/study.md: a sample of the study of the paper on DFS-RB, and the searches of the portfolio, in minutes.
study-page: setup-build
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/study_page.sh

# The studies of the papers at the papers' limits, for HOURS; again: they go on from there. What is kept of them, and the tables.
studies: setup-build
	@$(MAKE) --no-print-directory all
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/studies.sh run; status=$$?; BUILD=$(BUILD) scripts/studies.sh keep && [ $$status = 0 -o $$status = 3 ]

# --- man pages: what --help says ----------------------------------------------------------------------------------------
MAN_PAGES = $(patsubst %,$(BUILD)/man/%.1,mazurka mazurka-check mazurka-test mazurka-replay mazurka-resume mazurka-cc mazurka-c++ mazurka-searches mazurka-states mazurka-census mazurka-variables mazurka-suite mazurka-lab mazurka-diff mazurka-clients mazurka-hunt)

man: $(if $(CROSS),,$(MAN_PAGES))

$(BUILD)/man/%.1: $(BUILD)/bin/mazurka scripts/man.sh VERSION
	@mkdir -p $(@D)
	@scripts/man.sh $< $* > $@.new && mv $@.new $@

# --- completion of the command line, made from what --help says -----------------------------------------------------------
completion: $(if $(CROSS),,$(BUILD)/completion/bash $(BUILD)/completion/zsh)

$(BUILD)/completion/%: $(BUILD)/bin/mazurka scripts/completion.sh
	@mkdir -p $(@D)
	@scripts/completion.sh $< $* > $@.new && mv $@.new $@

# --- installing: everything is put together in STAGE first, so that there is a list of it, which uninstall goes by ------------
STAGE     = $(BUILD)/stage
INSTALLED = lib/mazurka/installed
TARGET    = $(DESTDIR)$(PREFIX)
DOC       = $(STAGE)/share/doc/mazurka

stage: all man completion
	@rm -rf $(STAGE)
	@install -d $(STAGE)/bin $(STAGE)/lib/mazurka
	@install $(BUILD)/bin/mazurka $(STAGE)/bin
	@ln -s mazurka $(STAGE)/bin/mazurka-cc
	@ln -s mazurka $(STAGE)/bin/mazurka-c++
	@install -D -m 644 include/mazurka.h -t $(STAGE)/include
	@install -D -m 644 $(CXX_H) -t $(STAGE)/include/mazurka-c++/bits
	@install -m 644 $(LIB)/libmazurka.so $(LIB)/libmazurka-wide.so $(LIB)/libmazurka-stub.so $(LIB)/libmazurka-cxx.so $(LIB)/libmazurka-omp.so $(LIB)/libmazurka-hunt.so $(STAGE)/lib/mazurka
	@install -D -m 644 $(TSAN_EMPTY) -t $(STAGE)/lib/mazurka/hunt
	@install -m 644 $(LIB)/gdb.py $(STAGE)/lib/mazurka
	@install -D -m 644 $(SEQUENTIAL) -t $(STAGE)/lib/mazurka/clients
	@install -D -m 644 $(LIB)/tsan/libtsan_preinit.o -t $(STAGE)/lib/mazurka/tsan
	@ln -s ../libmazurka-stub.so $(STAGE)/lib/mazurka/tsan/libtsan.so
	@install -d $(STAGE)/lib/mazurka/omp && ln -s ../libmazurka-omp.so $(STAGE)/lib/mazurka/omp/libgomp.so
	@$(if $(PLUGIN),install -D -m 644 $(PLUGIN) $(LIB)/gcc/made-for -t $(STAGE)/lib/mazurka/gcc && $(call relaxed_link,$(STAGE)/lib/mazurka/gcc/$(notdir $(PLUGIN))))
	@$(if $(CLANG_PLUGIN),install -D -m 644 $(CLANG_PLUGIN) $(LIB)/clang/made-for -t $(STAGE)/lib/mazurka/clang && $(call relaxed_link,$(STAGE)/lib/mazurka/clang/$(notdir $(CLANG_PLUGIN))))
	@$(if $(COURIER),install -m 755 $(COURIER) $(STAGE)/lib/mazurka)
	@install -D -m 644 $(MAN_PAGES) -t $(STAGE)/share/man/man1
	@$(if $(CROSS),,install -D -m 644 $(BUILD)/completion/bash $(STAGE)/share/bash-completion/completions/mazurka)
	@$(if $(CROSS),,install -D -m 644 $(BUILD)/completion/zsh $(STAGE)/share/zsh/site-functions/_mazurka)
	@install -D -m 644 share/MazurkaConfig.cmake -t $(STAGE)/lib/cmake/Mazurka
	@install -d $(STAGE)/lib/pkgconfig
	@sed 's,@PREFIX@,$(PREFIX),; s,@VERSION@,$(shell cat VERSION),' share/mazurka.pc.in > $(STAGE)/lib/pkgconfig/mazurka.pc
	@install -D -m 644 share/meson.ini -t $(STAGE)/share/mazurka
	@install -D -m 644 README.md ARCHITECTURE.md LICENSE CHANGELOG.md CONTRIBUTING.md -t $(DOC)
	@find docs examples bench/results -type f ! -name '*.mzt' -exec install -D -m 644 {} $(DOC)/{} \;
	@find suite -type f ! -name '*.mzt' ! -name '*.db*' -exec install -D -m 644 {} $(STAGE)/share/mazurka/{} \;
	@install -D -m 644 share/studies/* -t $(STAGE)/share/mazurka/studies
	@ln -s ../../mazurka/suite $(DOC)/suite
	@install -d $(DOC)/include && ln -s ../../../../include/mazurka.h $(DOC)/include/mazurka.h
	@cd $(STAGE) && find . ! -type d ! -path ./list | sed 's,^\./,,' | LC_ALL=C sort > list && mv list $(INSTALLED) && echo $(INSTALLED) >> $(INSTALLED)

install: stage
	@mkdir -p $(TARGET)
	@tar -C $(STAGE) -cf - -T $(STAGE)/$(INSTALLED) | tar -C $(TARGET) -xf - --no-same-owner --no-overwrite-dir
	@echo "installed in $(TARGET): $$(wc -l < $(STAGE)/$(INSTALLED)) files; \`make uninstall\` removes them"

uninstall:
	@scripts/uninstall.sh '$(TARGET)' $(INSTALLED)

# --- the sources of the last commit, to be given away ---------------------------------------------------------------------
DIST = mazurka-$(shell cat VERSION)

dist:
	@git rev-parse HEAD > /dev/null 2>&1 || { echo "make dist packs the last commit: this is no git repository" >&2; exit 2; }
	@mkdir -p $(BUILD)
	@git archive --format=tar.gz --prefix=$(DIST)/ -o $(abspath $(BUILD))/$(DIST).tar.gz HEAD
	@echo "$(BUILD)/$(DIST).tar.gz"

# Debian packages of what is here, in BUILD: mazurka, and with MPI and clang mazurka-mpi and mazurka-clang.
deb:
	@$(MAKE) -f debian/rules binary build=$(BUILD)/deb out=$(BUILD)
	@ls $(BUILD)/mazurka*_$(shell cat VERSION)*.deb

# Only what make has built: a folder with objects of the runtime or of the tool in it.
clean:
	@test ! -e $(BUILD) -o -d $(BUILD)/rt -o -d $(BUILD)/tool || { echo "$(BUILD) was not built by make: it stays" >&2; exit 2; }
	rm -rf $(BUILD)

-include $(RT_O:.o=.d) $(WIDE_O:.o=.d) $(TOOL_O:.o=.d) $(CXX_O:.o=.d) $(OMP_O:.o=.d) $(HUNT_O:.o=.d) $(UNIT_TESTS:=.d)

.PHONY: all needed left-out tool runtime narrow wide-warnings rt-at-once tool-at-once cxx omp tests setup-build setup-test demo test check test-long bench peers suite suite-pages studies study-page lint man completion stage install uninstall dist deb clean
