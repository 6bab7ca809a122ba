"""Attention in numpy: each forward beside its backward. Imports numpy and nothing else from outside."""

from attention.core.attend import attend, attend_backward, check_shapes
from attention.core.masks import attention_mask, blanked, row_ranges
from attention.core.softmax import masked_softmax, share_rows, softmax, softmax_backward

__all__ = [
    "attend",
    "attend_backward",
    "attention_mask",
    "blanked",
    "check_shapes",
    "masked_softmax",
    "row_ranges",
    "share_rows",
    "softmax",
    "softmax_backward",
]
