"""The page of a study, or of two rulesets compared: self-contained HTML. ``sections`` and
``comparison`` are their parts, ``charts`` the pictures, ``definitions`` what metrics mean.
"""

from carrack.balance.page.document import page_of

__all__ = ["page_of"]
