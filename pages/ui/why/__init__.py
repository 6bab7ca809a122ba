"""The page 为什么: one experiment a file, each drawn only once it is unfolded."""
