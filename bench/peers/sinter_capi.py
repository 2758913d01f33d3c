# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# As much of Sinter's C interface (sinter.h) as executes a plan of one entry without symbols on memory of the caller's.
import ctypes
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p

ABI_VERSION, CUDA, CPU, INPUT, OUTPUT, RUN_LAUNCHES = 0, 1, 3, 0, 1, 1


class SinterError(Exception):
    pass


def sized(name, *fields):
    """A sized struct's class, whose objects know their size."""

    def begin(self, **values):
        ctypes.Structure.__init__(self, struct_size=ctypes.sizeof(type(self)), **values)

    return type(name, (ctypes.Structure,), {"_fields_": [("struct_size", c_size_t), *fields], "__init__": begin})


DeviceOptions = sized("DeviceOptions", ("kind", c_int32), ("ordinal", c_int32), ("cuda_context", c_void_p), ("allocator", c_void_p),
                      ("log", c_void_p), ("log_user_data", c_void_p))
DeviceInfo = sized("DeviceInfo", ("is_cpu", c_int32), ("supports_graphs", c_int32), ("name", c_char_p), ("target", c_char_p))
EntryInfo = sized("EntryInfo", ("name", c_char_p), ("input_count", c_size_t), ("output_count", c_size_t), ("symbol_count", c_size_t))
ArgumentInfo = sized("ArgumentInfo", ("name", c_char_p), ("element_type", c_int32), ("rank", c_uint32), ("alignment", c_uint32),
                     ("tied_input", c_int32), ("is_strided", c_int32))
ArgumentShape = sized("ArgumentShape", ("byte_size", c_uint64), ("offset", c_int64))
ContextOptions = sized("ContextOptions", ("max_prepared_shapes", c_size_t), ("max_graphs_per_shape", c_size_t), ("use_graphs", c_int32),
                       ("workspace", c_void_p), ("workspace_bytes", c_uint64))
Tensor = sized("Tensor", ("data", c_void_p), ("element_type", c_int32), ("rank", c_uint32), ("dims", POINTER(c_int64)), ("strides", POINTER(c_int64)))
Counters = sized("Counters", *((name, c_uint64) for name in (
    "executions", "graph_launches", "kernel_launches", "library_calls", "copies", "parameter_updates", "graph_captures", "shapes_built",
    "workspace_allocations")))


class Argument:
    """An input or an output: `name`, `type` ("bf16"), `dims`, `strides` in elements, `offset` of the first element, `bytes` from the bound
    pointer on, and the number of the input that it is `tied` to, or -1."""

    def __init__(self, name, type_name, code, dims, strides, is_strided, byte_size, offset, tied):
        self.name, self.type, self.code, self.dims, self.strides, self.is_strided = name, type_name, code, dims, strides, is_strided
        self.bytes, self.offset, self.tied = byte_size, offset, tied

    def as_json(self):
        return {"name": self.name, "type": self.type, "dims": self.dims, "strides": self.strides, "bytes": self.bytes}


class Runtime:
    def __init__(self, path):
        self.calls = ctypes.CDLL(path)
        self.calls.sinter_status_message.restype = c_char_p
        self.calls.sinter_element_type_name.restype = c_char_p
        if self.calls.sinter_abi_version() != ABI_VERSION:
            raise SinterError("%s has version %d of the C interface, expected %d" % (path, self.calls.sinter_abi_version(), ABI_VERSION))

    def call(self, name, *arguments):
        function = getattr(self.calls, "sinter_" + name)
        function.restype = c_void_p
        status = function(*arguments)
        if status:
            message = self.calls.sinter_status_message(c_void_p(status)).decode()
            self.calls.sinter_status_destroy(c_void_p(status))
            raise SinterError(message)

    def made(self, name, *arguments):
        """What a function puts out by its last argument."""
        made = c_void_p()
        self.call(name, *arguments, byref(made))
        return made


