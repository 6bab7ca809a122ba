"""What every page stands in: settings, menu, state, caches, faults."""
