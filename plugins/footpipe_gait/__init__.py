"""Gait: a fuzzy controller that walks, and learns from motion capture how people do."""
