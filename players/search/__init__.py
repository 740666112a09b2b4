"""Search by determinization: sampled worlds from the belief, searched as if they were true."""
