// Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One step of AdamW on the 48 tensors of four transformer layers, `width` wide.
func.func @main(%p0: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %p1: tensor<?xf32, #sinter.dims<width * 3>>, %p2: tensor<?x?xf32, #sinter.dims<width, width>>, %p3: tensor<?xf32, #sinter.dims<width>>, %p4: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %p5: tensor<?xf32, #sinter.dims<width * 4>>, %p6: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %p7: tensor<?xf32, #sinter.dims<width>>, %p8: tensor<?xf32, #sinter.dims<width>>, %p9: tensor<?xf32, #sinter.dims<width>>, %p10: tensor<?xf32, #sinter.dims<width>>, %p11: tensor<?xf32, #sinter.dims<width>>, %p12: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %p13: tensor<?xf32, #sinter.dims<width * 3>>, %p14: tensor<?x?xf32, #sinter.dims<width, width>>, %p15: tensor<?xf32, #sinter.dims<width>>, %p16: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %p17: tensor<?xf32, #sinter.dims<width * 4>>, %p18: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %p19: tensor<?xf32, #sinter.dims<width>>, %p20: tensor<?xf32, #sinter.dims<width>>, %p21: tensor<?xf32, #sinter.dims<width>>, %p22: tensor<?xf32, #sinter.dims<width>>, %p23: tensor<?xf32, #sinter.dims<width>>, %p24: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %p25: tensor<?xf32, #sinter.dims<width * 3>>, %p26: tensor<?x?xf32, #sinter.dims<width, width>>, %p27: tensor<?xf32, #sinter.dims<width>>, %p28: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %p29: tensor<?xf32, #sinter.dims<width * 4>>, %p30: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %p31: tensor<?xf32, #sinter.dims<width>>, %p32: tensor<?xf32, #sinter.dims<width>>, %p33: tensor<?xf32, #sinter.dims<width>>, %p34: tensor<?xf32, #sinter.dims<width>>, %p35: tensor<?xf32, #sinter.dims<width>>, %p36: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %p37: tensor<?xf32, #sinter.dims<width * 3>>, %p38: tensor<?x?xf32, #sinter.dims<width, width>>, %p39: tensor<?xf32, #sinter.dims<width>>, %p40: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %p41: tensor<?xf32, #sinter.dims<width * 4>>, %p42: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %p43: tensor<?xf32, #sinter.dims<width>>, %p44: tensor<?xf32, #sinter.dims<width>>, %p45: tensor<?xf32, #sinter.dims<width>>, %p46: tensor<?xf32, #sinter.dims<width>>, %p47: tensor<?xf32, #sinter.dims<width>>, %g0: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %g1: tensor<?xf32, #sinter.dims<width * 3>>, %g2: tensor<?x?xf32, #sinter.dims<width, width>>, %g3: tensor<?xf32, #sinter.dims<width>>, %g4: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %g5: tensor<?xf32, #sinter.dims<width * 4>>, %g6: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %g7: tensor<?xf32, #sinter.dims<width>>, %g8: tensor<?xf32, #sinter.dims<width>>, %g9: tensor<?xf32, #sinter.dims<width>>, %g10: tensor<?xf32, #sinter.dims<width>>, %g11: tensor<?xf32, #sinter.dims<width>>, %g12: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %g13: tensor<?xf32, #sinter.dims<width * 3>>, %g14: tensor<?x?xf32, #sinter.dims<width, width>>, %g15: tensor<?xf32, #sinter.dims<width>>, %g16: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %g17: tensor<?xf32, #sinter.dims<width * 4>>, %g18: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %g19: tensor<?xf32, #sinter.dims<width>>, %g20: tensor<?xf32, #sinter.dims<width>>, %g21: tensor<?xf32, #sinter.dims<width>>, %g22: tensor<?xf32, #sinter.dims<width>>, %g23: tensor<?xf32, #sinter.dims<width>>, %g24: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %g25: tensor<?xf32, #sinter.dims<width * 3>>, %g26: tensor<?x?xf32, #sinter.dims<width, width>>, %g27: tensor<?xf32, #sinter.dims<width>>, %g28: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %g29: tensor<?xf32, #sinter.dims<width * 4>>, %g30: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %g31: tensor<?xf32, #sinter.dims<width>>, %g32: tensor<?xf32, #sinter.dims<width>>, %g33: tensor<?xf32, #sinter.dims<width>>, %g34: tensor<?xf32, #sinter.dims<width>>, %g35: tensor<?xf32, #sinter.dims<width>>, %g36: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %g37: tensor<?xf32, #sinter.dims<width * 3>>, %g38: tensor<?x?xf32, #sinter.dims<width, width>>, %g39: tensor<?xf32, #sinter.dims<width>>, %g40: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %g41: tensor<?xf32, #sinter.dims<width * 4>>, %g42: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %g43: tensor<?xf32, #sinter.dims<width>>, %g44: tensor<?xf32, #sinter.dims<width>>, %g45: tensor<?xf32, #sinter.dims<width>>, %g46: tensor<?xf32, #sinter.dims<width>>, %g47: tensor<?xf32, #sinter.dims<width>>, %m0: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %m1: tensor<?xf32, #sinter.dims<width * 3>>, %m2: tensor<?x?xf32, #sinter.dims<width, width>>, %m3: tensor<?xf32, #sinter.dims<width>>, %m4: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %m5: tensor<?xf32, #sinter.dims<width * 4>>, %m6: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %m7: tensor<?xf32, #sinter.dims<width>>, %m8: tensor<?xf32, #sinter.dims<width>>, %m9: tensor<?xf32, #sinter.dims<width>>, %m10: tensor<?xf32, #sinter.dims<width>>, %m11: tensor<?xf32, #sinter.dims<width>>, %m12: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %m13: tensor<?xf32, #sinter.dims<width * 3>>, %m14: tensor<?x?xf32, #sinter.dims<width, width>>, %m15: tensor<?xf32, #sinter.dims<width>>, %m16: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %m17: tensor<?xf32, #sinter.dims<width * 4>>, %m18: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %m19: tensor<?xf32, #sinter.dims<width>>, %m20: tensor<?xf32, #sinter.dims<width>>, %m21: tensor<?xf32, #sinter.dims<width>>, %m22: tensor<?xf32, #sinter.dims<width>>, %m23: tensor<?xf32, #sinter.dims<width>>, %m24: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %m25: tensor<?xf32, #sinter.dims<width * 3>>, %m26: tensor<?x?xf32, #sinter.dims<width, width>>, %m27: tensor<?xf32, #sinter.dims<width>>, %m28: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %m29: tensor<?xf32, #sinter.dims<width * 4>>, %m30: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %m31: tensor<?xf32, #sinter.dims<width>>, %m32: tensor<?xf32, #sinter.dims<width>>, %m33: tensor<?xf32, #sinter.dims<width>>, %m34: tensor<?xf32, #sinter.dims<width>>, %m35: tensor<?xf32, #sinter.dims<width>>, %m36: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %m37: tensor<?xf32, #sinter.dims<width * 3>>, %m38: tensor<?x?xf32, #sinter.dims<width, width>>, %m39: tensor<?xf32, #sinter.dims<width>>, %m40: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %m41: tensor<?xf32, #sinter.dims<width * 4>>, %m42: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %m43: tensor<?xf32, #sinter.dims<width>>, %m44: tensor<?xf32, #sinter.dims<width>>, %m45: tensor<?xf32, #sinter.dims<width>>, %m46: tensor<?xf32, #sinter.dims<width>>, %m47: tensor<?xf32, #sinter.dims<width>>, %v0: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %v1: tensor<?xf32, #sinter.dims<width * 3>>, %v2: tensor<?x?xf32, #sinter.dims<width, width>>, %v3: tensor<?xf32, #sinter.dims<width>>, %v4: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %v5: tensor<?xf32, #sinter.dims<width * 4>>, %v6: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %v7: tensor<?xf32, #sinter.dims<width>>, %v8: tensor<?xf32, #sinter.dims<width>>, %v9: tensor<?xf32, #sinter.dims<width>>, %v10: tensor<?xf32, #sinter.dims<width>>, %v11: tensor<?xf32, #sinter.dims<width>>, %v12: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %v13: tensor<?xf32, #sinter.dims<width * 3>>, %v14: tensor<?x?xf32, #sinter.dims<width, width>>, %v15: tensor<?xf32, #sinter.dims<width>>, %v16: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %v17: tensor<?xf32, #sinter.dims<width * 4>>, %v18: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %v19: tensor<?xf32, #sinter.dims<width>>, %v20: tensor<?xf32, #sinter.dims<width>>, %v21: tensor<?xf32, #sinter.dims<width>>, %v22: tensor<?xf32, #sinter.dims<width>>, %v23: tensor<?xf32, #sinter.dims<width>>, %v24: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %v25: tensor<?xf32, #sinter.dims<width * 3>>, %v26: tensor<?x?xf32, #sinter.dims<width, width>>, %v27: tensor<?xf32, #sinter.dims<width>>, %v28: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %v29: tensor<?xf32, #sinter.dims<width * 4>>, %v30: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %v31: tensor<?xf32, #sinter.dims<width>>, %v32: tensor<?xf32, #sinter.dims<width>>, %v33: tensor<?xf32, #sinter.dims<width>>, %v34: tensor<?xf32, #sinter.dims<width>>, %v35: tensor<?xf32, #sinter.dims<width>>, %v36: tensor<?x?xf32, #sinter.dims<width * 3, width>>, %v37: tensor<?xf32, #sinter.dims<width * 3>>, %v38: tensor<?x?xf32, #sinter.dims<width, width>>, %v39: tensor<?xf32, #sinter.dims<width>>, %v40: tensor<?x?xf32, #sinter.dims<width * 4, width>>, %v41: tensor<?xf32, #sinter.dims<width * 4>>, %v42: tensor<?x?xf32, #sinter.dims<width, width * 4>>, %v43: tensor<?xf32, #sinter.dims<width>>, %v44: tensor<?xf32, #sinter.dims<width>>, %v45: tensor<?xf32, #sinter.dims<width>>, %v46: tensor<?xf32, #sinter.dims<width>>, %v47: tensor<?xf32, #sinter.dims<width>>)
    -> (tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>) attributes {sinter.symbols = {width = #sinter.range<1, 768, 1>}} {
  %c = sinter.constant dense<0.9> : tensor<f32>
  %b = sinter.broadcast %c dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul = sinter.mul %m0, %b : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c1 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b1 = sinter.broadcast %c1 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul1 = sinter.mul %g0, %b1 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add = sinter.add %mul, %mul1 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c2 = sinter.constant dense<0.999> : tensor<f32>
  %b2 = sinter.broadcast %c2 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul2 = sinter.mul %v0, %b2 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c3 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b3 = sinter.broadcast %c3 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul3 = sinter.mul %g0, %b3 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul4 = sinter.mul %mul3, %g0 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add1 = sinter.add %mul2, %mul4 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sqrt = sinter.sqrt %add1 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c4 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b4 = sinter.broadcast %c4 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul5 = sinter.mul %sqrt, %b4 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c5 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b5 = sinter.broadcast %c5 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add2 = sinter.add %mul5, %b5 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c6 = sinter.constant dense<0.99999> : tensor<f32>
  %b6 = sinter.broadcast %c6 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul6 = sinter.mul %p0, %b6 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c7 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b7 = sinter.broadcast %c7 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul7 = sinter.mul %add, %b7 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %div = sinter.div %mul7, %add2 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sub = sinter.sub %mul6, %div : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c8 = sinter.constant dense<0.9> : tensor<f32>
  %b8 = sinter.broadcast %c8 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul8 = sinter.mul %m1, %b8 : tensor<?xf32, #sinter.dims<width * 3>>
  %c9 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b9 = sinter.broadcast %c9 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul9 = sinter.mul %g1, %b9 : tensor<?xf32, #sinter.dims<width * 3>>
  %add3 = sinter.add %mul8, %mul9 : tensor<?xf32, #sinter.dims<width * 3>>
  %c10 = sinter.constant dense<0.999> : tensor<f32>
  %b10 = sinter.broadcast %c10 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul10 = sinter.mul %v1, %b10 : tensor<?xf32, #sinter.dims<width * 3>>
  %c11 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b11 = sinter.broadcast %c11 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul11 = sinter.mul %g1, %b11 : tensor<?xf32, #sinter.dims<width * 3>>
  %mul12 = sinter.mul %mul11, %g1 : tensor<?xf32, #sinter.dims<width * 3>>
  %add4 = sinter.add %mul10, %mul12 : tensor<?xf32, #sinter.dims<width * 3>>
  %sqrt1 = sinter.sqrt %add4 : tensor<?xf32, #sinter.dims<width * 3>>
  %c12 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b12 = sinter.broadcast %c12 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul13 = sinter.mul %sqrt1, %b12 : tensor<?xf32, #sinter.dims<width * 3>>
  %c13 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b13 = sinter.broadcast %c13 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %add5 = sinter.add %mul13, %b13 : tensor<?xf32, #sinter.dims<width * 3>>
  %c14 = sinter.constant dense<0.99999> : tensor<f32>
  %b14 = sinter.broadcast %c14 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul14 = sinter.mul %p1, %b14 : tensor<?xf32, #sinter.dims<width * 3>>
  %c15 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b15 = sinter.broadcast %c15 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul15 = sinter.mul %add3, %b15 : tensor<?xf32, #sinter.dims<width * 3>>
  %div1 = sinter.div %mul15, %add5 : tensor<?xf32, #sinter.dims<width * 3>>
  %sub1 = sinter.sub %mul14, %div1 : tensor<?xf32, #sinter.dims<width * 3>>
  %c16 = sinter.constant dense<0.9> : tensor<f32>
  %b16 = sinter.broadcast %c16 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul16 = sinter.mul %m2, %b16 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c17 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b17 = sinter.broadcast %c17 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul17 = sinter.mul %g2, %b17 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add6 = sinter.add %mul16, %mul17 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c18 = sinter.constant dense<0.999> : tensor<f32>
  %b18 = sinter.broadcast %c18 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul18 = sinter.mul %v2, %b18 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c19 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b19 = sinter.broadcast %c19 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul19 = sinter.mul %g2, %b19 : tensor<?x?xf32, #sinter.dims<width, width>>
  %mul20 = sinter.mul %mul19, %g2 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add7 = sinter.add %mul18, %mul20 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sqrt2 = sinter.sqrt %add7 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c20 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b20 = sinter.broadcast %c20 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul21 = sinter.mul %sqrt2, %b20 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c21 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b21 = sinter.broadcast %c21 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %add8 = sinter.add %mul21, %b21 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c22 = sinter.constant dense<0.99999> : tensor<f32>
  %b22 = sinter.broadcast %c22 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul22 = sinter.mul %p2, %b22 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c23 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b23 = sinter.broadcast %c23 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul23 = sinter.mul %add6, %b23 : tensor<?x?xf32, #sinter.dims<width, width>>
  %div2 = sinter.div %mul23, %add8 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sub2 = sinter.sub %mul22, %div2 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c24 = sinter.constant dense<0.9> : tensor<f32>
  %b24 = sinter.broadcast %c24 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul24 = sinter.mul %m3, %b24 : tensor<?xf32, #sinter.dims<width>>
  %c25 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b25 = sinter.broadcast %c25 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul25 = sinter.mul %g3, %b25 : tensor<?xf32, #sinter.dims<width>>
  %add9 = sinter.add %mul24, %mul25 : tensor<?xf32, #sinter.dims<width>>
  %c26 = sinter.constant dense<0.999> : tensor<f32>
  %b26 = sinter.broadcast %c26 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul26 = sinter.mul %v3, %b26 : tensor<?xf32, #sinter.dims<width>>
  %c27 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b27 = sinter.broadcast %c27 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul27 = sinter.mul %g3, %b27 : tensor<?xf32, #sinter.dims<width>>
  %mul28 = sinter.mul %mul27, %g3 : tensor<?xf32, #sinter.dims<width>>
  %add10 = sinter.add %mul26, %mul28 : tensor<?xf32, #sinter.dims<width>>
  %sqrt3 = sinter.sqrt %add10 : tensor<?xf32, #sinter.dims<width>>
  %c28 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b28 = sinter.broadcast %c28 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul29 = sinter.mul %sqrt3, %b28 : tensor<?xf32, #sinter.dims<width>>
  %c29 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b29 = sinter.broadcast %c29 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add11 = sinter.add %mul29, %b29 : tensor<?xf32, #sinter.dims<width>>
  %c30 = sinter.constant dense<0.99999> : tensor<f32>
  %b30 = sinter.broadcast %c30 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul30 = sinter.mul %p3, %b30 : tensor<?xf32, #sinter.dims<width>>
  %c31 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b31 = sinter.broadcast %c31 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul31 = sinter.mul %add9, %b31 : tensor<?xf32, #sinter.dims<width>>
  %div3 = sinter.div %mul31, %add11 : tensor<?xf32, #sinter.dims<width>>
  %sub3 = sinter.sub %mul30, %div3 : tensor<?xf32, #sinter.dims<width>>
  %c32 = sinter.constant dense<0.9> : tensor<f32>
  %b32 = sinter.broadcast %c32 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul32 = sinter.mul %m4, %b32 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c33 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b33 = sinter.broadcast %c33 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul33 = sinter.mul %g4, %b33 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add12 = sinter.add %mul32, %mul33 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c34 = sinter.constant dense<0.999> : tensor<f32>
  %b34 = sinter.broadcast %c34 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul34 = sinter.mul %v4, %b34 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c35 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b35 = sinter.broadcast %c35 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul35 = sinter.mul %g4, %b35 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul36 = sinter.mul %mul35, %g4 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add13 = sinter.add %mul34, %mul36 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sqrt4 = sinter.sqrt %add13 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c36 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b36 = sinter.broadcast %c36 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul37 = sinter.mul %sqrt4, %b36 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c37 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b37 = sinter.broadcast %c37 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add14 = sinter.add %mul37, %b37 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c38 = sinter.constant dense<0.99999> : tensor<f32>
  %b38 = sinter.broadcast %c38 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul38 = sinter.mul %p4, %b38 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c39 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b39 = sinter.broadcast %c39 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul39 = sinter.mul %add12, %b39 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %div4 = sinter.div %mul39, %add14 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sub4 = sinter.sub %mul38, %div4 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c40 = sinter.constant dense<0.9> : tensor<f32>
  %b40 = sinter.broadcast %c40 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul40 = sinter.mul %m5, %b40 : tensor<?xf32, #sinter.dims<width * 4>>
  %c41 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b41 = sinter.broadcast %c41 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul41 = sinter.mul %g5, %b41 : tensor<?xf32, #sinter.dims<width * 4>>
  %add15 = sinter.add %mul40, %mul41 : tensor<?xf32, #sinter.dims<width * 4>>
  %c42 = sinter.constant dense<0.999> : tensor<f32>
  %b42 = sinter.broadcast %c42 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul42 = sinter.mul %v5, %b42 : tensor<?xf32, #sinter.dims<width * 4>>
  %c43 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b43 = sinter.broadcast %c43 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul43 = sinter.mul %g5, %b43 : tensor<?xf32, #sinter.dims<width * 4>>
  %mul44 = sinter.mul %mul43, %g5 : tensor<?xf32, #sinter.dims<width * 4>>
  %add16 = sinter.add %mul42, %mul44 : tensor<?xf32, #sinter.dims<width * 4>>
  %sqrt5 = sinter.sqrt %add16 : tensor<?xf32, #sinter.dims<width * 4>>
  %c44 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b44 = sinter.broadcast %c44 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul45 = sinter.mul %sqrt5, %b44 : tensor<?xf32, #sinter.dims<width * 4>>
  %c45 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b45 = sinter.broadcast %c45 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %add17 = sinter.add %mul45, %b45 : tensor<?xf32, #sinter.dims<width * 4>>
  %c46 = sinter.constant dense<0.99999> : tensor<f32>
  %b46 = sinter.broadcast %c46 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul46 = sinter.mul %p5, %b46 : tensor<?xf32, #sinter.dims<width * 4>>
  %c47 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b47 = sinter.broadcast %c47 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul47 = sinter.mul %add15, %b47 : tensor<?xf32, #sinter.dims<width * 4>>
  %div5 = sinter.div %mul47, %add17 : tensor<?xf32, #sinter.dims<width * 4>>
  %sub5 = sinter.sub %mul46, %div5 : tensor<?xf32, #sinter.dims<width * 4>>
  %c48 = sinter.constant dense<0.9> : tensor<f32>
  %b48 = sinter.broadcast %c48 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul48 = sinter.mul %m6, %b48 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c49 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b49 = sinter.broadcast %c49 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul49 = sinter.mul %g6, %b49 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add18 = sinter.add %mul48, %mul49 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c50 = sinter.constant dense<0.999> : tensor<f32>
  %b50 = sinter.broadcast %c50 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul50 = sinter.mul %v6, %b50 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c51 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b51 = sinter.broadcast %c51 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul51 = sinter.mul %g6, %b51 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul52 = sinter.mul %mul51, %g6 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add19 = sinter.add %mul50, %mul52 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sqrt6 = sinter.sqrt %add19 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c52 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b52 = sinter.broadcast %c52 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul53 = sinter.mul %sqrt6, %b52 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c53 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b53 = sinter.broadcast %c53 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add20 = sinter.add %mul53, %b53 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c54 = sinter.constant dense<0.99999> : tensor<f32>
  %b54 = sinter.broadcast %c54 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul54 = sinter.mul %p6, %b54 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c55 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b55 = sinter.broadcast %c55 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul55 = sinter.mul %add18, %b55 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %div6 = sinter.div %mul55, %add20 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sub6 = sinter.sub %mul54, %div6 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c56 = sinter.constant dense<0.9> : tensor<f32>
  %b56 = sinter.broadcast %c56 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul56 = sinter.mul %m7, %b56 : tensor<?xf32, #sinter.dims<width>>
  %c57 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b57 = sinter.broadcast %c57 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul57 = sinter.mul %g7, %b57 : tensor<?xf32, #sinter.dims<width>>
  %add21 = sinter.add %mul56, %mul57 : tensor<?xf32, #sinter.dims<width>>
  %c58 = sinter.constant dense<0.999> : tensor<f32>
  %b58 = sinter.broadcast %c58 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul58 = sinter.mul %v7, %b58 : tensor<?xf32, #sinter.dims<width>>
  %c59 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b59 = sinter.broadcast %c59 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul59 = sinter.mul %g7, %b59 : tensor<?xf32, #sinter.dims<width>>
  %mul60 = sinter.mul %mul59, %g7 : tensor<?xf32, #sinter.dims<width>>
  %add22 = sinter.add %mul58, %mul60 : tensor<?xf32, #sinter.dims<width>>
  %sqrt7 = sinter.sqrt %add22 : tensor<?xf32, #sinter.dims<width>>
  %c60 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b60 = sinter.broadcast %c60 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul61 = sinter.mul %sqrt7, %b60 : tensor<?xf32, #sinter.dims<width>>
  %c61 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b61 = sinter.broadcast %c61 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add23 = sinter.add %mul61, %b61 : tensor<?xf32, #sinter.dims<width>>
  %c62 = sinter.constant dense<0.99999> : tensor<f32>
  %b62 = sinter.broadcast %c62 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul62 = sinter.mul %p7, %b62 : tensor<?xf32, #sinter.dims<width>>
  %c63 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b63 = sinter.broadcast %c63 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul63 = sinter.mul %add21, %b63 : tensor<?xf32, #sinter.dims<width>>
  %div7 = sinter.div %mul63, %add23 : tensor<?xf32, #sinter.dims<width>>
  %sub7 = sinter.sub %mul62, %div7 : tensor<?xf32, #sinter.dims<width>>
  %c64 = sinter.constant dense<0.9> : tensor<f32>
  %b64 = sinter.broadcast %c64 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul64 = sinter.mul %m8, %b64 : tensor<?xf32, #sinter.dims<width>>
  %c65 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b65 = sinter.broadcast %c65 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul65 = sinter.mul %g8, %b65 : tensor<?xf32, #sinter.dims<width>>
  %add24 = sinter.add %mul64, %mul65 : tensor<?xf32, #sinter.dims<width>>
  %c66 = sinter.constant dense<0.999> : tensor<f32>
  %b66 = sinter.broadcast %c66 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul66 = sinter.mul %v8, %b66 : tensor<?xf32, #sinter.dims<width>>
  %c67 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b67 = sinter.broadcast %c67 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul67 = sinter.mul %g8, %b67 : tensor<?xf32, #sinter.dims<width>>
  %mul68 = sinter.mul %mul67, %g8 : tensor<?xf32, #sinter.dims<width>>
  %add25 = sinter.add %mul66, %mul68 : tensor<?xf32, #sinter.dims<width>>
  %sqrt8 = sinter.sqrt %add25 : tensor<?xf32, #sinter.dims<width>>
  %c68 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b68 = sinter.broadcast %c68 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul69 = sinter.mul %sqrt8, %b68 : tensor<?xf32, #sinter.dims<width>>
  %c69 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b69 = sinter.broadcast %c69 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add26 = sinter.add %mul69, %b69 : tensor<?xf32, #sinter.dims<width>>
  %c70 = sinter.constant dense<0.99999> : tensor<f32>
  %b70 = sinter.broadcast %c70 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul70 = sinter.mul %p8, %b70 : tensor<?xf32, #sinter.dims<width>>
  %c71 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b71 = sinter.broadcast %c71 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul71 = sinter.mul %add24, %b71 : tensor<?xf32, #sinter.dims<width>>
  %div8 = sinter.div %mul71, %add26 : tensor<?xf32, #sinter.dims<width>>
  %sub8 = sinter.sub %mul70, %div8 : tensor<?xf32, #sinter.dims<width>>
  %c72 = sinter.constant dense<0.9> : tensor<f32>
  %b72 = sinter.broadcast %c72 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul72 = sinter.mul %m9, %b72 : tensor<?xf32, #sinter.dims<width>>
  %c73 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b73 = sinter.broadcast %c73 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul73 = sinter.mul %g9, %b73 : tensor<?xf32, #sinter.dims<width>>
  %add27 = sinter.add %mul72, %mul73 : tensor<?xf32, #sinter.dims<width>>
  %c74 = sinter.constant dense<0.999> : tensor<f32>
  %b74 = sinter.broadcast %c74 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul74 = sinter.mul %v9, %b74 : tensor<?xf32, #sinter.dims<width>>
  %c75 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b75 = sinter.broadcast %c75 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul75 = sinter.mul %g9, %b75 : tensor<?xf32, #sinter.dims<width>>
  %mul76 = sinter.mul %mul75, %g9 : tensor<?xf32, #sinter.dims<width>>
  %add28 = sinter.add %mul74, %mul76 : tensor<?xf32, #sinter.dims<width>>
  %sqrt9 = sinter.sqrt %add28 : tensor<?xf32, #sinter.dims<width>>
  %c76 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b76 = sinter.broadcast %c76 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul77 = sinter.mul %sqrt9, %b76 : tensor<?xf32, #sinter.dims<width>>
  %c77 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b77 = sinter.broadcast %c77 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add29 = sinter.add %mul77, %b77 : tensor<?xf32, #sinter.dims<width>>
  %c78 = sinter.constant dense<0.99999> : tensor<f32>
  %b78 = sinter.broadcast %c78 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul78 = sinter.mul %p9, %b78 : tensor<?xf32, #sinter.dims<width>>
  %c79 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b79 = sinter.broadcast %c79 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul79 = sinter.mul %add27, %b79 : tensor<?xf32, #sinter.dims<width>>
  %div9 = sinter.div %mul79, %add29 : tensor<?xf32, #sinter.dims<width>>
  %sub9 = sinter.sub %mul78, %div9 : tensor<?xf32, #sinter.dims<width>>
  %c80 = sinter.constant dense<0.9> : tensor<f32>
  %b80 = sinter.broadcast %c80 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul80 = sinter.mul %m10, %b80 : tensor<?xf32, #sinter.dims<width>>
  %c81 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b81 = sinter.broadcast %c81 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul81 = sinter.mul %g10, %b81 : tensor<?xf32, #sinter.dims<width>>
  %add30 = sinter.add %mul80, %mul81 : tensor<?xf32, #sinter.dims<width>>
  %c82 = sinter.constant dense<0.999> : tensor<f32>
  %b82 = sinter.broadcast %c82 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul82 = sinter.mul %v10, %b82 : tensor<?xf32, #sinter.dims<width>>
  %c83 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b83 = sinter.broadcast %c83 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul83 = sinter.mul %g10, %b83 : tensor<?xf32, #sinter.dims<width>>
  %mul84 = sinter.mul %mul83, %g10 : tensor<?xf32, #sinter.dims<width>>
  %add31 = sinter.add %mul82, %mul84 : tensor<?xf32, #sinter.dims<width>>
  %sqrt10 = sinter.sqrt %add31 : tensor<?xf32, #sinter.dims<width>>
  %c84 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b84 = sinter.broadcast %c84 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul85 = sinter.mul %sqrt10, %b84 : tensor<?xf32, #sinter.dims<width>>
  %c85 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b85 = sinter.broadcast %c85 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add32 = sinter.add %mul85, %b85 : tensor<?xf32, #sinter.dims<width>>
  %c86 = sinter.constant dense<0.99999> : tensor<f32>
  %b86 = sinter.broadcast %c86 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul86 = sinter.mul %p10, %b86 : tensor<?xf32, #sinter.dims<width>>
  %c87 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b87 = sinter.broadcast %c87 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul87 = sinter.mul %add30, %b87 : tensor<?xf32, #sinter.dims<width>>
  %div10 = sinter.div %mul87, %add32 : tensor<?xf32, #sinter.dims<width>>
  %sub10 = sinter.sub %mul86, %div10 : tensor<?xf32, #sinter.dims<width>>
  %c88 = sinter.constant dense<0.9> : tensor<f32>
  %b88 = sinter.broadcast %c88 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul88 = sinter.mul %m11, %b88 : tensor<?xf32, #sinter.dims<width>>
  %c89 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b89 = sinter.broadcast %c89 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul89 = sinter.mul %g11, %b89 : tensor<?xf32, #sinter.dims<width>>
  %add33 = sinter.add %mul88, %mul89 : tensor<?xf32, #sinter.dims<width>>
  %c90 = sinter.constant dense<0.999> : tensor<f32>
  %b90 = sinter.broadcast %c90 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul90 = sinter.mul %v11, %b90 : tensor<?xf32, #sinter.dims<width>>
  %c91 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b91 = sinter.broadcast %c91 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul91 = sinter.mul %g11, %b91 : tensor<?xf32, #sinter.dims<width>>
  %mul92 = sinter.mul %mul91, %g11 : tensor<?xf32, #sinter.dims<width>>
  %add34 = sinter.add %mul90, %mul92 : tensor<?xf32, #sinter.dims<width>>
  %sqrt11 = sinter.sqrt %add34 : tensor<?xf32, #sinter.dims<width>>
  %c92 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b92 = sinter.broadcast %c92 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul93 = sinter.mul %sqrt11, %b92 : tensor<?xf32, #sinter.dims<width>>
  %c93 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b93 = sinter.broadcast %c93 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add35 = sinter.add %mul93, %b93 : tensor<?xf32, #sinter.dims<width>>
  %c94 = sinter.constant dense<0.99999> : tensor<f32>
  %b94 = sinter.broadcast %c94 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul94 = sinter.mul %p11, %b94 : tensor<?xf32, #sinter.dims<width>>
  %c95 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b95 = sinter.broadcast %c95 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul95 = sinter.mul %add33, %b95 : tensor<?xf32, #sinter.dims<width>>
  %div11 = sinter.div %mul95, %add35 : tensor<?xf32, #sinter.dims<width>>
  %sub11 = sinter.sub %mul94, %div11 : tensor<?xf32, #sinter.dims<width>>
  %c96 = sinter.constant dense<0.9> : tensor<f32>
  %b96 = sinter.broadcast %c96 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul96 = sinter.mul %m12, %b96 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c97 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b97 = sinter.broadcast %c97 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul97 = sinter.mul %g12, %b97 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add36 = sinter.add %mul96, %mul97 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c98 = sinter.constant dense<0.999> : tensor<f32>
  %b98 = sinter.broadcast %c98 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul98 = sinter.mul %v12, %b98 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c99 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b99 = sinter.broadcast %c99 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul99 = sinter.mul %g12, %b99 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul100 = sinter.mul %mul99, %g12 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add37 = sinter.add %mul98, %mul100 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sqrt12 = sinter.sqrt %add37 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c100 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b100 = sinter.broadcast %c100 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul101 = sinter.mul %sqrt12, %b100 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c101 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b101 = sinter.broadcast %c101 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add38 = sinter.add %mul101, %b101 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c102 = sinter.constant dense<0.99999> : tensor<f32>
  %b102 = sinter.broadcast %c102 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul102 = sinter.mul %p12, %b102 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c103 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b103 = sinter.broadcast %c103 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul103 = sinter.mul %add36, %b103 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %div12 = sinter.div %mul103, %add38 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sub12 = sinter.sub %mul102, %div12 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c104 = sinter.constant dense<0.9> : tensor<f32>
  %b104 = sinter.broadcast %c104 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul104 = sinter.mul %m13, %b104 : tensor<?xf32, #sinter.dims<width * 3>>
  %c105 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b105 = sinter.broadcast %c105 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul105 = sinter.mul %g13, %b105 : tensor<?xf32, #sinter.dims<width * 3>>
  %add39 = sinter.add %mul104, %mul105 : tensor<?xf32, #sinter.dims<width * 3>>
  %c106 = sinter.constant dense<0.999> : tensor<f32>
  %b106 = sinter.broadcast %c106 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul106 = sinter.mul %v13, %b106 : tensor<?xf32, #sinter.dims<width * 3>>
  %c107 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b107 = sinter.broadcast %c107 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul107 = sinter.mul %g13, %b107 : tensor<?xf32, #sinter.dims<width * 3>>
  %mul108 = sinter.mul %mul107, %g13 : tensor<?xf32, #sinter.dims<width * 3>>
  %add40 = sinter.add %mul106, %mul108 : tensor<?xf32, #sinter.dims<width * 3>>
  %sqrt13 = sinter.sqrt %add40 : tensor<?xf32, #sinter.dims<width * 3>>
  %c108 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b108 = sinter.broadcast %c108 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul109 = sinter.mul %sqrt13, %b108 : tensor<?xf32, #sinter.dims<width * 3>>
  %c109 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b109 = sinter.broadcast %c109 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %add41 = sinter.add %mul109, %b109 : tensor<?xf32, #sinter.dims<width * 3>>
  %c110 = sinter.constant dense<0.99999> : tensor<f32>
  %b110 = sinter.broadcast %c110 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul110 = sinter.mul %p13, %b110 : tensor<?xf32, #sinter.dims<width * 3>>
  %c111 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b111 = sinter.broadcast %c111 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul111 = sinter.mul %add39, %b111 : tensor<?xf32, #sinter.dims<width * 3>>
  %div13 = sinter.div %mul111, %add41 : tensor<?xf32, #sinter.dims<width * 3>>
  %sub13 = sinter.sub %mul110, %div13 : tensor<?xf32, #sinter.dims<width * 3>>
  %c112 = sinter.constant dense<0.9> : tensor<f32>
  %b112 = sinter.broadcast %c112 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul112 = sinter.mul %m14, %b112 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c113 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b113 = sinter.broadcast %c113 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul113 = sinter.mul %g14, %b113 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add42 = sinter.add %mul112, %mul113 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c114 = sinter.constant dense<0.999> : tensor<f32>
  %b114 = sinter.broadcast %c114 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul114 = sinter.mul %v14, %b114 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c115 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b115 = sinter.broadcast %c115 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul115 = sinter.mul %g14, %b115 : tensor<?x?xf32, #sinter.dims<width, width>>
  %mul116 = sinter.mul %mul115, %g14 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add43 = sinter.add %mul114, %mul116 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sqrt14 = sinter.sqrt %add43 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c116 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b116 = sinter.broadcast %c116 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul117 = sinter.mul %sqrt14, %b116 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c117 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b117 = sinter.broadcast %c117 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %add44 = sinter.add %mul117, %b117 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c118 = sinter.constant dense<0.99999> : tensor<f32>
  %b118 = sinter.broadcast %c118 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul118 = sinter.mul %p14, %b118 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c119 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b119 = sinter.broadcast %c119 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul119 = sinter.mul %add42, %b119 : tensor<?x?xf32, #sinter.dims<width, width>>
  %div14 = sinter.div %mul119, %add44 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sub14 = sinter.sub %mul118, %div14 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c120 = sinter.constant dense<0.9> : tensor<f32>
  %b120 = sinter.broadcast %c120 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul120 = sinter.mul %m15, %b120 : tensor<?xf32, #sinter.dims<width>>
  %c121 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b121 = sinter.broadcast %c121 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul121 = sinter.mul %g15, %b121 : tensor<?xf32, #sinter.dims<width>>
  %add45 = sinter.add %mul120, %mul121 : tensor<?xf32, #sinter.dims<width>>
  %c122 = sinter.constant dense<0.999> : tensor<f32>
  %b122 = sinter.broadcast %c122 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul122 = sinter.mul %v15, %b122 : tensor<?xf32, #sinter.dims<width>>
  %c123 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b123 = sinter.broadcast %c123 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul123 = sinter.mul %g15, %b123 : tensor<?xf32, #sinter.dims<width>>
  %mul124 = sinter.mul %mul123, %g15 : tensor<?xf32, #sinter.dims<width>>
  %add46 = sinter.add %mul122, %mul124 : tensor<?xf32, #sinter.dims<width>>
  %sqrt15 = sinter.sqrt %add46 : tensor<?xf32, #sinter.dims<width>>
  %c124 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b124 = sinter.broadcast %c124 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul125 = sinter.mul %sqrt15, %b124 : tensor<?xf32, #sinter.dims<width>>
  %c125 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b125 = sinter.broadcast %c125 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add47 = sinter.add %mul125, %b125 : tensor<?xf32, #sinter.dims<width>>
  %c126 = sinter.constant dense<0.99999> : tensor<f32>
  %b126 = sinter.broadcast %c126 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul126 = sinter.mul %p15, %b126 : tensor<?xf32, #sinter.dims<width>>
  %c127 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b127 = sinter.broadcast %c127 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul127 = sinter.mul %add45, %b127 : tensor<?xf32, #sinter.dims<width>>
  %div15 = sinter.div %mul127, %add47 : tensor<?xf32, #sinter.dims<width>>
  %sub15 = sinter.sub %mul126, %div15 : tensor<?xf32, #sinter.dims<width>>
  %c128 = sinter.constant dense<0.9> : tensor<f32>
  %b128 = sinter.broadcast %c128 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul128 = sinter.mul %m16, %b128 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c129 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b129 = sinter.broadcast %c129 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul129 = sinter.mul %g16, %b129 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add48 = sinter.add %mul128, %mul129 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c130 = sinter.constant dense<0.999> : tensor<f32>
  %b130 = sinter.broadcast %c130 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul130 = sinter.mul %v16, %b130 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c131 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b131 = sinter.broadcast %c131 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul131 = sinter.mul %g16, %b131 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul132 = sinter.mul %mul131, %g16 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add49 = sinter.add %mul130, %mul132 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sqrt16 = sinter.sqrt %add49 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c132 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b132 = sinter.broadcast %c132 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul133 = sinter.mul %sqrt16, %b132 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c133 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b133 = sinter.broadcast %c133 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add50 = sinter.add %mul133, %b133 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c134 = sinter.constant dense<0.99999> : tensor<f32>
  %b134 = sinter.broadcast %c134 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul134 = sinter.mul %p16, %b134 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c135 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b135 = sinter.broadcast %c135 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul135 = sinter.mul %add48, %b135 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %div16 = sinter.div %mul135, %add50 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sub16 = sinter.sub %mul134, %div16 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c136 = sinter.constant dense<0.9> : tensor<f32>
  %b136 = sinter.broadcast %c136 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul136 = sinter.mul %m17, %b136 : tensor<?xf32, #sinter.dims<width * 4>>
  %c137 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b137 = sinter.broadcast %c137 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul137 = sinter.mul %g17, %b137 : tensor<?xf32, #sinter.dims<width * 4>>
  %add51 = sinter.add %mul136, %mul137 : tensor<?xf32, #sinter.dims<width * 4>>
  %c138 = sinter.constant dense<0.999> : tensor<f32>
  %b138 = sinter.broadcast %c138 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul138 = sinter.mul %v17, %b138 : tensor<?xf32, #sinter.dims<width * 4>>
  %c139 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b139 = sinter.broadcast %c139 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul139 = sinter.mul %g17, %b139 : tensor<?xf32, #sinter.dims<width * 4>>
  %mul140 = sinter.mul %mul139, %g17 : tensor<?xf32, #sinter.dims<width * 4>>
  %add52 = sinter.add %mul138, %mul140 : tensor<?xf32, #sinter.dims<width * 4>>
  %sqrt17 = sinter.sqrt %add52 : tensor<?xf32, #sinter.dims<width * 4>>
  %c140 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b140 = sinter.broadcast %c140 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul141 = sinter.mul %sqrt17, %b140 : tensor<?xf32, #sinter.dims<width * 4>>
  %c141 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b141 = sinter.broadcast %c141 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %add53 = sinter.add %mul141, %b141 : tensor<?xf32, #sinter.dims<width * 4>>
  %c142 = sinter.constant dense<0.99999> : tensor<f32>
  %b142 = sinter.broadcast %c142 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul142 = sinter.mul %p17, %b142 : tensor<?xf32, #sinter.dims<width * 4>>
  %c143 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b143 = sinter.broadcast %c143 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul143 = sinter.mul %add51, %b143 : tensor<?xf32, #sinter.dims<width * 4>>
  %div17 = sinter.div %mul143, %add53 : tensor<?xf32, #sinter.dims<width * 4>>
  %sub17 = sinter.sub %mul142, %div17 : tensor<?xf32, #sinter.dims<width * 4>>
  %c144 = sinter.constant dense<0.9> : tensor<f32>
  %b144 = sinter.broadcast %c144 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul144 = sinter.mul %m18, %b144 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c145 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b145 = sinter.broadcast %c145 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul145 = sinter.mul %g18, %b145 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add54 = sinter.add %mul144, %mul145 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c146 = sinter.constant dense<0.999> : tensor<f32>
  %b146 = sinter.broadcast %c146 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul146 = sinter.mul %v18, %b146 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c147 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b147 = sinter.broadcast %c147 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul147 = sinter.mul %g18, %b147 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul148 = sinter.mul %mul147, %g18 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add55 = sinter.add %mul146, %mul148 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sqrt18 = sinter.sqrt %add55 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c148 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b148 = sinter.broadcast %c148 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul149 = sinter.mul %sqrt18, %b148 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c149 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b149 = sinter.broadcast %c149 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add56 = sinter.add %mul149, %b149 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c150 = sinter.constant dense<0.99999> : tensor<f32>
  %b150 = sinter.broadcast %c150 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul150 = sinter.mul %p18, %b150 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c151 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b151 = sinter.broadcast %c151 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul151 = sinter.mul %add54, %b151 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %div18 = sinter.div %mul151, %add56 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sub18 = sinter.sub %mul150, %div18 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c152 = sinter.constant dense<0.9> : tensor<f32>
  %b152 = sinter.broadcast %c152 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul152 = sinter.mul %m19, %b152 : tensor<?xf32, #sinter.dims<width>>
  %c153 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b153 = sinter.broadcast %c153 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul153 = sinter.mul %g19, %b153 : tensor<?xf32, #sinter.dims<width>>
  %add57 = sinter.add %mul152, %mul153 : tensor<?xf32, #sinter.dims<width>>
  %c154 = sinter.constant dense<0.999> : tensor<f32>
  %b154 = sinter.broadcast %c154 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul154 = sinter.mul %v19, %b154 : tensor<?xf32, #sinter.dims<width>>
  %c155 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b155 = sinter.broadcast %c155 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul155 = sinter.mul %g19, %b155 : tensor<?xf32, #sinter.dims<width>>
  %mul156 = sinter.mul %mul155, %g19 : tensor<?xf32, #sinter.dims<width>>
  %add58 = sinter.add %mul154, %mul156 : tensor<?xf32, #sinter.dims<width>>
  %sqrt19 = sinter.sqrt %add58 : tensor<?xf32, #sinter.dims<width>>
  %c156 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b156 = sinter.broadcast %c156 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul157 = sinter.mul %sqrt19, %b156 : tensor<?xf32, #sinter.dims<width>>
  %c157 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b157 = sinter.broadcast %c157 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add59 = sinter.add %mul157, %b157 : tensor<?xf32, #sinter.dims<width>>
  %c158 = sinter.constant dense<0.99999> : tensor<f32>
  %b158 = sinter.broadcast %c158 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul158 = sinter.mul %p19, %b158 : tensor<?xf32, #sinter.dims<width>>
  %c159 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b159 = sinter.broadcast %c159 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul159 = sinter.mul %add57, %b159 : tensor<?xf32, #sinter.dims<width>>
  %div19 = sinter.div %mul159, %add59 : tensor<?xf32, #sinter.dims<width>>
  %sub19 = sinter.sub %mul158, %div19 : tensor<?xf32, #sinter.dims<width>>
  %c160 = sinter.constant dense<0.9> : tensor<f32>
  %b160 = sinter.broadcast %c160 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul160 = sinter.mul %m20, %b160 : tensor<?xf32, #sinter.dims<width>>
  %c161 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b161 = sinter.broadcast %c161 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul161 = sinter.mul %g20, %b161 : tensor<?xf32, #sinter.dims<width>>
  %add60 = sinter.add %mul160, %mul161 : tensor<?xf32, #sinter.dims<width>>
  %c162 = sinter.constant dense<0.999> : tensor<f32>
  %b162 = sinter.broadcast %c162 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul162 = sinter.mul %v20, %b162 : tensor<?xf32, #sinter.dims<width>>
  %c163 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b163 = sinter.broadcast %c163 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul163 = sinter.mul %g20, %b163 : tensor<?xf32, #sinter.dims<width>>
  %mul164 = sinter.mul %mul163, %g20 : tensor<?xf32, #sinter.dims<width>>
  %add61 = sinter.add %mul162, %mul164 : tensor<?xf32, #sinter.dims<width>>
  %sqrt20 = sinter.sqrt %add61 : tensor<?xf32, #sinter.dims<width>>
  %c164 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b164 = sinter.broadcast %c164 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul165 = sinter.mul %sqrt20, %b164 : tensor<?xf32, #sinter.dims<width>>
  %c165 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b165 = sinter.broadcast %c165 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add62 = sinter.add %mul165, %b165 : tensor<?xf32, #sinter.dims<width>>
  %c166 = sinter.constant dense<0.99999> : tensor<f32>
  %b166 = sinter.broadcast %c166 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul166 = sinter.mul %p20, %b166 : tensor<?xf32, #sinter.dims<width>>
  %c167 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b167 = sinter.broadcast %c167 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul167 = sinter.mul %add60, %b167 : tensor<?xf32, #sinter.dims<width>>
  %div20 = sinter.div %mul167, %add62 : tensor<?xf32, #sinter.dims<width>>
  %sub20 = sinter.sub %mul166, %div20 : tensor<?xf32, #sinter.dims<width>>
  %c168 = sinter.constant dense<0.9> : tensor<f32>
  %b168 = sinter.broadcast %c168 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul168 = sinter.mul %m21, %b168 : tensor<?xf32, #sinter.dims<width>>
  %c169 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b169 = sinter.broadcast %c169 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul169 = sinter.mul %g21, %b169 : tensor<?xf32, #sinter.dims<width>>
  %add63 = sinter.add %mul168, %mul169 : tensor<?xf32, #sinter.dims<width>>
  %c170 = sinter.constant dense<0.999> : tensor<f32>
  %b170 = sinter.broadcast %c170 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul170 = sinter.mul %v21, %b170 : tensor<?xf32, #sinter.dims<width>>
  %c171 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b171 = sinter.broadcast %c171 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul171 = sinter.mul %g21, %b171 : tensor<?xf32, #sinter.dims<width>>
  %mul172 = sinter.mul %mul171, %g21 : tensor<?xf32, #sinter.dims<width>>
  %add64 = sinter.add %mul170, %mul172 : tensor<?xf32, #sinter.dims<width>>
  %sqrt21 = sinter.sqrt %add64 : tensor<?xf32, #sinter.dims<width>>
  %c172 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b172 = sinter.broadcast %c172 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul173 = sinter.mul %sqrt21, %b172 : tensor<?xf32, #sinter.dims<width>>
  %c173 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b173 = sinter.broadcast %c173 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add65 = sinter.add %mul173, %b173 : tensor<?xf32, #sinter.dims<width>>
  %c174 = sinter.constant dense<0.99999> : tensor<f32>
  %b174 = sinter.broadcast %c174 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul174 = sinter.mul %p21, %b174 : tensor<?xf32, #sinter.dims<width>>
  %c175 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b175 = sinter.broadcast %c175 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul175 = sinter.mul %add63, %b175 : tensor<?xf32, #sinter.dims<width>>
  %div21 = sinter.div %mul175, %add65 : tensor<?xf32, #sinter.dims<width>>
  %sub21 = sinter.sub %mul174, %div21 : tensor<?xf32, #sinter.dims<width>>
  %c176 = sinter.constant dense<0.9> : tensor<f32>
  %b176 = sinter.broadcast %c176 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul176 = sinter.mul %m22, %b176 : tensor<?xf32, #sinter.dims<width>>
  %c177 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b177 = sinter.broadcast %c177 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul177 = sinter.mul %g22, %b177 : tensor<?xf32, #sinter.dims<width>>
  %add66 = sinter.add %mul176, %mul177 : tensor<?xf32, #sinter.dims<width>>
  %c178 = sinter.constant dense<0.999> : tensor<f32>
  %b178 = sinter.broadcast %c178 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul178 = sinter.mul %v22, %b178 : tensor<?xf32, #sinter.dims<width>>
  %c179 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b179 = sinter.broadcast %c179 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul179 = sinter.mul %g22, %b179 : tensor<?xf32, #sinter.dims<width>>
  %mul180 = sinter.mul %mul179, %g22 : tensor<?xf32, #sinter.dims<width>>
  %add67 = sinter.add %mul178, %mul180 : tensor<?xf32, #sinter.dims<width>>
  %sqrt22 = sinter.sqrt %add67 : tensor<?xf32, #sinter.dims<width>>
  %c180 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b180 = sinter.broadcast %c180 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul181 = sinter.mul %sqrt22, %b180 : tensor<?xf32, #sinter.dims<width>>
  %c181 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b181 = sinter.broadcast %c181 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add68 = sinter.add %mul181, %b181 : tensor<?xf32, #sinter.dims<width>>
  %c182 = sinter.constant dense<0.99999> : tensor<f32>
  %b182 = sinter.broadcast %c182 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul182 = sinter.mul %p22, %b182 : tensor<?xf32, #sinter.dims<width>>
  %c183 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b183 = sinter.broadcast %c183 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul183 = sinter.mul %add66, %b183 : tensor<?xf32, #sinter.dims<width>>
  %div22 = sinter.div %mul183, %add68 : tensor<?xf32, #sinter.dims<width>>
  %sub22 = sinter.sub %mul182, %div22 : tensor<?xf32, #sinter.dims<width>>
  %c184 = sinter.constant dense<0.9> : tensor<f32>
  %b184 = sinter.broadcast %c184 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul184 = sinter.mul %m23, %b184 : tensor<?xf32, #sinter.dims<width>>
  %c185 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b185 = sinter.broadcast %c185 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul185 = sinter.mul %g23, %b185 : tensor<?xf32, #sinter.dims<width>>
  %add69 = sinter.add %mul184, %mul185 : tensor<?xf32, #sinter.dims<width>>
  %c186 = sinter.constant dense<0.999> : tensor<f32>
  %b186 = sinter.broadcast %c186 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul186 = sinter.mul %v23, %b186 : tensor<?xf32, #sinter.dims<width>>
  %c187 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b187 = sinter.broadcast %c187 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul187 = sinter.mul %g23, %b187 : tensor<?xf32, #sinter.dims<width>>
  %mul188 = sinter.mul %mul187, %g23 : tensor<?xf32, #sinter.dims<width>>
  %add70 = sinter.add %mul186, %mul188 : tensor<?xf32, #sinter.dims<width>>
  %sqrt23 = sinter.sqrt %add70 : tensor<?xf32, #sinter.dims<width>>
  %c188 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b188 = sinter.broadcast %c188 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul189 = sinter.mul %sqrt23, %b188 : tensor<?xf32, #sinter.dims<width>>
  %c189 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b189 = sinter.broadcast %c189 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add71 = sinter.add %mul189, %b189 : tensor<?xf32, #sinter.dims<width>>
  %c190 = sinter.constant dense<0.99999> : tensor<f32>
  %b190 = sinter.broadcast %c190 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul190 = sinter.mul %p23, %b190 : tensor<?xf32, #sinter.dims<width>>
  %c191 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b191 = sinter.broadcast %c191 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul191 = sinter.mul %add69, %b191 : tensor<?xf32, #sinter.dims<width>>
  %div23 = sinter.div %mul191, %add71 : tensor<?xf32, #sinter.dims<width>>
  %sub23 = sinter.sub %mul190, %div23 : tensor<?xf32, #sinter.dims<width>>
  %c192 = sinter.constant dense<0.9> : tensor<f32>
  %b192 = sinter.broadcast %c192 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul192 = sinter.mul %m24, %b192 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c193 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b193 = sinter.broadcast %c193 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul193 = sinter.mul %g24, %b193 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add72 = sinter.add %mul192, %mul193 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c194 = sinter.constant dense<0.999> : tensor<f32>
  %b194 = sinter.broadcast %c194 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul194 = sinter.mul %v24, %b194 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c195 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b195 = sinter.broadcast %c195 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul195 = sinter.mul %g24, %b195 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul196 = sinter.mul %mul195, %g24 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add73 = sinter.add %mul194, %mul196 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sqrt24 = sinter.sqrt %add73 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c196 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b196 = sinter.broadcast %c196 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul197 = sinter.mul %sqrt24, %b196 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c197 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b197 = sinter.broadcast %c197 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add74 = sinter.add %mul197, %b197 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c198 = sinter.constant dense<0.99999> : tensor<f32>
  %b198 = sinter.broadcast %c198 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul198 = sinter.mul %p24, %b198 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c199 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b199 = sinter.broadcast %c199 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul199 = sinter.mul %add72, %b199 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %div24 = sinter.div %mul199, %add74 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sub24 = sinter.sub %mul198, %div24 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c200 = sinter.constant dense<0.9> : tensor<f32>
  %b200 = sinter.broadcast %c200 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul200 = sinter.mul %m25, %b200 : tensor<?xf32, #sinter.dims<width * 3>>
  %c201 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b201 = sinter.broadcast %c201 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul201 = sinter.mul %g25, %b201 : tensor<?xf32, #sinter.dims<width * 3>>
  %add75 = sinter.add %mul200, %mul201 : tensor<?xf32, #sinter.dims<width * 3>>
  %c202 = sinter.constant dense<0.999> : tensor<f32>
  %b202 = sinter.broadcast %c202 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul202 = sinter.mul %v25, %b202 : tensor<?xf32, #sinter.dims<width * 3>>
  %c203 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b203 = sinter.broadcast %c203 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul203 = sinter.mul %g25, %b203 : tensor<?xf32, #sinter.dims<width * 3>>
  %mul204 = sinter.mul %mul203, %g25 : tensor<?xf32, #sinter.dims<width * 3>>
  %add76 = sinter.add %mul202, %mul204 : tensor<?xf32, #sinter.dims<width * 3>>
  %sqrt25 = sinter.sqrt %add76 : tensor<?xf32, #sinter.dims<width * 3>>
  %c204 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b204 = sinter.broadcast %c204 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul205 = sinter.mul %sqrt25, %b204 : tensor<?xf32, #sinter.dims<width * 3>>
  %c205 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b205 = sinter.broadcast %c205 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %add77 = sinter.add %mul205, %b205 : tensor<?xf32, #sinter.dims<width * 3>>
  %c206 = sinter.constant dense<0.99999> : tensor<f32>
  %b206 = sinter.broadcast %c206 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul206 = sinter.mul %p25, %b206 : tensor<?xf32, #sinter.dims<width * 3>>
  %c207 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b207 = sinter.broadcast %c207 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul207 = sinter.mul %add75, %b207 : tensor<?xf32, #sinter.dims<width * 3>>
  %div25 = sinter.div %mul207, %add77 : tensor<?xf32, #sinter.dims<width * 3>>
  %sub25 = sinter.sub %mul206, %div25 : tensor<?xf32, #sinter.dims<width * 3>>
  %c208 = sinter.constant dense<0.9> : tensor<f32>
  %b208 = sinter.broadcast %c208 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul208 = sinter.mul %m26, %b208 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c209 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b209 = sinter.broadcast %c209 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul209 = sinter.mul %g26, %b209 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add78 = sinter.add %mul208, %mul209 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c210 = sinter.constant dense<0.999> : tensor<f32>
  %b210 = sinter.broadcast %c210 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul210 = sinter.mul %v26, %b210 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c211 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b211 = sinter.broadcast %c211 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul211 = sinter.mul %g26, %b211 : tensor<?x?xf32, #sinter.dims<width, width>>
  %mul212 = sinter.mul %mul211, %g26 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add79 = sinter.add %mul210, %mul212 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sqrt26 = sinter.sqrt %add79 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c212 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b212 = sinter.broadcast %c212 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul213 = sinter.mul %sqrt26, %b212 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c213 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b213 = sinter.broadcast %c213 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %add80 = sinter.add %mul213, %b213 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c214 = sinter.constant dense<0.99999> : tensor<f32>
  %b214 = sinter.broadcast %c214 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul214 = sinter.mul %p26, %b214 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c215 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b215 = sinter.broadcast %c215 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul215 = sinter.mul %add78, %b215 : tensor<?x?xf32, #sinter.dims<width, width>>
  %div26 = sinter.div %mul215, %add80 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sub26 = sinter.sub %mul214, %div26 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c216 = sinter.constant dense<0.9> : tensor<f32>
  %b216 = sinter.broadcast %c216 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul216 = sinter.mul %m27, %b216 : tensor<?xf32, #sinter.dims<width>>
  %c217 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b217 = sinter.broadcast %c217 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul217 = sinter.mul %g27, %b217 : tensor<?xf32, #sinter.dims<width>>
  %add81 = sinter.add %mul216, %mul217 : tensor<?xf32, #sinter.dims<width>>
  %c218 = sinter.constant dense<0.999> : tensor<f32>
  %b218 = sinter.broadcast %c218 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul218 = sinter.mul %v27, %b218 : tensor<?xf32, #sinter.dims<width>>
  %c219 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b219 = sinter.broadcast %c219 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul219 = sinter.mul %g27, %b219 : tensor<?xf32, #sinter.dims<width>>
  %mul220 = sinter.mul %mul219, %g27 : tensor<?xf32, #sinter.dims<width>>
  %add82 = sinter.add %mul218, %mul220 : tensor<?xf32, #sinter.dims<width>>
  %sqrt27 = sinter.sqrt %add82 : tensor<?xf32, #sinter.dims<width>>
  %c220 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b220 = sinter.broadcast %c220 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul221 = sinter.mul %sqrt27, %b220 : tensor<?xf32, #sinter.dims<width>>
  %c221 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b221 = sinter.broadcast %c221 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add83 = sinter.add %mul221, %b221 : tensor<?xf32, #sinter.dims<width>>
  %c222 = sinter.constant dense<0.99999> : tensor<f32>
  %b222 = sinter.broadcast %c222 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul222 = sinter.mul %p27, %b222 : tensor<?xf32, #sinter.dims<width>>
  %c223 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b223 = sinter.broadcast %c223 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul223 = sinter.mul %add81, %b223 : tensor<?xf32, #sinter.dims<width>>
  %div27 = sinter.div %mul223, %add83 : tensor<?xf32, #sinter.dims<width>>
  %sub27 = sinter.sub %mul222, %div27 : tensor<?xf32, #sinter.dims<width>>
  %c224 = sinter.constant dense<0.9> : tensor<f32>
  %b224 = sinter.broadcast %c224 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul224 = sinter.mul %m28, %b224 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c225 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b225 = sinter.broadcast %c225 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul225 = sinter.mul %g28, %b225 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add84 = sinter.add %mul224, %mul225 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c226 = sinter.constant dense<0.999> : tensor<f32>
  %b226 = sinter.broadcast %c226 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul226 = sinter.mul %v28, %b226 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c227 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b227 = sinter.broadcast %c227 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul227 = sinter.mul %g28, %b227 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul228 = sinter.mul %mul227, %g28 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add85 = sinter.add %mul226, %mul228 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sqrt28 = sinter.sqrt %add85 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c228 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b228 = sinter.broadcast %c228 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul229 = sinter.mul %sqrt28, %b228 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c229 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b229 = sinter.broadcast %c229 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add86 = sinter.add %mul229, %b229 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c230 = sinter.constant dense<0.99999> : tensor<f32>
  %b230 = sinter.broadcast %c230 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul230 = sinter.mul %p28, %b230 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c231 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b231 = sinter.broadcast %c231 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul231 = sinter.mul %add84, %b231 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %div28 = sinter.div %mul231, %add86 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sub28 = sinter.sub %mul230, %div28 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c232 = sinter.constant dense<0.9> : tensor<f32>
  %b232 = sinter.broadcast %c232 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul232 = sinter.mul %m29, %b232 : tensor<?xf32, #sinter.dims<width * 4>>
  %c233 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b233 = sinter.broadcast %c233 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul233 = sinter.mul %g29, %b233 : tensor<?xf32, #sinter.dims<width * 4>>
  %add87 = sinter.add %mul232, %mul233 : tensor<?xf32, #sinter.dims<width * 4>>
  %c234 = sinter.constant dense<0.999> : tensor<f32>
  %b234 = sinter.broadcast %c234 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul234 = sinter.mul %v29, %b234 : tensor<?xf32, #sinter.dims<width * 4>>
  %c235 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b235 = sinter.broadcast %c235 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul235 = sinter.mul %g29, %b235 : tensor<?xf32, #sinter.dims<width * 4>>
  %mul236 = sinter.mul %mul235, %g29 : tensor<?xf32, #sinter.dims<width * 4>>
  %add88 = sinter.add %mul234, %mul236 : tensor<?xf32, #sinter.dims<width * 4>>
  %sqrt29 = sinter.sqrt %add88 : tensor<?xf32, #sinter.dims<width * 4>>
  %c236 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b236 = sinter.broadcast %c236 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul237 = sinter.mul %sqrt29, %b236 : tensor<?xf32, #sinter.dims<width * 4>>
  %c237 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b237 = sinter.broadcast %c237 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %add89 = sinter.add %mul237, %b237 : tensor<?xf32, #sinter.dims<width * 4>>
  %c238 = sinter.constant dense<0.99999> : tensor<f32>
  %b238 = sinter.broadcast %c238 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul238 = sinter.mul %p29, %b238 : tensor<?xf32, #sinter.dims<width * 4>>
  %c239 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b239 = sinter.broadcast %c239 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul239 = sinter.mul %add87, %b239 : tensor<?xf32, #sinter.dims<width * 4>>
  %div29 = sinter.div %mul239, %add89 : tensor<?xf32, #sinter.dims<width * 4>>
  %sub29 = sinter.sub %mul238, %div29 : tensor<?xf32, #sinter.dims<width * 4>>
  %c240 = sinter.constant dense<0.9> : tensor<f32>
  %b240 = sinter.broadcast %c240 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul240 = sinter.mul %m30, %b240 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c241 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b241 = sinter.broadcast %c241 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul241 = sinter.mul %g30, %b241 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add90 = sinter.add %mul240, %mul241 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c242 = sinter.constant dense<0.999> : tensor<f32>
  %b242 = sinter.broadcast %c242 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul242 = sinter.mul %v30, %b242 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c243 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b243 = sinter.broadcast %c243 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul243 = sinter.mul %g30, %b243 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul244 = sinter.mul %mul243, %g30 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add91 = sinter.add %mul242, %mul244 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sqrt30 = sinter.sqrt %add91 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c244 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b244 = sinter.broadcast %c244 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul245 = sinter.mul %sqrt30, %b244 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c245 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b245 = sinter.broadcast %c245 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add92 = sinter.add %mul245, %b245 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c246 = sinter.constant dense<0.99999> : tensor<f32>
  %b246 = sinter.broadcast %c246 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul246 = sinter.mul %p30, %b246 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c247 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b247 = sinter.broadcast %c247 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul247 = sinter.mul %add90, %b247 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %div30 = sinter.div %mul247, %add92 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sub30 = sinter.sub %mul246, %div30 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c248 = sinter.constant dense<0.9> : tensor<f32>
  %b248 = sinter.broadcast %c248 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul248 = sinter.mul %m31, %b248 : tensor<?xf32, #sinter.dims<width>>
  %c249 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b249 = sinter.broadcast %c249 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul249 = sinter.mul %g31, %b249 : tensor<?xf32, #sinter.dims<width>>
  %add93 = sinter.add %mul248, %mul249 : tensor<?xf32, #sinter.dims<width>>
  %c250 = sinter.constant dense<0.999> : tensor<f32>
  %b250 = sinter.broadcast %c250 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul250 = sinter.mul %v31, %b250 : tensor<?xf32, #sinter.dims<width>>
  %c251 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b251 = sinter.broadcast %c251 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul251 = sinter.mul %g31, %b251 : tensor<?xf32, #sinter.dims<width>>
  %mul252 = sinter.mul %mul251, %g31 : tensor<?xf32, #sinter.dims<width>>
  %add94 = sinter.add %mul250, %mul252 : tensor<?xf32, #sinter.dims<width>>
  %sqrt31 = sinter.sqrt %add94 : tensor<?xf32, #sinter.dims<width>>
  %c252 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b252 = sinter.broadcast %c252 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul253 = sinter.mul %sqrt31, %b252 : tensor<?xf32, #sinter.dims<width>>
  %c253 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b253 = sinter.broadcast %c253 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add95 = sinter.add %mul253, %b253 : tensor<?xf32, #sinter.dims<width>>
  %c254 = sinter.constant dense<0.99999> : tensor<f32>
  %b254 = sinter.broadcast %c254 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul254 = sinter.mul %p31, %b254 : tensor<?xf32, #sinter.dims<width>>
  %c255 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b255 = sinter.broadcast %c255 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul255 = sinter.mul %add93, %b255 : tensor<?xf32, #sinter.dims<width>>
  %div31 = sinter.div %mul255, %add95 : tensor<?xf32, #sinter.dims<width>>
  %sub31 = sinter.sub %mul254, %div31 : tensor<?xf32, #sinter.dims<width>>
  %c256 = sinter.constant dense<0.9> : tensor<f32>
  %b256 = sinter.broadcast %c256 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul256 = sinter.mul %m32, %b256 : tensor<?xf32, #sinter.dims<width>>
  %c257 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b257 = sinter.broadcast %c257 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul257 = sinter.mul %g32, %b257 : tensor<?xf32, #sinter.dims<width>>
  %add96 = sinter.add %mul256, %mul257 : tensor<?xf32, #sinter.dims<width>>
  %c258 = sinter.constant dense<0.999> : tensor<f32>
  %b258 = sinter.broadcast %c258 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul258 = sinter.mul %v32, %b258 : tensor<?xf32, #sinter.dims<width>>
  %c259 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b259 = sinter.broadcast %c259 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul259 = sinter.mul %g32, %b259 : tensor<?xf32, #sinter.dims<width>>
  %mul260 = sinter.mul %mul259, %g32 : tensor<?xf32, #sinter.dims<width>>
  %add97 = sinter.add %mul258, %mul260 : tensor<?xf32, #sinter.dims<width>>
  %sqrt32 = sinter.sqrt %add97 : tensor<?xf32, #sinter.dims<width>>
  %c260 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b260 = sinter.broadcast %c260 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul261 = sinter.mul %sqrt32, %b260 : tensor<?xf32, #sinter.dims<width>>
  %c261 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b261 = sinter.broadcast %c261 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add98 = sinter.add %mul261, %b261 : tensor<?xf32, #sinter.dims<width>>
  %c262 = sinter.constant dense<0.99999> : tensor<f32>
  %b262 = sinter.broadcast %c262 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul262 = sinter.mul %p32, %b262 : tensor<?xf32, #sinter.dims<width>>
  %c263 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b263 = sinter.broadcast %c263 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul263 = sinter.mul %add96, %b263 : tensor<?xf32, #sinter.dims<width>>
  %div32 = sinter.div %mul263, %add98 : tensor<?xf32, #sinter.dims<width>>
  %sub32 = sinter.sub %mul262, %div32 : tensor<?xf32, #sinter.dims<width>>
  %c264 = sinter.constant dense<0.9> : tensor<f32>
  %b264 = sinter.broadcast %c264 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul264 = sinter.mul %m33, %b264 : tensor<?xf32, #sinter.dims<width>>
  %c265 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b265 = sinter.broadcast %c265 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul265 = sinter.mul %g33, %b265 : tensor<?xf32, #sinter.dims<width>>
  %add99 = sinter.add %mul264, %mul265 : tensor<?xf32, #sinter.dims<width>>
  %c266 = sinter.constant dense<0.999> : tensor<f32>
  %b266 = sinter.broadcast %c266 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul266 = sinter.mul %v33, %b266 : tensor<?xf32, #sinter.dims<width>>
  %c267 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b267 = sinter.broadcast %c267 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul267 = sinter.mul %g33, %b267 : tensor<?xf32, #sinter.dims<width>>
  %mul268 = sinter.mul %mul267, %g33 : tensor<?xf32, #sinter.dims<width>>
  %add100 = sinter.add %mul266, %mul268 : tensor<?xf32, #sinter.dims<width>>
  %sqrt33 = sinter.sqrt %add100 : tensor<?xf32, #sinter.dims<width>>
  %c268 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b268 = sinter.broadcast %c268 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul269 = sinter.mul %sqrt33, %b268 : tensor<?xf32, #sinter.dims<width>>
  %c269 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b269 = sinter.broadcast %c269 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add101 = sinter.add %mul269, %b269 : tensor<?xf32, #sinter.dims<width>>
  %c270 = sinter.constant dense<0.99999> : tensor<f32>
  %b270 = sinter.broadcast %c270 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul270 = sinter.mul %p33, %b270 : tensor<?xf32, #sinter.dims<width>>
  %c271 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b271 = sinter.broadcast %c271 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul271 = sinter.mul %add99, %b271 : tensor<?xf32, #sinter.dims<width>>
  %div33 = sinter.div %mul271, %add101 : tensor<?xf32, #sinter.dims<width>>
  %sub33 = sinter.sub %mul270, %div33 : tensor<?xf32, #sinter.dims<width>>
  %c272 = sinter.constant dense<0.9> : tensor<f32>
  %b272 = sinter.broadcast %c272 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul272 = sinter.mul %m34, %b272 : tensor<?xf32, #sinter.dims<width>>
  %c273 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b273 = sinter.broadcast %c273 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul273 = sinter.mul %g34, %b273 : tensor<?xf32, #sinter.dims<width>>
  %add102 = sinter.add %mul272, %mul273 : tensor<?xf32, #sinter.dims<width>>
  %c274 = sinter.constant dense<0.999> : tensor<f32>
  %b274 = sinter.broadcast %c274 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul274 = sinter.mul %v34, %b274 : tensor<?xf32, #sinter.dims<width>>
  %c275 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b275 = sinter.broadcast %c275 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul275 = sinter.mul %g34, %b275 : tensor<?xf32, #sinter.dims<width>>
  %mul276 = sinter.mul %mul275, %g34 : tensor<?xf32, #sinter.dims<width>>
  %add103 = sinter.add %mul274, %mul276 : tensor<?xf32, #sinter.dims<width>>
  %sqrt34 = sinter.sqrt %add103 : tensor<?xf32, #sinter.dims<width>>
  %c276 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b276 = sinter.broadcast %c276 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul277 = sinter.mul %sqrt34, %b276 : tensor<?xf32, #sinter.dims<width>>
  %c277 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b277 = sinter.broadcast %c277 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add104 = sinter.add %mul277, %b277 : tensor<?xf32, #sinter.dims<width>>
  %c278 = sinter.constant dense<0.99999> : tensor<f32>
  %b278 = sinter.broadcast %c278 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul278 = sinter.mul %p34, %b278 : tensor<?xf32, #sinter.dims<width>>
  %c279 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b279 = sinter.broadcast %c279 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul279 = sinter.mul %add102, %b279 : tensor<?xf32, #sinter.dims<width>>
  %div34 = sinter.div %mul279, %add104 : tensor<?xf32, #sinter.dims<width>>
  %sub34 = sinter.sub %mul278, %div34 : tensor<?xf32, #sinter.dims<width>>
  %c280 = sinter.constant dense<0.9> : tensor<f32>
  %b280 = sinter.broadcast %c280 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul280 = sinter.mul %m35, %b280 : tensor<?xf32, #sinter.dims<width>>
  %c281 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b281 = sinter.broadcast %c281 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul281 = sinter.mul %g35, %b281 : tensor<?xf32, #sinter.dims<width>>
  %add105 = sinter.add %mul280, %mul281 : tensor<?xf32, #sinter.dims<width>>
  %c282 = sinter.constant dense<0.999> : tensor<f32>
  %b282 = sinter.broadcast %c282 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul282 = sinter.mul %v35, %b282 : tensor<?xf32, #sinter.dims<width>>
  %c283 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b283 = sinter.broadcast %c283 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul283 = sinter.mul %g35, %b283 : tensor<?xf32, #sinter.dims<width>>
  %mul284 = sinter.mul %mul283, %g35 : tensor<?xf32, #sinter.dims<width>>
  %add106 = sinter.add %mul282, %mul284 : tensor<?xf32, #sinter.dims<width>>
  %sqrt35 = sinter.sqrt %add106 : tensor<?xf32, #sinter.dims<width>>
  %c284 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b284 = sinter.broadcast %c284 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul285 = sinter.mul %sqrt35, %b284 : tensor<?xf32, #sinter.dims<width>>
  %c285 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b285 = sinter.broadcast %c285 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add107 = sinter.add %mul285, %b285 : tensor<?xf32, #sinter.dims<width>>
  %c286 = sinter.constant dense<0.99999> : tensor<f32>
  %b286 = sinter.broadcast %c286 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul286 = sinter.mul %p35, %b286 : tensor<?xf32, #sinter.dims<width>>
  %c287 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b287 = sinter.broadcast %c287 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul287 = sinter.mul %add105, %b287 : tensor<?xf32, #sinter.dims<width>>
  %div35 = sinter.div %mul287, %add107 : tensor<?xf32, #sinter.dims<width>>
  %sub35 = sinter.sub %mul286, %div35 : tensor<?xf32, #sinter.dims<width>>
  %c288 = sinter.constant dense<0.9> : tensor<f32>
  %b288 = sinter.broadcast %c288 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul288 = sinter.mul %m36, %b288 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c289 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b289 = sinter.broadcast %c289 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul289 = sinter.mul %g36, %b289 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add108 = sinter.add %mul288, %mul289 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c290 = sinter.constant dense<0.999> : tensor<f32>
  %b290 = sinter.broadcast %c290 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul290 = sinter.mul %v36, %b290 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c291 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b291 = sinter.broadcast %c291 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul291 = sinter.mul %g36, %b291 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul292 = sinter.mul %mul291, %g36 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add109 = sinter.add %mul290, %mul292 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sqrt36 = sinter.sqrt %add109 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c292 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b292 = sinter.broadcast %c292 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul293 = sinter.mul %sqrt36, %b292 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c293 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b293 = sinter.broadcast %c293 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %add110 = sinter.add %mul293, %b293 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c294 = sinter.constant dense<0.99999> : tensor<f32>
  %b294 = sinter.broadcast %c294 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul294 = sinter.mul %p36, %b294 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c295 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b295 = sinter.broadcast %c295 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %mul295 = sinter.mul %add108, %b295 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %div36 = sinter.div %mul295, %add110 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %sub36 = sinter.sub %mul294, %div36 : tensor<?x?xf32, #sinter.dims<width * 3, width>>
  %c296 = sinter.constant dense<0.9> : tensor<f32>
  %b296 = sinter.broadcast %c296 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul296 = sinter.mul %m37, %b296 : tensor<?xf32, #sinter.dims<width * 3>>
  %c297 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b297 = sinter.broadcast %c297 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul297 = sinter.mul %g37, %b297 : tensor<?xf32, #sinter.dims<width * 3>>
  %add111 = sinter.add %mul296, %mul297 : tensor<?xf32, #sinter.dims<width * 3>>
  %c298 = sinter.constant dense<0.999> : tensor<f32>
  %b298 = sinter.broadcast %c298 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul298 = sinter.mul %v37, %b298 : tensor<?xf32, #sinter.dims<width * 3>>
  %c299 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b299 = sinter.broadcast %c299 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul299 = sinter.mul %g37, %b299 : tensor<?xf32, #sinter.dims<width * 3>>
  %mul300 = sinter.mul %mul299, %g37 : tensor<?xf32, #sinter.dims<width * 3>>
  %add112 = sinter.add %mul298, %mul300 : tensor<?xf32, #sinter.dims<width * 3>>
  %sqrt37 = sinter.sqrt %add112 : tensor<?xf32, #sinter.dims<width * 3>>
  %c300 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b300 = sinter.broadcast %c300 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul301 = sinter.mul %sqrt37, %b300 : tensor<?xf32, #sinter.dims<width * 3>>
  %c301 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b301 = sinter.broadcast %c301 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %add113 = sinter.add %mul301, %b301 : tensor<?xf32, #sinter.dims<width * 3>>
  %c302 = sinter.constant dense<0.99999> : tensor<f32>
  %b302 = sinter.broadcast %c302 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul302 = sinter.mul %p37, %b302 : tensor<?xf32, #sinter.dims<width * 3>>
  %c303 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b303 = sinter.broadcast %c303 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 3>>
  %mul303 = sinter.mul %add111, %b303 : tensor<?xf32, #sinter.dims<width * 3>>
  %div37 = sinter.div %mul303, %add113 : tensor<?xf32, #sinter.dims<width * 3>>
  %sub37 = sinter.sub %mul302, %div37 : tensor<?xf32, #sinter.dims<width * 3>>
  %c304 = sinter.constant dense<0.9> : tensor<f32>
  %b304 = sinter.broadcast %c304 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul304 = sinter.mul %m38, %b304 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c305 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b305 = sinter.broadcast %c305 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul305 = sinter.mul %g38, %b305 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add114 = sinter.add %mul304, %mul305 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c306 = sinter.constant dense<0.999> : tensor<f32>
  %b306 = sinter.broadcast %c306 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul306 = sinter.mul %v38, %b306 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c307 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b307 = sinter.broadcast %c307 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul307 = sinter.mul %g38, %b307 : tensor<?x?xf32, #sinter.dims<width, width>>
  %mul308 = sinter.mul %mul307, %g38 : tensor<?x?xf32, #sinter.dims<width, width>>
  %add115 = sinter.add %mul306, %mul308 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sqrt38 = sinter.sqrt %add115 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c308 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b308 = sinter.broadcast %c308 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul309 = sinter.mul %sqrt38, %b308 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c309 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b309 = sinter.broadcast %c309 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %add116 = sinter.add %mul309, %b309 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c310 = sinter.constant dense<0.99999> : tensor<f32>
  %b310 = sinter.broadcast %c310 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul310 = sinter.mul %p38, %b310 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c311 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b311 = sinter.broadcast %c311 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width>>
  %mul311 = sinter.mul %add114, %b311 : tensor<?x?xf32, #sinter.dims<width, width>>
  %div38 = sinter.div %mul311, %add116 : tensor<?x?xf32, #sinter.dims<width, width>>
  %sub38 = sinter.sub %mul310, %div38 : tensor<?x?xf32, #sinter.dims<width, width>>
  %c312 = sinter.constant dense<0.9> : tensor<f32>
  %b312 = sinter.broadcast %c312 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul312 = sinter.mul %m39, %b312 : tensor<?xf32, #sinter.dims<width>>
  %c313 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b313 = sinter.broadcast %c313 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul313 = sinter.mul %g39, %b313 : tensor<?xf32, #sinter.dims<width>>
  %add117 = sinter.add %mul312, %mul313 : tensor<?xf32, #sinter.dims<width>>
  %c314 = sinter.constant dense<0.999> : tensor<f32>
  %b314 = sinter.broadcast %c314 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul314 = sinter.mul %v39, %b314 : tensor<?xf32, #sinter.dims<width>>
  %c315 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b315 = sinter.broadcast %c315 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul315 = sinter.mul %g39, %b315 : tensor<?xf32, #sinter.dims<width>>
  %mul316 = sinter.mul %mul315, %g39 : tensor<?xf32, #sinter.dims<width>>
  %add118 = sinter.add %mul314, %mul316 : tensor<?xf32, #sinter.dims<width>>
  %sqrt39 = sinter.sqrt %add118 : tensor<?xf32, #sinter.dims<width>>
  %c316 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b316 = sinter.broadcast %c316 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul317 = sinter.mul %sqrt39, %b316 : tensor<?xf32, #sinter.dims<width>>
  %c317 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b317 = sinter.broadcast %c317 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add119 = sinter.add %mul317, %b317 : tensor<?xf32, #sinter.dims<width>>
  %c318 = sinter.constant dense<0.99999> : tensor<f32>
  %b318 = sinter.broadcast %c318 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul318 = sinter.mul %p39, %b318 : tensor<?xf32, #sinter.dims<width>>
  %c319 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b319 = sinter.broadcast %c319 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul319 = sinter.mul %add117, %b319 : tensor<?xf32, #sinter.dims<width>>
  %div39 = sinter.div %mul319, %add119 : tensor<?xf32, #sinter.dims<width>>
  %sub39 = sinter.sub %mul318, %div39 : tensor<?xf32, #sinter.dims<width>>
  %c320 = sinter.constant dense<0.9> : tensor<f32>
  %b320 = sinter.broadcast %c320 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul320 = sinter.mul %m40, %b320 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c321 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b321 = sinter.broadcast %c321 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul321 = sinter.mul %g40, %b321 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add120 = sinter.add %mul320, %mul321 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c322 = sinter.constant dense<0.999> : tensor<f32>
  %b322 = sinter.broadcast %c322 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul322 = sinter.mul %v40, %b322 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c323 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b323 = sinter.broadcast %c323 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul323 = sinter.mul %g40, %b323 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul324 = sinter.mul %mul323, %g40 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add121 = sinter.add %mul322, %mul324 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sqrt40 = sinter.sqrt %add121 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c324 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b324 = sinter.broadcast %c324 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul325 = sinter.mul %sqrt40, %b324 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c325 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b325 = sinter.broadcast %c325 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %add122 = sinter.add %mul325, %b325 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c326 = sinter.constant dense<0.99999> : tensor<f32>
  %b326 = sinter.broadcast %c326 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul326 = sinter.mul %p40, %b326 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c327 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b327 = sinter.broadcast %c327 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %mul327 = sinter.mul %add120, %b327 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %div40 = sinter.div %mul327, %add122 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %sub40 = sinter.sub %mul326, %div40 : tensor<?x?xf32, #sinter.dims<width * 4, width>>
  %c328 = sinter.constant dense<0.9> : tensor<f32>
  %b328 = sinter.broadcast %c328 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul328 = sinter.mul %m41, %b328 : tensor<?xf32, #sinter.dims<width * 4>>
  %c329 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b329 = sinter.broadcast %c329 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul329 = sinter.mul %g41, %b329 : tensor<?xf32, #sinter.dims<width * 4>>
  %add123 = sinter.add %mul328, %mul329 : tensor<?xf32, #sinter.dims<width * 4>>
  %c330 = sinter.constant dense<0.999> : tensor<f32>
  %b330 = sinter.broadcast %c330 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul330 = sinter.mul %v41, %b330 : tensor<?xf32, #sinter.dims<width * 4>>
  %c331 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b331 = sinter.broadcast %c331 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul331 = sinter.mul %g41, %b331 : tensor<?xf32, #sinter.dims<width * 4>>
  %mul332 = sinter.mul %mul331, %g41 : tensor<?xf32, #sinter.dims<width * 4>>
  %add124 = sinter.add %mul330, %mul332 : tensor<?xf32, #sinter.dims<width * 4>>
  %sqrt41 = sinter.sqrt %add124 : tensor<?xf32, #sinter.dims<width * 4>>
  %c332 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b332 = sinter.broadcast %c332 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul333 = sinter.mul %sqrt41, %b332 : tensor<?xf32, #sinter.dims<width * 4>>
  %c333 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b333 = sinter.broadcast %c333 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %add125 = sinter.add %mul333, %b333 : tensor<?xf32, #sinter.dims<width * 4>>
  %c334 = sinter.constant dense<0.99999> : tensor<f32>
  %b334 = sinter.broadcast %c334 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul334 = sinter.mul %p41, %b334 : tensor<?xf32, #sinter.dims<width * 4>>
  %c335 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b335 = sinter.broadcast %c335 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width * 4>>
  %mul335 = sinter.mul %add123, %b335 : tensor<?xf32, #sinter.dims<width * 4>>
  %div41 = sinter.div %mul335, %add125 : tensor<?xf32, #sinter.dims<width * 4>>
  %sub41 = sinter.sub %mul334, %div41 : tensor<?xf32, #sinter.dims<width * 4>>
  %c336 = sinter.constant dense<0.9> : tensor<f32>
  %b336 = sinter.broadcast %c336 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul336 = sinter.mul %m42, %b336 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c337 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b337 = sinter.broadcast %c337 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul337 = sinter.mul %g42, %b337 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add126 = sinter.add %mul336, %mul337 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c338 = sinter.constant dense<0.999> : tensor<f32>
  %b338 = sinter.broadcast %c338 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul338 = sinter.mul %v42, %b338 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c339 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b339 = sinter.broadcast %c339 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul339 = sinter.mul %g42, %b339 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul340 = sinter.mul %mul339, %g42 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add127 = sinter.add %mul338, %mul340 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sqrt42 = sinter.sqrt %add127 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c340 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b340 = sinter.broadcast %c340 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul341 = sinter.mul %sqrt42, %b340 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c341 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b341 = sinter.broadcast %c341 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %add128 = sinter.add %mul341, %b341 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c342 = sinter.constant dense<0.99999> : tensor<f32>
  %b342 = sinter.broadcast %c342 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul342 = sinter.mul %p42, %b342 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c343 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b343 = sinter.broadcast %c343 dims = [] : tensor<f32> -> tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %mul343 = sinter.mul %add126, %b343 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %div42 = sinter.div %mul343, %add128 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %sub42 = sinter.sub %mul342, %div42 : tensor<?x?xf32, #sinter.dims<width, width * 4>>
  %c344 = sinter.constant dense<0.9> : tensor<f32>
  %b344 = sinter.broadcast %c344 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul344 = sinter.mul %m43, %b344 : tensor<?xf32, #sinter.dims<width>>
  %c345 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b345 = sinter.broadcast %c345 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul345 = sinter.mul %g43, %b345 : tensor<?xf32, #sinter.dims<width>>
  %add129 = sinter.add %mul344, %mul345 : tensor<?xf32, #sinter.dims<width>>
  %c346 = sinter.constant dense<0.999> : tensor<f32>
  %b346 = sinter.broadcast %c346 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul346 = sinter.mul %v43, %b346 : tensor<?xf32, #sinter.dims<width>>
  %c347 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b347 = sinter.broadcast %c347 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul347 = sinter.mul %g43, %b347 : tensor<?xf32, #sinter.dims<width>>
  %mul348 = sinter.mul %mul347, %g43 : tensor<?xf32, #sinter.dims<width>>
  %add130 = sinter.add %mul346, %mul348 : tensor<?xf32, #sinter.dims<width>>
  %sqrt43 = sinter.sqrt %add130 : tensor<?xf32, #sinter.dims<width>>
  %c348 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b348 = sinter.broadcast %c348 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul349 = sinter.mul %sqrt43, %b348 : tensor<?xf32, #sinter.dims<width>>
  %c349 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b349 = sinter.broadcast %c349 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add131 = sinter.add %mul349, %b349 : tensor<?xf32, #sinter.dims<width>>
  %c350 = sinter.constant dense<0.99999> : tensor<f32>
  %b350 = sinter.broadcast %c350 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul350 = sinter.mul %p43, %b350 : tensor<?xf32, #sinter.dims<width>>
  %c351 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b351 = sinter.broadcast %c351 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul351 = sinter.mul %add129, %b351 : tensor<?xf32, #sinter.dims<width>>
  %div43 = sinter.div %mul351, %add131 : tensor<?xf32, #sinter.dims<width>>
  %sub43 = sinter.sub %mul350, %div43 : tensor<?xf32, #sinter.dims<width>>
  %c352 = sinter.constant dense<0.9> : tensor<f32>
  %b352 = sinter.broadcast %c352 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul352 = sinter.mul %m44, %b352 : tensor<?xf32, #sinter.dims<width>>
  %c353 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b353 = sinter.broadcast %c353 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul353 = sinter.mul %g44, %b353 : tensor<?xf32, #sinter.dims<width>>
  %add132 = sinter.add %mul352, %mul353 : tensor<?xf32, #sinter.dims<width>>
  %c354 = sinter.constant dense<0.999> : tensor<f32>
  %b354 = sinter.broadcast %c354 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul354 = sinter.mul %v44, %b354 : tensor<?xf32, #sinter.dims<width>>
  %c355 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b355 = sinter.broadcast %c355 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul355 = sinter.mul %g44, %b355 : tensor<?xf32, #sinter.dims<width>>
  %mul356 = sinter.mul %mul355, %g44 : tensor<?xf32, #sinter.dims<width>>
  %add133 = sinter.add %mul354, %mul356 : tensor<?xf32, #sinter.dims<width>>
  %sqrt44 = sinter.sqrt %add133 : tensor<?xf32, #sinter.dims<width>>
  %c356 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b356 = sinter.broadcast %c356 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul357 = sinter.mul %sqrt44, %b356 : tensor<?xf32, #sinter.dims<width>>
  %c357 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b357 = sinter.broadcast %c357 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add134 = sinter.add %mul357, %b357 : tensor<?xf32, #sinter.dims<width>>
  %c358 = sinter.constant dense<0.99999> : tensor<f32>
  %b358 = sinter.broadcast %c358 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul358 = sinter.mul %p44, %b358 : tensor<?xf32, #sinter.dims<width>>
  %c359 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b359 = sinter.broadcast %c359 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul359 = sinter.mul %add132, %b359 : tensor<?xf32, #sinter.dims<width>>
  %div44 = sinter.div %mul359, %add134 : tensor<?xf32, #sinter.dims<width>>
  %sub44 = sinter.sub %mul358, %div44 : tensor<?xf32, #sinter.dims<width>>
  %c360 = sinter.constant dense<0.9> : tensor<f32>
  %b360 = sinter.broadcast %c360 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul360 = sinter.mul %m45, %b360 : tensor<?xf32, #sinter.dims<width>>
  %c361 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b361 = sinter.broadcast %c361 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul361 = sinter.mul %g45, %b361 : tensor<?xf32, #sinter.dims<width>>
  %add135 = sinter.add %mul360, %mul361 : tensor<?xf32, #sinter.dims<width>>
  %c362 = sinter.constant dense<0.999> : tensor<f32>
  %b362 = sinter.broadcast %c362 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul362 = sinter.mul %v45, %b362 : tensor<?xf32, #sinter.dims<width>>
  %c363 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b363 = sinter.broadcast %c363 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul363 = sinter.mul %g45, %b363 : tensor<?xf32, #sinter.dims<width>>
  %mul364 = sinter.mul %mul363, %g45 : tensor<?xf32, #sinter.dims<width>>
  %add136 = sinter.add %mul362, %mul364 : tensor<?xf32, #sinter.dims<width>>
  %sqrt45 = sinter.sqrt %add136 : tensor<?xf32, #sinter.dims<width>>
  %c364 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b364 = sinter.broadcast %c364 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul365 = sinter.mul %sqrt45, %b364 : tensor<?xf32, #sinter.dims<width>>
  %c365 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b365 = sinter.broadcast %c365 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add137 = sinter.add %mul365, %b365 : tensor<?xf32, #sinter.dims<width>>
  %c366 = sinter.constant dense<0.99999> : tensor<f32>
  %b366 = sinter.broadcast %c366 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul366 = sinter.mul %p45, %b366 : tensor<?xf32, #sinter.dims<width>>
  %c367 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b367 = sinter.broadcast %c367 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul367 = sinter.mul %add135, %b367 : tensor<?xf32, #sinter.dims<width>>
  %div45 = sinter.div %mul367, %add137 : tensor<?xf32, #sinter.dims<width>>
  %sub45 = sinter.sub %mul366, %div45 : tensor<?xf32, #sinter.dims<width>>
  %c368 = sinter.constant dense<0.9> : tensor<f32>
  %b368 = sinter.broadcast %c368 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul368 = sinter.mul %m46, %b368 : tensor<?xf32, #sinter.dims<width>>
  %c369 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b369 = sinter.broadcast %c369 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul369 = sinter.mul %g46, %b369 : tensor<?xf32, #sinter.dims<width>>
  %add138 = sinter.add %mul368, %mul369 : tensor<?xf32, #sinter.dims<width>>
  %c370 = sinter.constant dense<0.999> : tensor<f32>
  %b370 = sinter.broadcast %c370 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul370 = sinter.mul %v46, %b370 : tensor<?xf32, #sinter.dims<width>>
  %c371 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b371 = sinter.broadcast %c371 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul371 = sinter.mul %g46, %b371 : tensor<?xf32, #sinter.dims<width>>
  %mul372 = sinter.mul %mul371, %g46 : tensor<?xf32, #sinter.dims<width>>
  %add139 = sinter.add %mul370, %mul372 : tensor<?xf32, #sinter.dims<width>>
  %sqrt46 = sinter.sqrt %add139 : tensor<?xf32, #sinter.dims<width>>
  %c372 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b372 = sinter.broadcast %c372 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul373 = sinter.mul %sqrt46, %b372 : tensor<?xf32, #sinter.dims<width>>
  %c373 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b373 = sinter.broadcast %c373 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add140 = sinter.add %mul373, %b373 : tensor<?xf32, #sinter.dims<width>>
  %c374 = sinter.constant dense<0.99999> : tensor<f32>
  %b374 = sinter.broadcast %c374 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul374 = sinter.mul %p46, %b374 : tensor<?xf32, #sinter.dims<width>>
  %c375 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b375 = sinter.broadcast %c375 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul375 = sinter.mul %add138, %b375 : tensor<?xf32, #sinter.dims<width>>
  %div46 = sinter.div %mul375, %add140 : tensor<?xf32, #sinter.dims<width>>
  %sub46 = sinter.sub %mul374, %div46 : tensor<?xf32, #sinter.dims<width>>
  %c376 = sinter.constant dense<0.9> : tensor<f32>
  %b376 = sinter.broadcast %c376 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul376 = sinter.mul %m47, %b376 : tensor<?xf32, #sinter.dims<width>>
  %c377 = sinter.constant dense<0.09999999999999998> : tensor<f32>
  %b377 = sinter.broadcast %c377 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul377 = sinter.mul %g47, %b377 : tensor<?xf32, #sinter.dims<width>>
  %add141 = sinter.add %mul376, %mul377 : tensor<?xf32, #sinter.dims<width>>
  %c378 = sinter.constant dense<0.999> : tensor<f32>
  %b378 = sinter.broadcast %c378 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul378 = sinter.mul %v47, %b378 : tensor<?xf32, #sinter.dims<width>>
  %c379 = sinter.constant dense<0.0010000000000000009> : tensor<f32>
  %b379 = sinter.broadcast %c379 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul379 = sinter.mul %g47, %b379 : tensor<?xf32, #sinter.dims<width>>
  %mul380 = sinter.mul %mul379, %g47 : tensor<?xf32, #sinter.dims<width>>
  %add142 = sinter.add %mul378, %mul380 : tensor<?xf32, #sinter.dims<width>>
  %sqrt47 = sinter.sqrt %add142 : tensor<?xf32, #sinter.dims<width>>
  %c380 = sinter.constant dense<10.022515922231534> : tensor<f32>
  %b380 = sinter.broadcast %c380 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul381 = sinter.mul %sqrt47, %b380 : tensor<?xf32, #sinter.dims<width>>
  %c381 = sinter.constant dense<1.0e-08> : tensor<f32>
  %b381 = sinter.broadcast %c381 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %add143 = sinter.add %mul381, %b381 : tensor<?xf32, #sinter.dims<width>>
  %c382 = sinter.constant dense<0.99999> : tensor<f32>
  %b382 = sinter.broadcast %c382 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul382 = sinter.mul %p47, %b382 : tensor<?xf32, #sinter.dims<width>>
  %c383 = sinter.constant dense<0.0015353399327876296> : tensor<f32>
  %b383 = sinter.broadcast %c383 dims = [] : tensor<f32> -> tensor<?xf32, #sinter.dims<width>>
  %mul383 = sinter.mul %add141, %b383 : tensor<?xf32, #sinter.dims<width>>
  %div47 = sinter.div %mul383, %add143 : tensor<?xf32, #sinter.dims<width>>
  %sub47 = sinter.sub %mul382, %div47 : tensor<?xf32, #sinter.dims<width>>
  return %sub, %sub1, %sub2, %sub3, %sub4, %sub5, %sub6, %sub7, %sub8, %sub9, %sub10, %sub11, %sub12, %sub13, %sub14, %sub15, %sub16, %sub17, %sub18, %sub19, %sub20, %sub21, %sub22, %sub23, %sub24, %sub25, %sub26, %sub27, %sub28, %sub29, %sub30, %sub31, %sub32, %sub33, %sub34, %sub35, %sub36, %sub37, %sub38, %sub39, %sub40, %sub41, %sub42, %sub43, %sub44, %sub45, %sub46, %sub47, %add, %add3, %add6, %add9, %add12, %add15, %add18, %add21, %add24, %add27, %add30, %add33, %add36, %add39, %add42, %add45, %add48, %add51, %add54, %add57, %add60, %add63, %add66, %add69, %add72, %add75, %add78, %add81, %add84, %add87, %add90, %add93, %add96, %add99, %add102, %add105, %add108, %add111, %add114, %add117, %add120, %add123, %add126, %add129, %add132, %add135, %add138, %add141, %add1, %add4, %add7, %add10, %add13, %add16, %add19, %add22, %add25, %add28, %add31, %add34, %add37, %add40, %add43, %add46, %add49, %add52, %add55, %add58, %add61, %add64, %add67, %add70, %add73, %add76, %add79, %add82, %add85, %add88, %add91, %add94, %add97, %add100, %add103, %add106, %add109, %add112, %add115, %add118, %add121, %add124, %add127, %add130, %add133, %add136, %add139, %add142 : tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 3, width>>, tensor<?xf32, #sinter.dims<width * 3>>, tensor<?x?xf32, #sinter.dims<width, width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?x?xf32, #sinter.dims<width * 4, width>>, tensor<?xf32, #sinter.dims<width * 4>>, tensor<?x?xf32, #sinter.dims<width, width * 4>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>, tensor<?xf32, #sinter.dims<width>>
}
