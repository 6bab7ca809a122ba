"""The classroom's rooms and their tables: one set of rules (store.py) over a database, which may be in memory."""
