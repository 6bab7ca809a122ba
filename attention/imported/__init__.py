"""Attention of other models: read from files or computed by `transformers`, and added up from their pieces to words."""
