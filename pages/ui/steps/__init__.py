"""Parts of the page with the four steps."""
