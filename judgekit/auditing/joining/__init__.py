"""Scores and ratings brought together, item by item."""
