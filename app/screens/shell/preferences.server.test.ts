import { expect, test } from "vitest";
import { DEFAULT_PREFERENCES, readPreferences, writePreferences } from "./preferences.server";

const back = (cookie: string) =>
  readPreferences(new Request("http://x/", { headers: { Cookie: `a=b; ${cookie.split(";")[0]}` } }));

test("preferences survive the cookie", () => {
  const mine = {
    theme: "theme-star" as const,
    colour: "#e5484d",
    switches: { ...DEFAULT_PREFERENCES.switches, showTag: false, showMenu: false },
  };
  expect(back(writePreferences(mine))).toEqual(mine);
});

test("an absent or damaged cookie gives the defaults: all switches on", () => {
  for (const cookie of ["", "prefs=", "prefs=evil~zzz~1", "prefs=theme-x~e5484d~111111111"])
    expect(back(cookie)).toEqual(DEFAULT_PREFERENCES);
  expect(Object.values(DEFAULT_PREFERENCES.switches)).toEqual(Array(9).fill(true));
});
