"""What the worker runs first in the plain bundle."""

from pyscript import sync  # type: ignore[import-not-found]

from web.app.main import receive

sync.receive = receive
