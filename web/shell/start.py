"""What PyScript's worker runs first: it hands the app's one function to the page."""

from js import cardNight
from polyscript import xworker

from web.shell.answering import receive

xworker.sync.receive = receive
cardNight.joined()
