"""The hand-built table: making it, comparing it, many of them, the examples."""
