import { cookie, readCookies } from "~/session/cookies.server";
import { SWITCH_KEYS, type Switches, switchesBy } from "~/ui/page/shell-data";
import { DEFAULT_COLOUR, isTheme, type Theme } from "~/ui/theme/theme";

/** What a browser remembers of the interface; all of it is right in the first frame. */
export interface Preferences {
  theme: Theme;
  /** `#rrggbb` */
  colour: string;
  switches: Switches;
}

const NAME = "prefs";
const SHAPE = /^([a-z-]+)~([0-9a-f]{6})~([01]{9})$/;

const switchesOf = (bits: string): Switches => switchesBy((_, at) => bits[at] !== "0");

export const DEFAULT_PREFERENCES: Preferences = { theme: "default", colour: DEFAULT_COLOUR, switches: switchesOf("") };

/** Preferences of the request's cookie; the defaults when it is absent or damaged. */
export function readPreferences(request: Request): Preferences {
  const found = SHAPE.exec(readCookies(request.headers.get("Cookie")).get(NAME) ?? "");
  const theme = found?.[1];
  if (!found || !theme || !isTheme(theme)) return DEFAULT_PREFERENCES;
  return { theme, colour: `#${found[2]}`, switches: switchesOf(found[3]!) };
}

/** `Set-Cookie` value that keeps these preferences for a year. */
export function writePreferences({ theme, colour, switches }: Preferences): string {
  const bits = SWITCH_KEYS.map((key) => (switches[key] ? "1" : "0")).join("");
  const value = `${theme}~${colour.slice(1).toLowerCase()}~${bits}`;
  return cookie(NAME, value, { secure: false, maxAge: 365 * 86_400 });
}

/** True when the side menu is folded to its icons; the browser writes this cookie itself. */
export const isFolded = (request: Request): boolean => readCookies(request.headers.get("Cookie")).get("side") === "0";
