"""The contrast of two colours, as the accessibility guidelines (WCAG 2) define it."""

from __future__ import annotations


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, 0 to 1."""
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """From 1, of a colour with itself, to 21, of black with white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
