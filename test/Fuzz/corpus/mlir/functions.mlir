func.func @main(%x: tensor<8xbf16>) -> tensor<8xbf16> {
  %0 = sinter.exp %x : tensor<8xbf16>
  %1 = sinter.exp2 %0 : tensor<8xbf16>
  %2 = sinter.log %1 : tensor<8xbf16>
  %3 = sinter.log1p %2 : tensor<8xbf16>
  %4 = sinter.expm1 %3 : tensor<8xbf16>
  %5 = sinter.sqrt %4 : tensor<8xbf16>
  %6 = sinter.rsqrt %5 : tensor<8xbf16>
  %7 = sinter.tanh %6 : tensor<8xbf16>
  %8 = sinter.erf %7 : tensor<8xbf16>
  %9 = sinter.sin %8 : tensor<8xbf16>
  %10 = sinter.cos %9 : tensor<8xbf16>
  %11 = sinter.floor %10 : tensor<8xbf16>
  %12 = sinter.ceil %11 : tensor<8xbf16>
  %13 = sinter.round %12 : tensor<8xbf16>
  %14 = sinter.sigmoid %13 : tensor<8xbf16>
  %15 = sinter.relu %14 : tensor<8xbf16>
  %16 = sinter.silu %15 : tensor<8xbf16>
  %17 = sinter.gelu erf %16 : tensor<8xbf16>
  %18 = sinter.gelu tanh %17 : tensor<8xbf16>
  %19 = sinter.softsign %18 : tensor<8xbf16>
  return %19 : tensor<8xbf16>
}
