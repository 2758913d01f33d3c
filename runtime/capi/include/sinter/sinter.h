/* Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sinter's runtime for engines in any language: load a plan, bind pointers, execute it on a stream of the caller's.
 * docs/Embedding.md shows it at work; <sinter/sinter.hpp> is a thin C++ header over it.
 *
 * Errors. A function that can fail returns a sinter_status: NULL is success, anything else is an error that the caller
 * owns and gives back with sinter_status_destroy. No call aborts or lets an exception out. A null pointer where one is
 * needed is an error with the argument's name. After an error the objects are as they were, unless a function says
 * otherwise, and what it would have put out is not written.
 *
 * Objects. Every opaque object is destroyed by its own function, in any order: a context keeps its loaded plan alive, a
 * loaded plan its plan and device. Destroying null does nothing. Strings and arrays that a query gives out belong to
 * the object asked and live as long as it does.
 *
 * Threads. Devices, plans and loaded plans may be used from any number of threads at once. A context belongs to one
 * thread and one stream at a time. There is no process-wide state.
 *
 * Sized structs. Each begins with its own size, set by the caller (SINTER_..._INIT does it), so that later versions can
 * add fields at the end. A struct that is handed in may be smaller than this library knows, as an earlier version had
 * it: the fields that it lacks are as SINTER_..._INIT sets them; or larger, where the rest is zero. Of a struct to be
 * filled in as much is written as both sides know, and the rest zeroed. In an array of sized structs every element has
 * the same size.
 *
 * This is version 0 of the interface: it may still change. Compare sinter_abi_version() with SINTER_ABI_VERSION. */
#ifndef SINTER_SINTER_H_
#define SINTER_SINTER_H_

#include <stddef.h>
#include <stdint.h>

#if defined(SINTER_STATIC)
#define SINTER_EXPORT
#elif defined(__GNUC__)
#define SINTER_EXPORT __attribute__((visibility("default")))
#else
#define SINTER_EXPORT
#endif
#if defined(__GNUC__)
#define SINTER_MUST_USE __attribute__((warn_unused_result))
#else
#define SINTER_MUST_USE
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- version and status ---- */

#define SINTER_ABI_VERSION 0

/* The SINTER_ABI_VERSION that the library was built with. */
SINTER_EXPORT uint32_t sinter_abi_version(void);
/* The library's own version, "0.1.0"; static. */
SINTER_EXPORT const char* sinter_version(void);

typedef struct sinter_status sinter_status;

typedef enum {
  SINTER_OK = 0,
  SINTER_INVALID_ARGUMENT = 1,    /* the caller's values are wrong: null, dims, sizes, overlaps */
  SINTER_NOT_FOUND = 2,           /* a file, an entry, a name, a library, or an image for this device */
  SINTER_FAILED_PRECONDITION = 3, /* the call does not fit the state: an input is not bound, a constant not supplied */
  SINTER_RESOURCE_EXHAUSTED = 4,  /* memory, or a workspace that is too small */
  SINTER_OUT_OF_RANGE = 5,        /* a number does not fit its type */
  SINTER_DATA_LOSS = 6,           /* a file is damaged */
  SINTER_PERMISSION_DENIED = 7,   /* a path leads out of its folder */
  SINTER_UNIMPLEMENTED = 8,       /* this device, or this version, cannot do it */
  SINTER_UNAVAILABLE = 9,         /* a driver without a device, say */
  SINTER_INTERNAL = 10            /* a failure of the system, of a vendor's library, or of Sinter */
} sinter_code;

/* SINTER_OK for null. */
SINTER_EXPORT int32_t sinter_status_code(const sinter_status* status);
/* What happened, naming the object, what was expected and what was found; "" for null. Lives as long as the status. */
SINTER_EXPORT const char* sinter_status_message(const sinter_status* status);
SINTER_EXPORT void sinter_status_destroy(sinter_status* status);
/* "invalid argument"; "unknown" for a number that is no code. Static. */
SINTER_EXPORT const char* sinter_code_name(int32_t code);

/* ---- element types ---- */

typedef enum {
  SINTER_F64 = 0,
  SINTER_F32 = 1,
  SINTER_F16 = 2,
  SINTER_BF16 = 3,
  SINTER_F8E4M3 = 4,
  SINTER_F8E5M2 = 5,
  SINTER_I64 = 6,
  SINTER_I32 = 7,
  SINTER_I16 = 8,
  SINTER_I8 = 9,
  SINTER_U8 = 10,
  SINTER_BOOL = 11, /* a byte: 0 or 1 */
  SINTER_I4 = 12,   /* two in a byte */
  SINTER_F4E2M1 = 13,
  SINTER_U64 = 14,
  SINTER_U32 = 15,
  SINTER_U16 = 16
} sinter_element_type;

