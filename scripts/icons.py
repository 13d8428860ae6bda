"""The app's icons, made of web/public/icon.svg: systems that show no SVG want them as PNG, each of its size.

python scripts/icons.py    # into web/public/
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from browsers import browsing

PUBLIC = Path(__file__).parent.parent / "web" / "public"
GROUND = "#f0b429"  # of the icon itself, for what a system cuts to its own shape
ICONS = {  # name: pixels, share of them that the drawing takes, what is behind it
    "apple-touch-icon.png": (180, 1.0, GROUND),
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable.png": (512, 0.86, GROUND),  # so that the cat is within the circle that every shape leaves
}


def main() -> None:
    drawing = base64.b64encode((PUBLIC / "icon.svg").read_bytes()).decode()
    with browsing() as browser:
        for name, (size, share, ground) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<body style='margin: 0; height: 100vh; display: grid; place-items: center; background: {ground}'>"
                f"<img src='data:image/svg+xml;base64,{drawing}' width={size * share} height={size * share}>"
            )
            page.locator("img").evaluate("image => image.decode()")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
