import { labelled } from "../kit";
/** Kinds of 调拨单 by the kinds of warehouses that they join (supply.md 5). */
export const transferTypes = labelled({
  "1": "国内仓调拨",
  "2": "国内仓→海外仓",
  "3": "国内仓→FBA仓",
  "4": "海外仓→FBA仓",
  "5": "海外仓间调拨",
});

export type TransferType = keyof typeof transferTypes;

const INLAND = ["domestic", "sample"];
const ABROAD = ["overseas", "thirdParty"];

/** Kinds of warehouses that goods of a type leave and come to. */
export const transferKinds: Record<TransferType, { from: string[]; to: string[] }> = {
  "1": { from: INLAND, to: INLAND },
  "2": { from: ["domestic"], to: ABROAD },
  "3": { from: ["domestic"], to: ["fba"] },
  "4": { from: ABROAD, to: ["fba"] },
  "5": { from: ABROAD, to: ABROAD },
};

const ALL = ["1", "2", "3", "4", "5"] as const;

/** The type of a transfer between warehouses of these kinds; none joins them all. */
export const transferTypeOf = (from: string, to: string): TransferType | undefined =>
  ALL.find((type) => transferKinds[type].from.includes(from) && transferKinds[type].to.includes(to));

/** How freight is shared among lines. */
export const feeShareTypes = labelled({ weight: "计费重", volume: "体积", qty: "数量", amount: "货值" });
