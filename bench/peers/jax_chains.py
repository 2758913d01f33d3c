# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The chains of bench/chains/cases as a user of JAX writes them. Arguments are the graph's, in its order, each as it lies in memory: of one
# that is channels last the channels are the last dimension. Where torch computes in f32 by itself, casts say so here.
import jax
import jax.numpy as jnp

LEARNING_RATE, BETA1, BETA2, EPSILON, DECAY, STEP = 1e-3, 0.9, 0.999, 1e-8, 0.01, 10
STEP_SIZE = LEARNING_RATE / (1 - BETA1**STEP)
ROOT_SCALE = (1 - BETA2**STEP) ** -0.5


def wide(x):
    return x.astype(jnp.float32)


# With erf: jax.nn.gelu's erfc cuts the chain in two kernels.
def gelu(x):
    return 0.5 * x * (1 + jax.lax.erf(x * 0.5**0.5))


def layer_norm(x, w, b):
    h = wide(x)
    centred = h - h.mean(-1, keepdims=True)
    scale = jax.lax.rsqrt(jnp.square(centred).mean(-1, keepdims=True) + 1e-5)
    return (centred * scale * wide(w) + wide(b)).astype(x.dtype)


def adamw_one(p, g, m, v):
    m = BETA1 * m + (1 - BETA1) * g
    v = BETA2 * v + (1 - BETA2) * g * g
    return p * (1 - LEARNING_RATE * DECAY) - STEP_SIZE * m / (jnp.sqrt(v) * ROOT_SCALE + EPSILON), m, v


def adamw_multi48(*tensors):
    count = len(tensors) // 4
    stepped = [adamw_one(*tensors[i::count]) for i in range(count)]
    return [tensor for part in zip(*stepped) for tensor in part]


def add_layernorm(x, res, w, b):
    h = x + res
    return h, layer_norm(h, w, b)


def argmax_rows(x):
    return x.argmax(-1)


def bcast_col(x, s, t):
    return x * s + t


def bcast_row(x, w, b):
    return x * w + b


def bias_gelu(x, bias):
    return gelu(wide(x) + wide(bias)).astype(x.dtype)


def batch_norm(x, mean, variance, w, b, res, shape):
    mean, variance, w, b = (wide(v).reshape(shape) for v in (mean, variance, w, b))
    return jnp.maximum((wide(x) - mean) * jax.lax.rsqrt(variance + 1e-5) * w + b + wide(res), 0).astype(x.dtype)


def bn_res_relu(x, mean, variance, w, b, res):
    return batch_norm(x, mean, variance, w, b, res, (-1, 1, 1))


def bn_res_relu_l_cl(x, mean, variance, w, b, res):
    return batch_norm(x, mean, variance, w, b, res, (-1,))


def colsum(x):
    return wide(x).sum(0).astype(x.dtype)


def concat_relu(a, b):
    return jnp.maximum(jnp.concatenate((a, b), 1), 0)


def cumsum_rows(x):
    return jnp.cumsum(x, -1)


# Threefry's bits, of the graph's seed.
def dropout_fwd(x, seed, offset):
    kept = jax.random.bernoulli(jax.random.key(seed + offset), 0.9, x.shape)
    return jnp.where(kept, x * (1 / 0.9), 0).astype(x.dtype), kept


def embed_pos_ln(ids, tokens, positions, w, b):
    return layer_norm(jnp.take(tokens, ids, axis=0) + positions, w, b)


def fullsum(x):
    return x.sum()


def gelu_bwd(dy, x):
    g, h = wide(dy), wide(x)
    density = jnp.exp(-0.5 * h * h) * 0.3989422804014327
    return (g * (0.5 * (1 + jax.lax.erf(h * 0.5**0.5)) + h * density)).astype(x.dtype)


def groupnorm_silu(x, w, b):
    h = wide(x).reshape(x.shape[0], 32, -1)
    centred = h - h.mean(-1, keepdims=True)
    h = centred * jax.lax.rsqrt(jnp.square(centred).mean(-1, keepdims=True) + 1e-5)
    h = h.reshape(x.shape) * wide(w).reshape(-1, 1, 1) + wide(b).reshape(-1, 1, 1)
    return jax.nn.silu(h).astype(x.dtype)


def l2norm(x):
    h = wide(x)
    return (h / jnp.maximum(jnp.sqrt(jnp.square(h).sum(-1, keepdims=True)), 1e-12)).astype(x.dtype)


def layernorm_bwd(dy, x, mean, rstd, w, b):
    g, normal = wide(dy), (wide(x) - mean) * rstd
    scaled = g * wide(w)
    shares = scaled.mean(-1, keepdims=True) + normal * (scaled * normal).mean(-1, keepdims=True)
    return (rstd * (scaled - shares)).astype(x.dtype), (g * normal).sum(0).astype(w.dtype), g.sum(0).astype(b.dtype)


def long20(x):
    y = jnp.tanh(x * 1.01 + 0.1) * x
    y = jnp.abs(jax.nn.sigmoid(y) - 0.5) + 0.001
    y = jnp.clip(jnp.sqrt(y) * 0.7, -3.0, 3.0)
    y = jnp.exp(-jnp.maximum(y * y + x, 0))
    return jnp.cos(y / (y + 1))


def masked_softmax(x, mask):
    return jax.nn.softmax(jnp.where(mask, -jnp.inf, wide(x) * 0.125), -1).astype(x.dtype)


def meanvar_rows(x):
    return x.mean(-1), x.var(-1, ddof=1)


def nchw_nhwc_add(x, y):
    return x.transpose(0, 2, 3, 1) + y


def quant_fp8(x):
    h = wide(x)
    greatest = jnp.maximum(jnp.abs(h).max(-1, keepdims=True), 1e-12)
    return jnp.clip(h * (448 / greatest), -448, 448).astype(jnp.float8_e4m3fn), greatest / 448


def rmsnorm_res(x, res, w):
    h = x + res
    f = wide(h)
    return h, (f * jax.lax.rsqrt(jnp.square(f).mean(-1, keepdims=True) + 1e-6) * wide(w)).astype(x.dtype)


def half_turned(x):
    low, high = jnp.split(x, 2, -1)
    return jnp.concatenate((-high, low), -1)


def rope(q, k, cos, sin):
    return q * cos + half_turned(q) * sin, k * cos + half_turned(k) * sin


def scale_res_dropeval(x, res):
    return x * 0.125 + res


def slice_pad(x):
    return jnp.pad(x[:, 16:-16] * 2, ((0, 0), (16, 16)))


def softmax(x):
    return jax.nn.softmax(wide(x), -1).astype(x.dtype)


def swiglu(a, b):
    return (jax.nn.silu(wide(a)) * wide(b)).astype(a.dtype)


def up_nearest_add(x, y):
    return jnp.repeat(jnp.repeat(x, 2, 2), 2, 3) + y


def xent(x, target):
    logs = jax.nn.log_softmax(wide(x), -1)
    return -jnp.take_along_axis(logs, target[:, None], 1).mean()
