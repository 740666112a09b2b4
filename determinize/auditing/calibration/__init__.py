"""Calibration: copies against an exact count, or the truth's rank among its copies."""
