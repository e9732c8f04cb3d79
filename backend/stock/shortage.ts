import { type Bucket, buckets } from "#documents/wms/stock-words";
import { conflict } from "../http/refusal";
import { freeOf, type Pool } from "./pool";
import type { Shortage } from "./types";

/** Ledger rule 5. */
export const shortOf = (s: Shortage): string =>
  `SKU ${s.sku} 在${s.warehouse}的${buckets[s.bucket].label}可用不足，需${s.need}，可用${s.available}`;

/** Pieces that leave, summed by pool and bucket. */
export class Needs {
  readonly #by = new Map<string, { pool: Pool; bucket: Bucket; need: number }>();

  add(pool: Pool, bucket: Bucket, qty: number) {
    const key = `${pool.id}/${bucket}`;
    const found = this.#by.get(key) ?? { pool, bucket, need: 0 };
    found.need += qty;
    this.#by.set(key, found);
  }

  /** The sentence about the first SKU of which too little is free. */
  shortage(sentence: (s: Shortage) => string = shortOf): string | undefined {
    for (const { pool, bucket, need } of this.#by.values()) {
      const available = freeOf(pool, bucket);
      const { sku, warehouse } = pool;
      if (need > available) return sentence({ sku, warehouse, bucket, need, available });
    }
    return undefined;
  }

  /** @throws Refusal 409 naming the first SKU of which too little is free */
  require(sentence?: (s: Shortage) => string) {
    const short = this.shortage(sentence);
    if (short) throw conflict(short);
  }
}
