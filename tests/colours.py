"""How far apart two colours are, for every kind of eyes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

# What is left of linear light without one kind of cones: Machado, Oliveira and Fernandes 2009, at severity 1.
EYES: dict[str, Numbers] = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def light(code: str) -> Numbers:
    """Of #rrggbb, linear."""
    part = np.array([int(code[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def mixed(share: float, one: str, two: str) -> str:
    """As CSS mixes them: color-mix(in srgb, one share, two)."""
    parts = (round(share * int(one[at : at + 2], 16) + (1 - share) * int(two[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def contrast(one: str, two: str) -> float:
    """Of WCAG: 1 to 21."""
    low, high = sorted(float(XYZ[1] @ light(code)) for code in (one, two))
    return (high + 0.05) / (low + 0.05)


def _lab(seen: Numbers) -> tuple[float, float, float]:
    relative = XYZ @ np.clip(seen, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(relative > 216 / 24389, np.cbrt(relative), (24389 / 27 * relative + 16) / 116)
    return float(116 * y - 16), float(500 * (x - y)), float(200 * (y - z))


def apart(one: str, two: str, eyes: str) -> float:
    """CIEDE2000: 1 is just seen side by side; 10 at a glance."""
    (l1, a1, b1), (l2, a2, b2) = (_lab(EYES[eyes] @ light(code)) for code in (one, two))
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(chroma**7 / (chroma**7 + 25**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = (h2 - h1 + 180) % 360 - 180
    hue = np.radians((h1 + turn / 2) % 360)
    high, mean = (l1 + l2) / 2 - 50, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * np.cos(hue - np.radians(30))
        + 0.24 * np.cos(2 * hue)
        + 0.32 * np.cos(3 * hue + np.radians(6))
        - 0.20 * np.cos(4 * hue - np.radians(63))
    )
    lightness = (l2 - l1) / (1 + 0.015 * high**2 / np.sqrt(20 + high**2))
    colour = (c2 - c1) / (1 + 0.045 * mean)
    tone = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * mean * weight)
    bend = np.radians(60 * np.exp(-(((np.degrees(hue) - 275) / 25) ** 2)))
    together = -2 * np.sqrt(mean**7 / (mean**7 + 25**7)) * np.sin(bend)
    return float(np.sqrt(lightness**2 + colour**2 + tone**2 + together * colour * tone))