/* "bf16"; null for a number that is no type. Static. */
SINTER_EXPORT const char* sinter_element_type_name(int32_t type);
/* Bits that an element takes in memory; 0 for a number that is no type. */
SINTER_EXPORT uint32_t sinter_element_type_bits(int32_t type);

/* ---- logging ---- */

typedef enum { SINTER_LOG_INFO = 0, SINTER_LOG_WARNING = 1 } sinter_log_level;

/* Gets one line, which lives during the call. May be called from any thread that uses the object it was given to, and
 * must not call into Sinter. */
typedef void (*sinter_log_function)(void* user_data, int32_t level, const char* message);

/* ---- devices ---- */

typedef struct sinter_device sinter_device;

/* A queue of work: on a GPU a CUstream (or cudaStream_t), null for the default stream. The CPU path has null alone, since
 * it runs each call to its end; another is SINTER_INVALID_ARGUMENT. */
typedef void* sinter_stream;

typedef enum {
  SINTER_DEVICE_AUTO = 0,         /* the GPU `ordinal`, which must be one of them; the CPU path where there is none */
  SINTER_DEVICE_CUDA = 1,         /* the GPU `ordinal`, in its primary context, or the caller's `cuda_context` */
  SINTER_DEVICE_CUDA_CURRENT = 2, /* the CUcontext that is current in the calling thread */
  SINTER_DEVICE_CPU = 3           /* the CPU path: exact, on any machine, and not fast */
} sinter_device_kind;

/* Memory for workspaces, constants and sinter_device_allocate, taken from the caller instead of the driver. Both
 * functions are called in whichever thread uses an object of the device, at once in several. */
typedef struct {
  size_t struct_size;
  void* user_data;
  /* Device memory of at least `bytes` (never 0) at a multiple of `alignment` (256); null where there is none. */
  void* (*allocate)(void* user_data, size_t bytes, size_t alignment);
  /* Takes back what `allocate` gave. No work that uses it is on its way. */
  void (*release)(void* user_data, void* memory);
} sinter_allocator;
#define SINTER_ALLOCATOR_INIT {sizeof(sinter_allocator), NULL, NULL, NULL}

typedef struct {
  size_t struct_size;
  int32_t kind;       /* sinter_device_kind */
  int32_t ordinal;    /* of the GPU, as the driver counts */
  void* cuda_context; /* SINTER_DEVICE_CUDA: a CUcontext that outlives the device and all made with it; or null */
  const sinter_allocator* allocator; /* copied; or null */
  sinter_log_function log;           /* or null */
  void* log_user_data;
} sinter_device_options;
#define SINTER_DEVICE_OPTIONS_INIT {sizeof(sinter_device_options), SINTER_DEVICE_AUTO, 0, NULL, NULL, NULL, NULL}

/* `options` may be null. SINTER_NOT_FOUND or SINTER_UNAVAILABLE say why there is no GPU, SINTER_INVALID_ARGUMENT that
 * none of those there has this ordinal. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_device_create(const sinter_device_options* options,
                                                                  sinter_device** device);
SINTER_EXPORT void sinter_device_destroy(sinter_device* device);

typedef struct {
  size_t struct_size;
  int32_t is_cpu;
  int32_t supports_graphs;
  const char* name;   /* "NVIDIA H200 (sm_90)", "cpu" */
  const char* target; /* what kernels are made for: "sm_90", "cpu-x86_64" */
} sinter_device_info;
#define SINTER_DEVICE_INFO_INIT {sizeof(sinter_device_info), 0, 0, NULL, NULL}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_device_get_info(const sinter_device* device,
                                                                    sinter_device_info* info);

/* All that Sinter did on the device since it was created, for all plans and contexts. */
typedef struct {
  size_t struct_size;
  uint64_t allocations;      /* of device memory, sinter_device_allocate included */
  uint64_t releases;         /* of the same */
  uint64_t modules_loaded;   /* images of kernels given to the driver */
  uint64_t synchronizations; /* waits for a stream, sinter_stream_synchronize included */
  uint64_t captures;         /* graphs captured and instantiated */
} sinter_device_counters;
#define SINTER_DEVICE_COUNTERS_INIT {sizeof(sinter_device_counters), 0, 0, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_device_get_counters(const sinter_device* device,
                                                                        sinter_device_counters* counters);

