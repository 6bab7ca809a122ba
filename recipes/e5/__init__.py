"""Packs multilingual-e5-small for the app."""
