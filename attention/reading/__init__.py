"""What every reader of files shares: characters, arrays, values, and where a fault is."""
