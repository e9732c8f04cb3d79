import { listingNote } from "./listing-note";
import { performanceDay, performanceLevels } from "./performance";
import { profitAsin, profitGroup, profitMonth, profitMsku, profitParent, profitSku, profitStore } from "./profit";
import { profitEntry, profitOrder } from "./profit-entry";

export { profitEntry, profitMsku };

/** 利润报表 at every level. */
export const profitLevels = [
  profitMsku,
  profitSku,
  profitAsin,
  profitParent,
  profitStore,
  profitGroup,
  profitMonth,
  profitOrder,
] as const;

/** Declarations of 驾驶舱. */
export const cockpitDocuments = [
  ...profitLevels,
  profitEntry,
  ...performanceLevels,
  performanceDay,
  listingNote,
] as const;

/** Lists whose rows are reckoned when they are asked for. */
export const cockpitReckoned = [...profitLevels, profitEntry, ...performanceLevels, performanceDay] as const;
