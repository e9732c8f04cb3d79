import { supplier } from "./supplier";

/** Declarations of 供应商. */
export const supplierDocuments = [supplier] as const;
