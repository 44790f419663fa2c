"""Ratings by people: how files are laid out, read, and checked into one table."""
