"""Composition root: command line, wiring, processes, scripts."""
