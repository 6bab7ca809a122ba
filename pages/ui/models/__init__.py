"""The page of real models: bringing attention in, picking a table of it, and what can be seen there."""
