# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The chains of bench/chains/cases as a user of PyTorch writes them. Arguments are the graph's, in its order.
import torch
import torch.nn.functional as F

LEARNING_RATE, BETA1, BETA2, EPSILON, DECAY, STEP = 1e-3, 0.9, 0.999, 1e-8, 0.01, 10
STEP_SIZE = LEARNING_RATE / (1 - BETA1**STEP)
ROOT_SCALE = (1 - BETA2**STEP) ** -0.5


def adamw_one(p, g, m, v):
    m = BETA1 * m + (1 - BETA1) * g
    v = BETA2 * v + (1 - BETA2) * g * g
    return p * (1 - LEARNING_RATE * DECAY) - STEP_SIZE * m / (v.sqrt() * ROOT_SCALE + EPSILON), m, v


def adamw_multi48(*tensors):
    count = len(tensors) // 4
    p, g, m, v = (list(tensors[i * count : (i + 1) * count]) for i in range(4))
    m = torch._foreach_add(torch._foreach_mul(m, BETA1), torch._foreach_mul(g, 1 - BETA1))
    v = torch._foreach_add(torch._foreach_mul(v, BETA2), torch._foreach_mul(torch._foreach_mul(g, 1 - BETA2), g))
    divisor = torch._foreach_add(torch._foreach_mul(torch._foreach_sqrt(v), ROOT_SCALE), EPSILON)
    change = torch._foreach_div(torch._foreach_mul(m, STEP_SIZE), divisor)
    return (*torch._foreach_sub(torch._foreach_mul(p, 1 - LEARNING_RATE * DECAY), change), *m, *v)


def add_layernorm(x, res, w, b):
    h = x + res
    return h, F.layer_norm(h, w.shape, w, b, 1e-5)


def argmax_rows(x):
    return x.argmax(-1)


def bcast_col(x, s, t):
    return x * s + t


def bcast_row(x, w, b):
    return x * w + b


def bias_gelu(x, bias):
    return F.gelu(x + bias)


def bn_res_relu(x, mean, variance, w, b, res):
    return torch.relu(F.batch_norm(x, mean, variance, w, b, training=False, eps=1e-5) + res)


def colsum(x):
    return x.sum(0)


def concat_relu(a, b):
    return torch.relu(torch.cat((a, b), 1))


def cumsum_rows(x):
    return x.cumsum(-1)


# Torch has a generator of its own.
def dropout_fwd(x, seed, offset):
    return torch.native_dropout(x, 0.1, True)


def embed_pos_ln(ids, tokens, positions, w, b):
    return F.layer_norm(F.embedding(ids, tokens) + positions, w.shape, w, b, 1e-5)


def fullsum(x):
    return x.sum()


def gelu_bwd(dy, x):
    return torch.ops.aten.gelu_backward(dy, x)


def groupnorm_silu(x, w, b):
    return F.silu(F.group_norm(x, 32, w, b, 1e-5))


def l2norm(x):
    return F.normalize(x, dim=-1)


def layernorm_bwd(dy, x, mean, rstd, w, b):
    return torch.ops.aten.native_layer_norm_backward(dy, x, w.shape, mean, rstd, w, b, [True, True, True])


def long20(x):
    y = torch.tanh(x * 1.01 + 0.1) * x
    y = (torch.sigmoid(y) - 0.5).abs() + 0.001
    y = (y.sqrt() * 0.7).clamp(-3.0, 3.0)
    y = torch.exp(-torch.relu(y * y + x))
    return torch.cos(y / (y + 1))


def masked_softmax(x, mask):
    return torch.softmax((x * 0.125).masked_fill(mask, float("-inf")), -1)


def meanvar_rows(x):
    variance, mean = torch.var_mean(x, -1)
    return mean, variance


def nchw_nhwc_add(x, y):
    return x.permute(0, 2, 3, 1) + y


def quant_fp8(x):
    wide = x.float()
    greatest = wide.abs().amax(-1, keepdim=True).clamp(min=1e-12)
    return (wide * (448 / greatest)).clamp(-448, 448).to(torch.float8_e4m3fn), greatest / 448


def rmsnorm(x, w):
    return F.rms_norm(x, w.shape, w, 1e-6)


def rmsnorm_res(x, res, w):
    h = x + res
    return h, F.rms_norm(h, w.shape, w, 1e-6)


def half_turned(x):
    low, high = x.chunk(2, -1)
    return torch.cat((-high, low), -1)


def rope(q, k, cos, sin):
    return q * cos + half_turned(q) * sin, k * cos + half_turned(k) * sin


def scale_res_dropeval(x, res):
    return F.dropout(x * 0.125, 0.1, training=False) + res


def slice_pad(x):
    return F.pad(x[:, 16:-16] * 2, (16, 16))


def softmax(x):
    return torch.softmax(x, -1)


def swiglu(a, b):
    return F.silu(a) * b


def up_nearest_add(x, y):
    return F.interpolate(x, scale_factor=2.0, mode="nearest") + y


def xent(x, target):
    return F.cross_entropy(x.float(), target)
