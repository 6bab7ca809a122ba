"""The classroom's rooms and their tables: one set of rules (store.py) over a database or, for tests, the process's memory."""
