"""Pictures of styles and walks: each function draws one thing on matplotlib's axes; `sheet` puts them together."""
