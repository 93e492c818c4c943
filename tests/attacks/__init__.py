"""Attacks on the command line."""
