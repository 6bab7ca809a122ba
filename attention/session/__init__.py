"""What a visitor has on the page, and the link that carries it."""
