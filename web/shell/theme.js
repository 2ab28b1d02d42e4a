/* Sets the theme of the last visit before anything is painted. */
try {
  var theme = localStorage.getItem("card-night-theme");
  if (theme) document.body.setAttribute("data-theme", theme);
} catch (error) {
  /* Storage is forbidden: the system's theme it is, until the game says otherwise. */
}
