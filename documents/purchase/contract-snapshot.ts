import { z } from "zod";
import { texts } from "../kit";

const text = z.string().nullable();

const party = z.object({ name: z.string(), creditCode: text, address: text, contact: text, phone: text });

/** Goods of one order; amounts and prices are exact decimals in the contract's currency. */
const goodsRow = z.object({
  ...texts("skuCode", "skuName", "price", "taxRate", "priceInclTax", "amountExclTax", "taxAmount", "amount"),
  qty: z.number(),
  spec: text,
  unit: text,
  expectDate: text,
});

/** Goods of one order as they are stored on its line. */
export const contractRows = z.array(goodsRow);

/** Everything that the picture of a contract shows, frozen when it is approved (supply.md 3). */
export const contractSnapshot = z.object({
  no: z.string(),
  contractType: z.enum(["tax", "nonTax"]),
  /** How often an approved change made a supplement. */
  supplement: z.number(),
  currency: z.string(),
  signPlace: text,
  date: z.string(),
  buyer: party.extend({ chop: text }),
  seller: party,
  orders: z.array(
    z.object({ ...texts("no", "warehouse", "freight", "other", "discount", "amount"), rows: z.array(goodsRow) }),
  ),
  goodsAmount: z.string(),
  taxAmount: z.string(),
  totalAmount: z.string(),
  totalAmountCn: z.string(),
  depositAmount: z.string(),
  balanceAmount: z.string(),
  terms: z.object({ ...texts("deliveryTerm", "qualityTerm", "breachTerm", "paymentTerm") }),
});

export type ContractSnapshot = z.output<typeof contractSnapshot>;
export type ContractParty = z.output<typeof party>;
export type ContractRow = z.output<typeof goodsRow>;
