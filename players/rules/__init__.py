"""Players that follow rules of thumb, a file for each game; search can use them for play-outs."""
