"""How a chain is made: a course through the cards, particles that deal them, and their figures.

`problem` forgets names, `course` orders the cards and looks ahead, `deals` draws populations, and
`figures` says what they tell. `beliefs.chain` is its public face.
"""
