// Names may be any bytes; JSON is UTF-8 all the same.
// RUN: sinter-explain %s --no-compile --json > %t.json
// RUN: python3 -c "import json, sys; print(json.dumps(json.loads(open(sys.argv[1], 'rb').read().decode('utf-8'))['symbols']))" %t.json | FileCheck %s
// CHECK: "name": "r\ufffdws"
func.func @main(%x: tensor<?x4xf32, #sinter.dims<"r\FFws", 4>> {sinter.name = "\C3\BC\C3"}) -> tensor<?x4xf32, #sinter.dims<"r\FFws", 4>> {
  %y = sinter.exp %x : tensor<?x4xf32, #sinter.dims<"r\FFws", 4>>
  return %y : tensor<?x4xf32, #sinter.dims<"r\FFws", 4>>
}
