"""Where weights come from: one function a source."""
