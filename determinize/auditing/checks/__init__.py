"""The seven checks: each looks at the copies of one position and adds what it finds."""
