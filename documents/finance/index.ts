import { apEntry } from "./ap-entry";
import { monthClose } from "./month-close";

/** Declarations of 财务. */
export const financeDocuments = [apEntry, monthClose] as const;
