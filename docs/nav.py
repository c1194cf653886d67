"""For mkdocs: every page of docs/stages/ goes into the navigation below "Stages"."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """Fill the entry "Stages" with the pages that there are."""
    folder = Path(config.docs_dir) / "stages"
    pages = [f"stages/{page.name}" for page in sorted(folder.glob("*.*.md"))]
    for entry in config.nav:
        if "Stages" in entry:
            entry["Stages"] = ["stages/index.md", *({Path(page).stem: page} for page in pages)]
    return config
