import { LOOK, SERIES_COLOURS } from "~/ui/figure/style";

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
    series: SERIES_COLOURS.map(get),
    negative: get(LOOK.negative),
    ink: get(LOOK.ink),
    soft: get(LOOK.soft),
    grid: get(LOOK.grid),
    ground: get(LOOK.ground).replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"),
    font: get(LOOK.font),
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
