import { apEntry } from "./ap-entry";

/** Declarations of 财务. */
export const financeDocuments = [apEntry] as const;
