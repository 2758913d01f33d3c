// 1 is the user's fault, 2 the machine's; the message says what is wrong.

// RUN: rm -rf %t && mkdir %t

// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: sinter-compile: error: expected GRAPH
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %s --fuson=off 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: unknown option `--fuson`; did you mean `--fusion`?
// UNKNOWN-NEXT: known options: --help -o --target
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %s --target=vax 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: unknown target `vax`; expected native, cpu, sm_NN
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %s --emit=cuda --json 2>&1 | FileCheck %s --check-prefix=COMBINED
// COMBINED: --stats and --json are of a plan
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %t/gone.mlir --target=cpu 2>&1 | FileCheck %s --check-prefix=GONE
// GONE: sinter-compile: error: cannot read {{.*}}gone.mlir
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %t/gone.onnx --target=cpu 2>&1 | FileCheck %s --check-prefix=GONE-ONNX
// GONE-ONNX: sinter-compile: error: cannot read {{.*}}gone.onnx
// RUN: echo "func.func @main(" > %t/broken.mlir
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %t/broken.mlir --target=cpu 2>&1 | FileCheck %s --check-prefix=BROKEN
// BROKEN: broken.mlir:{{[0-9]+}}:{{[0-9]+}}: error:
// BROKEN: sinter-compile: error: {{.*}}broken.mlir is no valid graph
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %s --dim x=4 --target=cpu 2>&1 | FileCheck %s --check-prefix=FIXED
// FIXED: no extent of an argument or a result has the name `x`
// RUN: echo "module {}" > %t/other.mlir
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %t/other.mlir --target=cpu 2>&1 | FileCheck %s --check-prefix=MAIN
// MAIN: expected a function: @main, or one for each entry
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-compile %s --extract-group=99 2>&1 | FileCheck %s --check-prefix=GROUP
// GROUP: expected a group below {{[0-9]+}}, but got 99

// RUN: env SINTER_HOST_CXX=/nothing sh %S/Inputs/exit-code.sh 2 sinter-compile %s --target=cpu --no-cache -o %t/a.plan 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: sinter-compile: error: target cpu-{{.*}}/nothing
// RUN: env SINTER_NVRTC=/nothing sh %S/Inputs/exit-code.sh 2 sinter-compile %s --target=sm_90 -o %t/a.plan 2>&1 | FileCheck %s --check-prefix=NVRTC
// NVRTC: sinter-compile: error: target sm_90: {{.*}}/nothing
// RUN: not test -e %t/a.plan
// RUN: sh %S/Inputs/exit-code.sh 2 sinter-compile %s --emit=sinter -o %t/no/such/folder.mlir 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: sinter-compile: error: cannot write `{{.*}}folder.mlir`: `{{.*}}/no/such`: No such file or directory

// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=vax 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: expected one of auto, cuda, cpu, reference for --device, but got `vax`
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %t/gone.plan --device=cpu 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: sinter-run: error: cannot open plan `{{.*}}gone.plan`
// RUN: echo "no plan" > %t/bad.plan
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %t/bad.plan --device=cpu
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %t/bad.plan --check 2>&1 | FileCheck %s --check-prefix=CHECK-PLAN
// CHECK-PLAN: bad.plan is no graph
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --check --golden=%t 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: --check, --golden and --reference exclude each other
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=reference --kernel-check=races 2>&1 | FileCheck %s --check-prefix=NOKERNELS
// NOKERNELS: --kernel-check and --count-bytes are of kernels; the reference interpreter has none
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=reference --golden=%t 2>&1 | FileCheck %s --check-prefix=GOLDEN
// GOLDEN: sinter-run: error: cannot open {{.*}}golden.json: No such file or directory
// RUN: sh %S/Inputs/exit-code.sh 1 sinter-run %s --device=reference --input=y=%t/y.npy 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: --input names `y`, which is no input of the graph; there are arg0
// RUN: env SINTER_CUDA_DRIVER=/nothing sh %S/Inputs/exit-code.sh 2 sinter-run %s --device=cuda 2>&1 | FileCheck %s --check-prefix=DRIVER
// DRIVER: sinter-run: error: device cuda: {{.*/nothing|this build has no CUDA backend}}

func.func @main(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = sinter.exp %x : tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
