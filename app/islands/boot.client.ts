/** Wakes an island once, whichever of its events comes first. */
const wake = (host: HTMLElement) => () => {
  if (host.dataset.awake !== undefined) return;
  host.dataset.awake = "";
  void import("./hydrate")
    .then((m) => m.hydrate(host))
    .catch(() => host.classList.add("island-failed"));
};

/** Finds the islands of this page and hydrates each when its strategy says so. */
export function bootIslands(root: ParentNode = document): void {
  for (const host of root.querySelectorAll<HTMLElement>("[data-island]")) {
    const run = wake(host);
    switch (host.dataset.when) {
      case "interaction": {
        const once = { once: true, passive: true } as const;
        for (const type of ["pointerenter", "focusin", "touchstart"] as const)
          host.addEventListener(type, run, once);
        break;
      }
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
