"""Graphs: reading their TOML, finding every mistake in it, and what is to run.

`read` puts it together. `places` knows where things stand in the text, `text` reads it, `vars` fills in variables,
`overrides` lays `--set` over, `rigs`, `nodes` and `inputs` resolve the tables, `check` looks at the flow, `values`
turns what pydantic says into sentences, `mistakes` collects them; `show` and `schema` are for people and editors.
"""

from footpipe.graph.read import SCHEMA, Graph, Node, read_graph

__all__ = ["SCHEMA", "Graph", "Node", "read_graph"]
