"""How a diagram is made: knowledge without names, its plan, its growth, its figures.

`shape` forgets names, `plan` orders the steps, `growth` builds the graph, `grown` weighs it, and
`narrowed`, `holdings` and `ranking` ask it further things. `beliefs.diagram` is its public face.
"""
