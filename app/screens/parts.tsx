import type { ComponentType } from "react";
import type { DocumentType } from "#documents/kit";
import { SealCard, SkuLabels } from "./product/seal-card";
import { Changes, PendingTerms, SpuDetail } from "./product/spu-parts";
import type { Row } from "./row";

export interface DetailProps {
  document: DocumentType;
  row: Row;
  /** Idempotency key for a form of this part. */
  keyOfForm: string;
  url: string;
}

export interface PrintProps {
  document: DocumentType;
  row: Row;
}

/** What a document shows beyond the generic screens. */
interface Parts {
  /** Below the facts of the detail page. */
  detail?: ComponentType<DetailProps>;
  /** One printed sheet in place of facts and lines. */
  print?: ComponentType<PrintProps>;
  /** Size of the sheet; A4 unless given. */
  sheet?: "a5" | "label";
}

/** The one registry of special parts, by document name. */
export const parts: Record<string, Parts | undefined> = {
  spu: { detail: SpuDetail },
  sku: { print: SkuLabels, sheet: "label" },
  sku_special_edit: { detail: Changes },
  seal_sample: { print: SealCard, sheet: "a5" },
  supplier: { detail: PendingTerms },
};
