import { freightTemplate } from "./freight-template";
import { transfer } from "./transfer";

/** Declarations of 物流. */
export const logisticsDocuments = [transfer, freightTemplate] as const;