/* What a program without CUDA's headers needs around an execution; others use their own memory and streams.
 *
 * Memory is 256-byte aligned, and null for 0 bytes. Copies are ordered in `stream`: pageable host memory may be reused
 * when sinter_copy_to_device returns and is filled when sinter_copy_to_host returns, pinned memory once the stream got
 * there. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_device_allocate(sinter_device* device, size_t bytes, void** memory);
SINTER_EXPORT void sinter_device_free(sinter_device* device, void* memory);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_copy_to_device(sinter_device* device, void* destination,
                                                                   const void* source, size_t bytes,
                                                                   sinter_stream stream);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_copy_to_host(sinter_device* device, void* destination,
                                                                 const void* source, size_t bytes,
                                                                 sinter_stream stream);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_copy_on_device(sinter_device* device, void* destination,
                                                                   const void* source, size_t bytes,
                                                                   sinter_stream stream);
/* A stream that does not wait for the legacy default stream; null on the CPU path. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_stream_create(sinter_device* device, sinter_stream* stream);
SINTER_EXPORT void sinter_stream_destroy(sinter_device* device, sinter_stream stream);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_stream_synchronize(sinter_device* device, sinter_stream stream);

/* A capture of what one thread puts into a stream, executions under SINTER_RUN_LAUNCHES above all, as a graph with
 * fixed pointers. SINTER_UNIMPLEMENTED on the CPU path. Whatever happened in between, a capture that was begun must be
 * ended; sinter_capture_end does so even where `graph` is null, which is an error. What the graph uses (workspaces,
 * tensors) must outlive its launches. */
typedef struct sinter_graph sinter_graph;
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_capture_begin(sinter_device* device, sinter_stream stream);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_capture_end(sinter_device* device, sinter_stream stream,
                                                                sinter_graph** graph);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_graph_launch(sinter_graph* graph, sinter_stream stream);
SINTER_EXPORT void sinter_graph_destroy(sinter_graph* graph);

/* ---- plans ---- */

/* A plan file in memory, verified and immutable; tied to no device. */
typedef struct sinter_plan sinter_plan;

/* Maps the file, which must not change while the plan lives; takes milliseconds whatever its size. SINTER_NOT_FOUND,
 * SINTER_DATA_LOSS or SINTER_INVALID_ARGUMENT say what is wrong with it and where. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_open_file(const char* path, sinter_plan** plan);
/* Copies the `size` bytes. `label` names the plan in messages; null: "plan in memory". */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_open_memory(const void* bytes, size_t size, const char* label,
                                                                     sinter_plan** plan);
SINTER_EXPORT void sinter_plan_destroy(sinter_plan* plan);

typedef struct {
  size_t struct_size;
  const char* label;    /* opens every message about the plan: "plan `model.plan`" */
  const char* producer; /* what wrote the file */
  uint32_t format_version;
  size_t entry_count, constant_count, kernel_count;
} sinter_plan_info;
#define SINTER_PLAN_INFO_INIT {sizeof(sinter_plan_info), NULL, NULL, 0, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_info(const sinter_plan* plan, sinter_plan_info* info);

/* An entry is one function of the plan ("main", or "prefill" and "decode"). All entries share the constants. Entries,
 * arguments, symbols and constants are counted from 0. */
typedef struct {
  size_t struct_size;
  const char* name;
  size_t input_count, output_count, symbol_count;
} sinter_entry_info;
#define SINTER_ENTRY_INFO_INIT {sizeof(sinter_entry_info), NULL, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_entry(const sinter_plan* plan, size_t entry,
                                                                   sinter_entry_info* info);
/* SINTER_NOT_FOUND lists the entries that there are. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_find_entry(const sinter_plan* plan, const char* name,
                                                                    size_t* entry);

/* A symbol is a named dimension of an entry; its value v has min <= v <= max and v % divisor == 0. */
typedef struct {
  size_t struct_size;
  const char* name;
  int64_t min, max, divisor;
} sinter_symbol_info;
#define SINTER_SYMBOL_INFO_INIT {sizeof(sinter_symbol_info), NULL, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_symbol(const sinter_plan* plan, size_t entry,
                                                                    size_t symbol, sinter_symbol_info* info);
