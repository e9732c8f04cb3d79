import { transfer } from "./transfer";

/** Declarations of 物流. */
export const logisticsDocuments = [transfer] as const;
