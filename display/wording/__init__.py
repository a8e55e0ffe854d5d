"""Codes to words: every sentence that people read, and the boundary for text that others wrote."""