/* Whether an entry takes these values, one a symbol in the entry's order; the error names the symbol or rule that they
 * offend. `symbols` may be null where there are none. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_check_symbols(const sinter_plan* plan, size_t entry,
                                                                       const int64_t* symbols, size_t symbol_count);

typedef enum { SINTER_INPUT = 0, SINTER_OUTPUT = 1 } sinter_direction;

typedef struct {
  size_t struct_size;
  const char* name;
  int32_t element_type; /* sinter_element_type */
  uint32_t rank;
  uint32_t alignment; /* of the bound pointer, in bytes; a power of two */
  int32_t tied_input; /* an output that overwrites this input: both are bound to one pointer; -1: memory of its own */
  int32_t is_strided; /* 0: dense, row-major */
} sinter_argument_info;
#define SINTER_ARGUMENT_INFO_INIT {sizeof(sinter_argument_info), NULL, 0, 0, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_argument(const sinter_plan* plan, size_t entry,
                                                                      int32_t direction, size_t index,
                                                                      sinter_argument_info* info);
/* SINTER_NOT_FOUND lists the names that there are. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_find_argument(const sinter_plan* plan, size_t entry,
                                                                       int32_t direction, const char* name,
                                                                       size_t* index);

typedef enum { SINTER_EXTENT_FIXED = 0, SINTER_EXTENT_SYMBOL = 1, SINTER_EXTENT_EXPRESSION = 2 } sinter_extent_kind;

/* What a dim or a stride is in terms of the entry's symbols. */
typedef struct {
  size_t struct_size;
  int32_t kind;     /* sinter_extent_kind */
  int64_t value;    /* of a fixed one; else -1 */
  int64_t symbol;   /* its index, where the extent is that symbol alone; else -1 */
  const char* text; /* "4096", "tokens", "tokens * 2" */
} sinter_extent_info;
#define SINTER_EXTENT_INFO_INIT {sizeof(sinter_extent_info), 0, 0, 0, NULL}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_dim(const sinter_plan* plan, size_t entry,
                                                                 int32_t direction, size_t index, size_t dim,
                                                                 sinter_extent_info* info);
/* In elements. SINTER_FAILED_PRECONDITION for a dense argument, whose strides follow from its dims. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_stride(const sinter_plan* plan, size_t entry,
                                                                    int32_t direction, size_t index, size_t dim,
                                                                    sinter_extent_info* info);

/* An argument at given symbol values. */
typedef struct {
  size_t struct_size;
  uint64_t byte_size; /* memory that it reaches, from the bound pointer on */
  int64_t offset;     /* elements from the bound pointer to the first element */
} sinter_argument_shape;
#define SINTER_ARGUMENT_SHAPE_INIT {sizeof(sinter_argument_shape), 0, 0}
/* Writes its `rank` dims and strides (in elements; those of a dense argument too), of which `capacity` fit. Each of
 * `dims`, `strides` and `shape` may be null where it is not wanted. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_evaluate_argument(
    const sinter_plan* plan, size_t entry, int32_t direction, size_t index, const int64_t* symbols, size_t symbol_count,
    size_t capacity, int64_t* dims, int64_t* strides, sinter_argument_shape* shape);

typedef enum {
  SINTER_CONSTANT_INLINE = 0,    /* its bytes are in the plan */
  SINTER_CONSTANT_EXTERNAL = 1,  /* in a file below sinter_load_options.external_folder */
  SINTER_CONSTANT_GENERATED = 2, /* made at load from its name, for tests */
  SINTER_CONSTANT_SUPPLIED = 3,  /* must be given at load */
  SINTER_CONSTANT_PACKED = 4     /* made at load from others */
} sinter_constant_source;

typedef struct {
  size_t struct_size;
  const char* name;
  int32_t element_type;
  int32_t source; /* sinter_constant_source */
  uint32_t rank;
  const int64_t* dims;
  uint64_t byte_size; /* dense, row-major */
} sinter_constant_info;
#define SINTER_CONSTANT_INFO_INIT {sizeof(sinter_constant_info), NULL, 0, 0, 0, NULL, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_get_constant(const sinter_plan* plan, size_t index,
                                                                      sinter_constant_info* info);

/* ---- loaded plans ---- */

/* A plan on one device: kernels loaded, constants in place, shared by all contexts. Immutable. */
typedef struct sinter_loaded_plan sinter_loaded_plan;

