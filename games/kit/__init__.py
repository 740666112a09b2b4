"""What games share: the record, the card table, the events, and the seam's slots."""
