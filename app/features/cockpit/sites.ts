import type { Rank } from "~/erp/cockpit.server";

/** A place of the ranking of sites: its code tells it apart from a region of the same name. */
export const siteName = (rank: Rank): Rank => ({
  ...rank,
  name: rank.name === rank.code ? rank.code : `${rank.code} ${rank.name}`,
});
