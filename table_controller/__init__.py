"""What the table knows: inference, rules engine, journal, broadcast."""

__version__ = "0.1.0"
"""The release; a journal names it, and only this release goes on with its open hand."""
