import { profitAsin, profitGroup, profitMonth, profitMsku, profitSku, profitStore } from "./profit";
import { profitEntry, profitOrder } from "./profit-entry";
import { profitParent } from "./profit-parent";

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
export const cockpitDocuments = [...profitLevels, profitEntry] as const;
