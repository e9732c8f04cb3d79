import { supplier } from "./supplier";
import { supplierAccount } from "./supplier-account";

/** Declarations of 供应商. */
export const supplierDocuments = [supplier, supplierAccount] as const;
