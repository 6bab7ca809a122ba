"""Every short text outside the pages, and how texts are kept in two languages."""
