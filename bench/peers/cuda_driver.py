# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Events, captures and the edges of captured graphs by CUDA's driver, in the primary context of device 0, which torch and Sinter share.
import ctypes
import os
from ctypes import byref, c_float, c_int, c_size_t, c_uint, c_ulonglong, c_void_p

CAPTURE_THREAD_LOCAL, PROGRAMMATIC = 1, 1


class CudaError(Exception):
    pass


class EdgeData(ctypes.Structure):
    _fields_ = [("from_port", ctypes.c_ubyte), ("to_port", ctypes.c_ubyte), ("type", ctypes.c_ubyte), ("reserved", ctypes.c_ubyte * 5)]


class Driver:
    def __init__(self):
        try:
            self.calls = ctypes.CDLL(os.environ.get("SINTER_CUDA_DRIVER") or "libcuda.so.1")
        except OSError as error:
            raise CudaError("no driver of NVIDIA's here: %s" % error)
        device, context = c_int(), c_void_p()
        self.call("cuInit", c_uint(0))
        self.call("cuDeviceGet", byref(device), c_int(0))
        self.call("cuDevicePrimaryCtxRetain", byref(context), device)
        self.call("cuCtxPushCurrent_v2", context)
        self.events = [c_void_p(), c_void_p()]
        for event in self.events:
            self.call("cuEventCreate", byref(event), c_uint(0))

    def call(self, name, *arguments):
        result = getattr(self.calls, name)(*arguments)
        if result != 0:
            text = ctypes.c_char_p()
            self.calls.cuGetErrorName(c_int(result), byref(text))
            raise CudaError("%s failed: %s" % (name, text.value.decode() if text.value else result))

    def start(self, stream):
        self.call("cuEventRecord", self.events[0], c_void_p(stream))

    def stop(self, stream):
        """Microseconds of what was put into the stream since `start`."""
        milliseconds = c_float()
        self.call("cuEventRecord", self.events[1], c_void_p(stream))
        self.call("cuEventSynchronize", self.events[1])
        self.call("cuEventElapsedTime", byref(milliseconds), *self.events)
        return milliseconds.value * 1e3

    def capture(self, stream, enqueue):
        """A graph of what `enqueue(boundary)` puts into the stream; it calls `boundary()` after each repetition."""
        self.call("cuStreamBeginCapture_v2", c_void_p(stream), c_int(CAPTURE_THREAD_LOCAL))
        graph, boundaries = c_void_p(), Boundaries(self, stream)
        try:
            enqueue(boundaries.mark)
        finally:
            self.call("cuStreamEndCapture", c_void_p(stream), byref(graph))
        return Graph(self, graph, boundaries)


class Boundaries:
    """The last nodes of each repetition in a stream that is being captured."""

    def __init__(self, driver, stream):
        self.driver, self.stream, self.nodes = driver, stream, set()

    def mark(self):
        status, number, graph, nodes, edges, count = c_int(), c_ulonglong(), c_void_p(), ctypes.POINTER(c_void_p)(), c_void_p(), c_size_t()
        outputs = [byref(status), byref(number), byref(graph), byref(nodes)]
        if hasattr(self.driver.calls, "cuStreamGetCaptureInfo_v3"):
            self.driver.call("cuStreamGetCaptureInfo_v3", c_void_p(self.stream), *outputs, byref(edges), byref(count))
        else:
            self.driver.call("cuStreamGetCaptureInfo_v2", c_void_p(self.stream), *outputs, byref(count))
        self.nodes.update(nodes[i] for i in range(count.value))

    def programmatic_edges(self, graph):
        """How many repetitions may start before the one ahead has ended; None where the driver knows no such edges."""
        if not hasattr(self.driver.calls, "cuGraphGetEdges_v2"):
            return None
        count = c_size_t()
        self.driver.call("cuGraphGetEdges_v2", graph, None, None, None, byref(count))
        begins, ends, data = (c_void_p * count.value)(), (c_void_p * count.value)(), (EdgeData * count.value)()
        if count.value:
            self.driver.call("cuGraphGetEdges_v2", graph, begins, ends, data, byref(count))
        return sum(data[i].type == PROGRAMMATIC and begins[i] in self.nodes for i in range(count.value))


def count_nodes(driver, graph):
    count = c_size_t()
    driver.call("cuGraphGetNodes", graph, None, byref(count))
    return count.value


class Graph:
    """`nodes` and `programmatic`, edges between repetitions, of a captured graph that can be launched."""

    def __init__(self, driver, graph, boundaries):
        self.driver, self.graph, self.executable = driver, graph, c_void_p()
        self.nodes, self.programmatic = count_nodes(driver, graph), boundaries.programmatic_edges(graph)
        driver.call("cuGraphInstantiateWithFlags", byref(self.executable), graph, c_ulonglong(0))

    def launch(self, stream):
        self.driver.call("cuGraphLaunch", self.executable, c_void_p(stream))

    def close(self):
        self.driver.call("cuGraphExecDestroy", self.executable)
        self.driver.call("cuGraphDestroy", self.graph)
