"""A plugin without stages."""
