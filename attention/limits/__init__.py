"""What reading may cost, and what may be remembered, in bytes."""
