"""The page of a study: self-contained HTML. ``sections`` are its parts, ``charts`` its pictures,
``definitions`` what its metrics mean.
"""

from carrack.balance.page.document import page_of

__all__ = ["page_of"]
