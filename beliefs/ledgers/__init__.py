"""How a ledger keeps what was seen: lots and piles, their moves, histories side by side.

`lots` holds the mathematics of hidden cards that move on, `tidy` and `clauses` keep it small,
`moves` and `sights` are the events, `branches` the histories, `contents` what is asked of them.
`beliefs.ledger` is its public face.
"""
