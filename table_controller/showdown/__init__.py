"""Ranking of tabled hands and the award."""
