"""How audits are told: to people, to machines, to a continuous integration, and to Python again."""
