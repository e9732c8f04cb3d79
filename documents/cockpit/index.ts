import { profitAsin, profitGroup, profitMonth, profitMsku, profitParent, profitSku, profitStore } from "./profit";
import { profitEntry, profitOrder } from "./profit-entry";

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