/* A constant's value from the caller, dense and row-major. */
typedef struct {
  size_t struct_size;
  const char* name;
  const void* data;
  int32_t element_type;
  uint32_t rank;
  const int64_t* dims; /* may be null for rank 0 */
  /* 0: host memory, read during the load alone. 1: memory of the device, 16-byte aligned, used where it lies and never
   * written; it must outlive the loaded plan and its contexts. */
  int32_t on_device;
} sinter_supplied_constant;
#define SINTER_SUPPLIED_CONSTANT_INIT {sizeof(sinter_supplied_constant), NULL, NULL, 0, 0, NULL, 0}

typedef enum {
  SINTER_COMPILE_ALLOWED = 0, /* kernels without an image for the device are compiled by the load, through the cache */
  SINTER_COMPILE_REFUSED = 1  /* such a plan is refused; the cache is not read */
} sinter_compile_policy;

typedef struct {
  size_t struct_size;
  /* Every constant with SINTER_CONSTANT_SUPPLIED, and any other but the packed ones, whose value it then replaces. */
  const sinter_supplied_constant* constants;
  size_t constant_count;
  const char* external_folder; /* where external files lie; null: the plan file's folder */
  int32_t compile_policy;      /* sinter_compile_policy */
  /* Where compiled kernels are kept, safe for many processes. Null: $SINTER_CACHE_DIR, else $XDG_CACHE_HOME/sinter,
   * else $HOME/.cache/sinter. "": nothing is kept. */
  const char* cache_folder;
  sinter_log_function log; /* or null */
  void* log_user_data;
} sinter_load_options;
#define SINTER_LOAD_OPTIONS_INIT {sizeof(sinter_load_options), NULL, 0, NULL, SINTER_COMPILE_ALLOWED, NULL, NULL, NULL}

/* Loads the kernels, fills the constants and packs what is packed, to its end. Measures nothing, and compiles nothing
 * where the plan has images for the device. `options` may be null. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_plan_load(const sinter_plan* plan, sinter_device* device,
                                                              const sinter_load_options* options,
                                                              sinter_loaded_plan** loaded);
SINTER_EXPORT void sinter_loaded_plan_destroy(sinter_loaded_plan* loaded);

typedef struct {
  size_t struct_size;
  uint64_t images_loaded;
  uint64_t kernels_compiled;   /* by the load */
  uint64_t kernels_from_cache; /* that an earlier load had compiled */
  uint64_t constant_bytes;     /* device memory that the constants keep */
} sinter_loaded_plan_info;
#define SINTER_LOADED_PLAN_INFO_INIT {sizeof(sinter_loaded_plan_info), 0, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_loaded_plan_get_info(const sinter_loaded_plan* loaded,
                                                                         sinter_loaded_plan_info* info);

/* ---- contexts ---- */

/* What executes a loaded plan on one stream: bindings, prepared shapes, workspace, graphs. Work that a context has
 * enqueued must have ended before it is destroyed, prepares another shape, or gets another workspace. */
typedef struct sinter_context sinter_context;

/* By which of a library's algorithms a product runs that no pin in the plan fits, and that the device has not chosen one
 * for yet (a choice holds for all contexts of the device, for as long as it lives). */
typedef enum {
  /* The fastest, measured where a shape is prepared or its workspace asked for: some tens of milliseconds a product, with
   * device memory of a few times the cache meanwhile, from the driver. It may differ from process to process, and the
   * last bits of results with it: `sinter tune` pins it. */
  SINTER_PRODUCTS_MEASURED = 0,
  /* The library's first estimate: the same in each process, and at times several times as slow. */
  SINTER_PRODUCTS_ESTIMATED = 1
} sinter_product_choice;

typedef struct {
  size_t struct_size;
  size_t max_prepared_shapes;  /* kept; the least recently used goes. 0: 16 */
  size_t max_graphs_per_shape; /* more than one only where a library call touches an argument. 0: 4 */
  int32_t use_graphs;          /* 0: plain launches always */
  void* workspace;             /* as sinter_context_set_workspace; or null */
  uint64_t workspace_bytes;
  int32_t products; /* sinter_product_choice */
} sinter_context_options;
#define SINTER_CONTEXT_OPTIONS_INIT {sizeof(sinter_context_options), 0, 0, 1, NULL, 0, SINTER_PRODUCTS_MEASURED}

