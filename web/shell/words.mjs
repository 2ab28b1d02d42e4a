// The few sentences the page says by itself, before Python can or when it cannot.

export const words = {
  loading: (got, all) => `Loading the card table… ${got} of ${all} MB`,
  opening: "Opening the card table…",
  starting: "Starting Python…",
  failed:
    "The game could not be loaded. What is kept on this device is untouched. " +
    "Check the connection, then try again.",
  crashed:
    "Something went wrong inside the game. The last kept state is safe on this device. " +
    "Go on from there, and please send us the report.",
  copied: "Report copied.",
  notCopied: "The report could not be copied; here it is to select by hand.",
};
