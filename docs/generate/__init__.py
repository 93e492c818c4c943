"""Builds the documentation site: assembles its pages in ``build/docs-source``, then runs Sphinx.

``make docs`` calls ``python -m generate``. Each module makes one kind of page from its source: the
engine's data, the help of the command line, the schema of a ledger, the results of studies, the
repository's own documents.
"""
