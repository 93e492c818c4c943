"""Pages in headless Chromium."""
