"""Parts of the main page alone."""
