/** Longest wait for a script (ms); what the server rendered stays in use, and says so after it. */
const LONGEST = 120_000;

/** Hydrates an island once, whichever of its events comes first. */
const hydrator = (host: HTMLElement) => () => {
  if (host.dataset.awake !== undefined) return;
  host.dataset.awake = "";
  const mark = (failed: boolean) => host.classList.toggle("island-failed", failed);
  const late = setTimeout(mark, LONGEST, true);
  void import("./hydrate")
    .then((m) => m.hydrate(host))
    .then(
      () => mark(false),
      () => mark(true),
    )
    .finally(() => clearTimeout(late));
};

/** Finds the islands of a page, or of a piece of it, and hydrates each when its strategy says so. */
export function wakeIslands(root: ParentNode): void {
  for (const host of root.querySelectorAll<HTMLElement>("[data-island]")) {
    const run = hydrator(host);
    switch (host.dataset.when) {
      case "interaction":
        // A finger enters as well.
        for (const type of ["pointerenter", "focusin"]) host.addEventListener(type, run, { once: true });
        break;
      case "visible": {
        const seen = new IntersectionObserver((entries) => {
          if (!entries.some((e) => e.isIntersecting)) return;
          seen.disconnect();
          run();
        });
        seen.observe(host);
        break;
      }
      case "idle":
        setTimeout(run, 200);
        break;
      default:
        run();
    }
  }
}
