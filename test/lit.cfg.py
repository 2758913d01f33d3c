# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How lit runs the tests below this folder. Run through ctest, or `ninja check-sinter`, or on one file:
#   /usr/lib/llvm-22/bin/lit -v build/dev/test --filter form-fusion-groups

import ctypes
import os
import shutil

import lit.formats

config.name = "Sinter"
# lit's own shell: it finds `not` and `count` in PATH, which the system's shell does not.
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Fuzz", "Inputs", "lib", "models"]
config.test_source_root = os.path.dirname(__file__)

config.environment["PATH"] = os.path.pathsep.join(
    [config.sinter_binary_folder, config.llvm_tools_folder, config.environment["PATH"]])
# Without it a variable of one function's checks would leak into the next one's.
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
for name in ("SINTER_NVRTC", "SINTER_HOST_CXX", "SINTER_ONEDNN_LIBRARY", "LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "HOME",
             "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
# Not the user's cache: a test must not depend on what an older build has left there.
config.environment["SINTER_CACHE_DIR"] = os.path.join(config.test_exec_root, "kernel-cache")
config.substitutions.append(("%models", os.path.join(config.test_source_root, "models")))


def opens(*names):
    """Whether the loader finds one of these libraries; the tools open them the same way, at run time."""
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    return None


def gpu_count():
    driver = opens("libcuda.so.1")
    count = ctypes.c_int(0)
    if driver and driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0:
        return count.value
    return 0


if opens(*filter(None, [os.environ.get("SINTER_NVRTC")]), "libnvrtc.so.13", "libnvrtc.so.12",
         "/usr/local/cuda/lib64/libnvrtc.so"):
    config.available_features.add("nvrtc")
if gpu_count() > 0:
    config.available_features.add("gpu")
if opens("libdnnl.so.2", "libdnnl.so.3"):
    config.available_features.add("onednn")
if any(shutil.which(compiler) for compiler in ("c++", "g++", "clang++")):
    config.available_features.add("host-compiler")
if os.path.isdir("/usr/share/libonnx-testdata/data/node"):
    config.available_features.add("onnx-testdata")
    config.substitutions.append(("%onnx_nodes", "/usr/share/libonnx-testdata/data/node"))
if config.sinter_sanitizers:
    config.available_features.add("sanitizer")
