import { legibleShade, legibleTint, mix } from "./colour";

/** Themes of specification section 9 and their names in the chooser, and those that are dark. */
export const THEMES = {
  default: "默认",
  "theme-white": "白色",
  "theme-star": "炫彩",
  "theme-dark": "深色",
  "theme-auto": "跟随系统",
} as const;
export type Theme = keyof typeof THEMES;
export const isTheme = (name: string): name is Theme => Object.hasOwn(THEMES, name);

export const DEFAULT_COLOUR = "#409eff";

/** Colours offered beside the free choice. */
export const SWATCHES = [DEFAULT_COLOUR, "#0f9d8a", "#2e9e4f", "#d97706", "#e5484d", "#d6409f", "#7c5cff", "#475569"];

const DARK_MEDIA: Partial<Record<Theme, string>> = {
  "theme-dark": "screen",
  "theme-auto": "screen and (prefers-color-scheme: dark)",
};

/** Where the dark sheet holds; print is light in every theme. */
export const darkMedia = (theme: Theme): string | undefined => DARK_MEDIA[theme];

/** Ground of cards in the dark; theme/dark.css says the same. */
const DARK_CARD = "#171d26";

/**
 * CSS variables of a theme colour; the stylesheet derives the rest from these two. Filled buttons and
 * links use `--action`, legible on the ground and on the selected tint.
 */
export function themeVariables(colour: string, dark = false): { "--accent": string; "--action": string } {
  const accent = colour.toLowerCase();
  if (!dark) return { "--accent": accent, "--action": legibleShade(colour, 4.6, mix(colour, "#ffffff", 0.12)) };
  const onCard = legibleTint(colour, 4.6, DARK_CARD);
  return { "--accent": accent, "--action": legibleTint(onCard, 4.6, mix(colour, DARK_CARD, 0.18)) };
}

const rule = (root: string, colour: string, dark: boolean) => {
  const lines = Object.entries(themeVariables(colour, dark));
  return `${root}{${lines.map(([name, value]) => `${name}:${value}`).join(";")}}`;
};

/** The one inline style of a page; empty for the default colour, whose values stand in the stylesheet. */
export function themeCss(colour: string, theme: Theme = "default"): string {
  if (colour.toLowerCase() === DEFAULT_COLOUR) return "";
  const media = darkMedia(theme);
  const light = rule(":root", colour, false);
  return media ? `${light}@media ${media}{${rule("html:root", colour, true)}}` : light;
}
