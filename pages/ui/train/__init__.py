"""Parts of the training page."""
