import type { Bucket, MoveType } from "#documents/wms/stock-move";

/** The document that posts: name of its declaration, id, number. */
export interface Source {
  document: string;
  id: string;
  no: string;
}

/** One pool: a SKU in a warehouse. */
export interface Place {
  warehouseId: string;
  skuId: string;
}

interface Common extends Place {
  /** Pieces, at least 1. */
  qty: number;
  type: MoveType;
  /** Line of the source document. */
  lineId?: string | null;
}

/** Pieces that come in, worth `amount` CNY altogether. */
export interface In extends Common {
  kind: "in";
  bucket: Bucket;
  amount: string;
  /** What of it is the first leg that they came by, CNY. */
  firstLeg?: string;
  /** Day that their age is counted from, yyyy-MM-dd; the day of the posting unless given. */
  ageDay?: string | null;
}

/** Pieces that leave at the moving average. `reserved`: this document holds them for this line. */
export interface Out extends Common {
  kind: "out";
  bucket: Bucket;
  reserved?: boolean;
}

/** Pieces that change their bucket within the pool; its value stays. */
export interface Shift extends Common {
  kind: "shift";
  from: Exclude<Bucket, "transit">;
  to: Exclude<Bucket, "transit">;
}

export type Move = In | Out | Shift;

/** What is missing in a bucket. Quantities in pieces. */
export interface Shortage {
  sku: string;
  warehouse: string;
  bucket: Bucket;
  need: number;
  available: number;
}

export interface Options {
  /** yyyy-MM-dd; today unless given. */
  bizDate?: string;
  /** Sentence of the refusal when a bucket has too little; that of ledger rule 5 unless given. */
  shortage?: (s: Shortage) => string;
}

/** A row of the ledger that was written. Amounts in CNY, signed like the quantity. */
export interface Posted extends Place {
  bucket: Bucket;
  qty: number;
  amount: string;
  /** What of the amount is first leg. */
  firstLeg: string;
  lineId: string | null;
}
