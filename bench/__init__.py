"""Benchmarks: ratios against peers, or bounds, measured in one run; never tests."""
