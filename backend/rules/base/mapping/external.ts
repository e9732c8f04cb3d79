import { z } from "zod";
import { externalStates } from "#documents/base/mapping/words";

const state = z.enum(["draft", "review", "approved", "rejected"]);
export type ExternalState = z.infer<typeof state>;

const measure = z.number().positive().max(1_000_000).nullish().catch(null);

/** Goods as a warehouse answers them. */
export const product = z.object({
  code: z.string(),
  name: z.string().max(500).nullish(),
  barcode: z.string().max(100).nullish(),
  state,
  weightG: measure,
  lengthCm: measure,
  widthCm: measure,
  heightCm: measure,
});
export const products = z.object({ items: z.array(product).max(200) });
export const registered = z.object({ code: z.string(), state });
export const stocks = z.object({
  items: z
    .array(z.object({ code: z.string(), onHand: z.number().int().min(-2e9).max(2e9) }))
    .max(200),
});

/** What the other side knows of one mapping; no product: it has none of that code. */
export const known = z.object({ product: product.nullable(), onHand: z.int().nullable() });
export type Known = z.infer<typeof known>;

export const stateWord = (name: ExternalState): string => externalStates[name].label;
