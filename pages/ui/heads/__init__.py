"""Parts of the heads page."""
