"""The shipped models, and untrained matrices, in numpy."""
