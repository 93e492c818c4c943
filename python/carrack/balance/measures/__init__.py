"""The figures of a study of balance, each from arrays of games."""
