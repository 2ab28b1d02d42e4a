// The start as the published files do it by themselves, for comparison; in place of the shell's.

const absolute = (path) => new URL(path, document.baseURI).href;

/** Starts Python; as the shell's `boot`, but nothing is prepared for the next start. */
export async function boot(parts, progress, { told }, start) {
  const { PyWorker } = await import(absolute(parts.pyscript));
  // Only then do its workers get its Python modules.
  await customElements.whenDefined("py-script");
  const files = Object.fromEntries(parts.archives.map((path) => [absolute(path), "./*"]));
  const worker = await PyWorker(absolute(parts.start), {
    version: absolute(parts.interpreter),
    async: true,
    config: { files, packages_cache: "never", sync_main_only: true },
  });
  told({ compiled: "none", trouble: "", todo: false });
  return {
    started: start.then((message) => worker.sync.receive(message)),
    receive: (message) => worker.sync.receive(message),
    join: async () => {},
    stop: () => worker.terminate(),
  };
}
