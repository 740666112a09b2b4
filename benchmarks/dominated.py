"""Options that nobody should take, whatever the others do: folding the best card, and the like.

An option is *plainly dominated* if another one of the same information set never does worse: at
each of its nodes, the worst end after the other is at least as good as the best end after this one,
and somewhere it is better. That asks for no thought about how anybody plays, the seat itself
included; so there are options that are dominated and not plainly so.
"""

from __future__ import annotations

from collections.abc import Mapping

from arena.tree import GameTree, Known


def dominated(tree: GameTree) -> dict[Known, tuple[int, ...]]:
    """The plainly dominated options, where there are any.

    >>> import games
    >>> from arena import game_tree
    >>> found = dominated(game_tree(games.load("kuhn")))
    >>> for known, options in sorted(found.items()):
    ...     print(known.seat, *known.faces(f"hand {known.seat}"), known.codes, options)
    0 J (0, 1) (1,)
    0 K (0, 1) (0,)
    1 J (1,) (1,)
    1 K (0,) (0,)
    1 K (1,) (0,)
    """
    ends = _ends(tree)
    found: dict[Known, tuple[int, ...]] = {}
    for place in tree.places:
        seat = place.known.seat
        after = [  # option to the worst and the best end, at each node
            [ends[tree.nodes[node].children[nth]][seat] for node in place.nodes]
            for nth in range(len(place.options))
        ]
        bad = [
            code
            for code, here in zip(place.options, after, strict=True)
            if any(_never_worse(other, here) for other in after)
        ]
        if bad:
            found[place.known] = tuple(bad)
    return found


def share_of(
    policy: Mapping[Known, Mapping[int, float]], bad: Mapping[Known, tuple[int, ...]]
) -> float:
    """How often a policy takes such an option where there is one: the mean over those places.

    >>> import games
    >>> from arena import game_tree, uniform
    >>> tree = game_tree(games.load("kuhn"))
    >>> share_of({p.known: uniform(p.known, p.options) for p in tree.places}, dominated(tree))
    0.5
    """
    taken = [sum(policy[known].get(code, 0.0) for code in codes) for known, codes in bad.items()]
    return sum(taken) / len(taken)


def _ends(tree: GameTree) -> list[list[tuple[float, float]]]:
    """For each node and seat, the worst and the best end that may follow."""
    ends: list[list[tuple[float, float]]] = []
    for node in tree.nodes:  # what follows a node stands before it
        if node.place < 0:
            ends.append([(result, result) for result in node.returns])
            continue
        below = [ends[child] for child in node.children]
        ends.append(
            [
                (min(one[seat][0] for one in below), max(one[seat][1] for one in below))
                for seat in range(tree.seats)
            ]
        )
    return ends


def _never_worse(other: list[tuple[float, float]], here: list[tuple[float, float]]) -> bool:
    pairs = list(zip(other, here, strict=True))
    return all(worst >= best for (worst, _), (_, best) in pairs) and any(
        best > worst for (_, best), (worst, _) in pairs
    )
