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
 * CSS variables of a theme colour; the stylesheet derives the rest from these two. Filled buttons and
 * links use `--action`, legible on white and on the selected tint.
 */
export function themeVariables(colour: string): { "--accent": string; "--action": string } {
  const tint = mix(colour, "#ffffff", 0.12);
  return { "--accent": colour.toLowerCase(), "--action": legibleShade(colour, 4.6, tint) };
}

/** The one inline style of a page; empty for the default colour, whose values stand in the stylesheet. */
export function themeCss(colour: string): string {
  if (colour.toLowerCase() === DEFAULT_COLOUR) return "";
  const lines = Object.entries(themeVariables(colour)).map(([name, value]) => `${name}:${value}`);
  return `:root{${lines.join(";")}}`;
}
