"""Coefficients of agreement between raters: numbers in, numbers out."""
