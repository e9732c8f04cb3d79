import { legibleShade, mix } from "./colour";

/** Themes of specification section 9 and their names in the chooser. */
export const THEMES = { default: "默认", "theme-white": "白色", "theme-star": "炫彩" } as const;
export type Theme = keyof typeof THEMES;

export const DEFAULT_COLOUR = "#409eff";

/** Colours offered beside the free choice. */
export const SWATCHES = [
  DEFAULT_COLOUR,
  "#0f9d8a",
  "#2e9e4f",
  "#d97706",
  "#e5484d",
  "#d6409f",
  "#7c5cff",
  "#475569",
];

/**
 * CSS variables of a theme colour: the accent as chosen, and what is derived from it. Filled buttons
 * and links use `--action`, legible on white and on the selected tint.
 */
export function themeVariables(colour: string): Record<string, string> {
  const tint = mix(colour, "#ffffff", 0.1);
  const action = legibleShade(colour, 4.6, tint);
  return {
    "--accent": colour.toLowerCase(),
    "--action": action,
    "--action-strong": mix(action, "#000000", 0.84),
    "--tint": tint,
    "--tint-strong": mix(colour, "#ffffff", 0.3),
  };
}

/** The one inline style of a page; empty for the default colour, whose values stand in the stylesheet. */
export function themeCss(colour: string): string {
  if (colour.toLowerCase() === DEFAULT_COLOUR) return "";
  const lines = Object.entries(themeVariables(colour)).map(([name, value]) => `${name}:${value}`);
  return `:root{${lines.join(";")}}`;
}
