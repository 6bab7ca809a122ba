"""What the page 为什么 tries out, in numpy: one question a file, nothing about pages."""