class Device:
    def __init__(self, capi, is_cpu):
        self.capi = capi
        self.handle = capi.made("device_create", byref(DeviceOptions(kind=CPU if is_cpu else CUDA)))
        info = DeviceInfo()
        capi.call("device_get_info", self.handle, byref(info))
        self.name = info.name.decode()

    def allocate(self, count):
        return self.capi.made("device_allocate", self.handle, c_size_t(count)).value

    def free(self, memory):
        self.capi.calls.sinter_device_free(self.handle, c_void_p(memory))

    def write(self, memory, data, stream):
        self.capi.call("copy_to_device", self.handle, c_void_p(memory), data, c_size_t(len(data)), c_void_p(stream))

    def read(self, memory, count, stream):
        data = ctypes.create_string_buffer(count)
        self.capi.call("copy_to_host", self.handle, data, c_void_p(memory), c_size_t(count), c_void_p(stream))
        self.synchronize(stream)
        return data.raw

    def create_stream(self):
        return self.capi.made("stream_create", self.handle).value

    def synchronize(self, stream):
        self.capi.call("stream_synchronize", self.handle, c_void_p(stream))


class Execution:
    """A plan on a device with a context of its own; `inputs` and `outputs` say what it takes and makes."""

    def __init__(self, device, path):
        self.device, self.capi = device, device.capi
        self.owned = []
        plan = self._own("plan_destroy", self.capi.made("plan_open_file", path.encode()))
        entry = EntryInfo()
        self.capi.call("plan_get_entry", plan, c_size_t(0), byref(entry))
        if entry.symbol_count:
            raise SinterError("%s has symbols; expected a plan that was compiled with --dim for each of them" % path)
        self.inputs = [self._argument(plan, INPUT, i) for i in range(entry.input_count)]
        self.outputs = [self._argument(plan, OUTPUT, i) for i in range(entry.output_count)]
        loaded = self._own("loaded_plan_destroy", self.capi.made("plan_load", plan, device.handle, None))
        options = ContextOptions()
        self.context = self._own("context_destroy", self.capi.made("context_create", loaded, byref(options)))

    def _own(self, destroy, handle):
        self.owned.append((destroy, handle))
        return handle

    def close(self):
        for destroy, handle in reversed(self.owned):
            getattr(self.capi.calls, "sinter_" + destroy)(handle)
        self.owned = []

    def _argument(self, plan, direction, index):
        info, shape = ArgumentInfo(), ArgumentShape()
        self.capi.call("plan_get_argument", plan, c_size_t(0), c_int32(direction), c_size_t(index), byref(info))
        dims, strides = (c_int64 * max(1, info.rank))(), (c_int64 * max(1, info.rank))()
        self.capi.call("plan_evaluate_argument", plan, c_size_t(0), c_int32(direction), c_size_t(index), None, c_size_t(0), c_size_t(info.rank), dims,
                          strides, byref(shape))
        type_name = self.capi.calls.sinter_element_type_name(info.element_type).decode()
        return Argument(info.name.decode(), type_name, info.element_type, list(dims)[: info.rank], list(strides)[: info.rank], bool(info.is_strided),
                        shape.byte_size, shape.offset, info.tied_input)

    def bind(self, inputs, outputs):
        """Binds memory, by pointers in the order of the arguments; an output that is tied gets its input's."""
        for direction, arguments, pointers in (("input", self.inputs, inputs), ("output", self.outputs, outputs)):
            for index, (argument, pointer) in enumerate(zip(arguments, pointers)):
                rank = len(argument.dims)
                tensor = Tensor(data=inputs[argument.tied] if argument.tied >= 0 else pointer, element_type=argument.code, rank=rank)
                dims, strides = (c_int64 * max(1, rank))(*argument.dims), (c_int64 * max(1, rank))(*argument.strides)
                tensor.dims = dims
                if argument.is_strided:
                    tensor.strides = strides
                self.capi.call("context_bind_" + direction, self.context, c_size_t(0), c_size_t(index), byref(tensor))

    def prepare(self):
        self.capi.call("context_prepare", self.context, c_size_t(0), None, c_size_t(0))

    def move(self, inputs, outputs):
        """What was bound lies elsewhere now."""
        for index, pointer in enumerate(inputs):
            self.capi.call("context_rebind_input", self.context, c_size_t(0), c_size_t(index), c_void_p(pointer))
        for index, (argument, pointer) in enumerate(zip(self.outputs, outputs)):
            data = inputs[argument.tied] if argument.tied >= 0 else pointer
            self.capi.call("context_rebind_output", self.context, c_size_t(0), c_size_t(index), c_void_p(data))

    def run(self, stream):
        self.capi.call("context_execute", self.context, c_size_t(0), c_void_p(stream), c_uint32(RUN_LAUNCHES))

    def launches(self):
        """Kernels, products and copies that were launched since the context was made."""
        counters = Counters()
        self.capi.call("context_get_counters", self.context, byref(counters))
        return counters.kernel_launches + counters.library_calls + counters.copies
