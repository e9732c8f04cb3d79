/** Colours of the page as a canvas needs them. */
export interface Look {
  series: readonly string[];
  negative: string;
  ink: string;
  soft: string;
  grid: string;
  /** What it is drawn on: #rrggbb. */
  ground: string;
  font: string;
  animate: boolean;
}

/** The theme's variables, and whether the person wants motion. */
export function pageLook(): Look {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(name).trim();
  return {
    series: [1, 2, 3, 4, 5, 6].map((n) => get(`--c${n}`)),
    negative: get("--neg"),
    ink: get("--ink"),
    soft: get("--ink-hint"),
    grid: get("--line"),
    ground: get("--card").replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"),
    font: get("--font"),
    animate: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  };
}

/** Calls when theme or colour of the page change, or the wish for motion; gives back what ends it. */
export function onLookChange(run: () => void): () => void {
  const seen = new MutationObserver(run);
  seen.observe(document.documentElement, { attributeFilter: ["data-theme", "style"] });
  const wishes = ["(prefers-reduced-motion: reduce)", "(prefers-color-scheme: dark)"].map((wish) => matchMedia(wish));
  for (const wish of wishes) wish.addEventListener("change", run);
  return () => {
    seen.disconnect();
    for (const wish of wishes) wish.removeEventListener("change", run);
  };
}
