"""One hand as it is told, corrected, undone and replayed: inputs in, records out, no I/O."""
