#!/usr/bin/env bash
# Part of Sinter, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whether NVIDIA's driver works here and has a device; says which, or why not. Exit code 0 or 1.
set -euo pipefail
if ! command -v nvidia-smi > /dev/null; then
  echo "no NVIDIA driver here: no nvidia-smi"
  exit 1
fi
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
