"""How the app runs for a school: one process per core behind nginx, and the pages that tell how to set it up."""
