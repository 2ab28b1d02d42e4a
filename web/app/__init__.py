"""The app that runs in the browser's worker: plain functions from events to pages.

``main`` the wiring · ``model`` what is shown · ``update`` what an event changes · ``render`` which
screen · ``screens`` the screens · ``components`` their look · ``texts`` their words.
"""
