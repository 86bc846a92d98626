# SPDX-License-Identifier: Apache-2.0
"""The gpu device: kernels of our own on CuPy's memory, on ROCm and on CUDA.

Importing this package imports no CuPy; `device.GpuDevice` does.
"""
