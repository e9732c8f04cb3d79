import { z } from "zod";
import { labelled, maybeTexts, texts } from "../kit";

/** 期初核对 (company.md 2.3): what the ledgers say of each measure, held against the old system. */
export const checkStates = {
  open: { label: "未填", tone: "grey" },
  even: { label: "一致", tone: "green" },
  near: { label: "容差内", tone: "blue" },
  off: { label: "有差异", tone: "red" },
} as const;

/** Who signs the check, in this order. */
export const signRoles = labelled({ FINANCE: "财务", EXEC: "管理层" });
export type SignRole = keyof typeof signRoles;

/** Fewest characters of what is said of a difference. */
export const LEAST_NOTE = 5;

const checkRow = z.object({
  /** Measure and what it is counted by; typed figures keep it. */
  ...texts("key", "measure", "by", "ours"),
  ...maybeTexts("old", "diff", "note"),
  /** Pieces have no decimals, amounts are in this currency. */
  currency: z.string().nullable(),
  state: z.enum(["open", "even", "near", "off"]),
  /** The other figure is what the platform itself says. */
  told: z.boolean(),
});
export type CheckRow = z.output<typeof checkRow>;

const sign = z.object({
  role: z.enum(["FINANCE", "EXEC"]),
  by: z.string(),
  time: z.string(),
  /** When something changed after it; the signature counts no longer. */
  voided: z.string().nullable(),
});

export const openingCheck = z.object({
  rows: z.array(checkRow),
  signs: z.array(sign),
  /** Openings that are not booked yet, those that may be undone, and those that stay for ever. */
  drafts: z.number(),
  booked: z.number(),
  locked: z.number(),
  tolerance: z.string(),
  ...maybeTexts("asOfDate", "noneBy"),
  phase: z.enum(["setup", "live"]),
  /** Why the caller cannot sign now; null: they can. */
  refused: z.string().nullable(),
});
export type OpeningCheck = z.output<typeof openingCheck>;

/** What undoing all of them took back, and the file in which everything stood before. */
export const undoneAll = z.object({ count: z.number(), file: z.string() });
