"""Parts of the translation page."""
