"""Text into words: characters as a reader sees them, and where one word ends."""
