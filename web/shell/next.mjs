// The preparing of the next start, in a worker of its own, from the page's side.

/** A phone may take long for it; but not for ever. */
const LONGEST_MS = 120_000;

let stop = () => {};

/** Prepares; resolves to how that ended: `{compiled, trouble}`, and to nothing when it was stopped. */
export function prepareNext() {
  return new Promise((resolve) => {
    const begun = window.cardNight.begin(false, true);
    let alarm = 0;
    const end = (how) => {
      clearTimeout(alarm);
      begun.worker.terminate();
      resolve(how);
    };
    const failed = { compiled: "none", trouble: "failed" };
    alarm = setTimeout(end, LONGEST_MS, failed);
    stop = () => end({});
    begun.hear = (message) => {
      if (message.failed) end(failed);
      else if (message.compiled) end(message);
    };
    begun.told.forEach(begun.hear);
  });
}

/** Stops it, if it goes on. */
export const stopPreparing = () => stop();