/* `options` may be null. Allocates no device memory. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_create(sinter_loaded_plan* loaded,
                                                                   const sinter_context_options* options,
                                                                   sinter_context** context);
SINTER_EXPORT void sinter_context_destroy(sinter_context* context);

/* Bytes of workspace that an execution of `entry` at these symbol values needs in all. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_get_workspace_bytes(sinter_context* context, size_t entry,
                                                                                const int64_t* symbols,
                                                                                size_t symbol_count, uint64_t* bytes);
/* Has the context work in memory of the caller's, 256-byte aligned, which must outlive it (null: in its own again).
 * SINTER_RESOURCE_EXHAUSTED where it is smaller than the prepared shapes need. One workspace may serve several contexts
 * whose executions never overlap. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_set_workspace(sinter_context* context, void* workspace,
                                                                          uint64_t bytes);

/* Makes all that executions of `entry` at these symbol values need: workspace, library products, graph. Afterwards they
 * allocate nothing, on the device or on the host, wait for nothing and compile nothing. Where a library call or a copy
 * touches an argument the graph needs the arguments' pointers: use sinter_context_prepare_bound, once for each set of
 * them (max_graphs_per_shape are kept); with this one the first execution on each set captures. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_prepare(sinter_context* context, size_t entry,
                                                                    const int64_t* symbols, size_t symbol_count);
/* The same for the tensors that are bound now. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_prepare_bound(sinter_context* context, size_t entry);

/* A tensor in the device's memory. */
typedef struct {
  size_t struct_size;
  void* data; /* never written through an input that nothing is tied to; may be null where there is no element */
  int32_t element_type;
  uint32_t rank;
  const int64_t* dims;    /* may be null for rank 0 */
  const int64_t* strides; /* in elements; null: dense, row-major */
} sinter_tensor;
#define SINTER_TENSOR_INIT {sizeof(sinter_tensor), NULL, 0, 0, NULL, NULL}

/* Binds an argument of an entry until another binding replaces it. Dims and strides are copied; the memory must live
 * until the executions that use it have ended. Type and rank are checked here; dims, strides, alignment, ties and
 * overlaps by the execution, since they depend on each other. Allocates nothing. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_bind_input(sinter_context* context, size_t entry,
                                                                       size_t index, const sinter_tensor* tensor);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_bind_output(sinter_context* context, size_t entry,
                                                                        size_t index, const sinter_tensor* tensor);
/* Moves an argument that is bound already: only its pointer changes. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_rebind_input(sinter_context* context, size_t entry,
                                                                         size_t index, void* data);
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_rebind_output(sinter_context* context, size_t entry,
                                                                          size_t index, void* data);
/* Gives the symbols' values instead of having them read off the bound dims: needed where a symbol is the plain dim or
 * stride of no argument. Null and 0 take them back. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_bind_symbols(sinter_context* context, size_t entry,
                                                                         const int64_t* symbols, size_t symbol_count);

typedef enum {
  SINTER_RUN_DEFAULT = 0, /* one graph launch where the shape is prepared */
  SINTER_RUN_LAUNCHES = 1 /* plain launches always: into the caller's own capture, say */
} sinter_run_flags;

/* Enqueues one execution of `entry` on the bound tensors and returns. `stream` belongs to the device's CUcontext. A
 * shape that was not prepared runs by plain launches: nothing is instantiated, though products may be prepared and the
 * workspace may grow, after a wait for `stream`; so prepare before a capture (SINTER_FAILED_PRECONDITION
 * where a product is not ready in one). Products of such a shape run by the library's estimate, and keep it. Errors name the argument, symbol or step;
 * what was enqueued before a failing step has run. On the CPU path the execution has ended when this returns. */
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_execute(sinter_context* context, size_t entry,
                                                                    sinter_stream stream, uint32_t flags);

/* All since the context was made. */
typedef struct {
  size_t struct_size;
  uint64_t executions;
  uint64_t graph_launches;
  uint64_t kernel_launches;   /* plain ones */
  uint64_t library_calls;     /* plain ones */
  uint64_t copies;            /* plain ones */
  uint64_t parameter_updates; /* launches of a graph given new pointers */
  uint64_t graph_captures;
  uint64_t shapes_built;          /* prepared or not */
  uint64_t workspace_allocations; /* of the context's own */
} sinter_context_counters;
#define SINTER_CONTEXT_COUNTERS_INIT {sizeof(sinter_context_counters), 0, 0, 0, 0, 0, 0, 0, 0, 0}
SINTER_EXPORT SINTER_MUST_USE sinter_status* sinter_context_get_counters(const sinter_context* context,
                                                                         sinter_context_counters* counters);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SINTER_SINTER_H_ */
