"""Hypothesis without its deadline: the first example may wait for jieba's dictionary, and a busy machine is no fault."""

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
