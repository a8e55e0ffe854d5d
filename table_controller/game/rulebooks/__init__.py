"""Rulebooks as data: model, loader, one manifest per book."""
