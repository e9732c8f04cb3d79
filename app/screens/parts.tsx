import type { ComponentType } from "react";
import type { DocumentType } from "#documents/kit";
import type { ActState } from "./act/state";
import type { Options } from "./options.server";
import { SealCard, SkuLabels } from "./product/seal-card";
import { Changes, SpuDetail } from "./product/spu-parts";
import { ChangeParts } from "./purchase/change-parts";
import { ContractFiles } from "./purchase/contract-files";
import { ContractParts } from "./purchase/contract-parts";
import { ContractSheet } from "./purchase/contract-sheet";
import { DeliveryNote } from "./purchase/delivery-note";
import { OrderParts } from "./purchase/order-parts";
import { OrderSheet } from "./purchase/order-sheet";
import { PlanChanges } from "./purchase/plan-changes";
import { QuoteParts, QuoteSheet } from "./purchase/quotes";
import type { Row } from "./row";
import { SupplierDetail } from "./supplier/supplier-parts";

export interface DetailProps {
  document: DocumentType;
  row: Row;
  /** Idempotency key for a form of this part. */
  keyOfForm: string;
  url: string;
  /** Codes that the person has, as far as they concern this document; none: the part is only read. */
  permissions?: ReadonlySet<string>;
  /** An action of this part that was refused, with what was typed. */
  act?: ActState;
}

export interface PrintProps {
  document: DocumentType;
  row: Row;
  options: Options;
}

/** What a document shows beyond the generic screens. */
interface Parts {
  /** Below the facts of the detail page. */
  detail?: ComponentType<DetailProps>;
  /** The part shows the lines: the generic tables stay away. */
  ownLines?: boolean;
  /** One printed sheet in place of facts and lines. */
  print?: ComponentType<PrintProps>;
  /** Further pages about one row, by their names in the declaration. */
  pages?: Record<string, ComponentType<PrintProps>>;
  /** Size of the sheet; A4 unless given. */
  sheet?: "a5" | "label";
}

/** The one registry of special parts, by document name. */
export const parts: Record<string, Parts | undefined> = {
  spu: { detail: SpuDetail },
  sku: { print: SkuLabels, sheet: "label" },
  sku_special_edit: { detail: Changes },
  seal_sample: { print: SealCard, sheet: "a5" },
  supplier: { detail: SupplierDetail },
  inquiry_order: { detail: QuoteParts, print: QuoteSheet },
  purchase_order: { detail: OrderParts, print: OrderSheet },
  purchase_contract: {
    detail: ContractParts,
    print: ContractSheet,
    pages: { taxPicture: ContractSheet, nonTaxPicture: ContractSheet, signedFiles: ContractFiles },
  },
  delivery_plan: { detail: PlanChanges },
  delivery: { print: DeliveryNote, sheet: "a5" },
  purchase_change: { detail: ChangeParts, ownLines: true },
};
