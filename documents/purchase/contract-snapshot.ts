import { z } from "zod";

const text = z.string().nullable();

const party = z.object({
  name: z.string(),
  creditCode: text,
  address: text,
  contact: text,
  phone: text,
});

/** Goods of one order; amounts and prices are exact decimals in the contract's currency. */
const goodsRow = z.object({
  skuCode: z.string(),
  skuName: z.string(),
  spec: text,
  unit: text,
  qty: z.number(),
  price: z.string(),
  taxRate: z.string(),
  priceInclTax: z.string(),
  amountExclTax: z.string(),
  taxAmount: z.string(),
  amount: z.string(),
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
    z.object({
      no: z.string(),
      warehouse: z.string(),
      freight: z.string(),
      other: z.string(),
      discount: z.string(),
      amount: z.string(),
      rows: z.array(goodsRow),
    }),
  ),
  goodsAmount: z.string(),
  taxAmount: z.string(),
  totalAmount: z.string(),
  totalAmountCn: z.string(),
  depositAmount: z.string(),
  balanceAmount: z.string(),
  terms: z.object({
    deliveryTerm: z.string(),
    qualityTerm: z.string(),
    breachTerm: z.string(),
    paymentTerm: z.string(),
  }),
});

export type ContractSnapshot = z.output<typeof contractSnapshot>;
export type ContractParty = z.output<typeof party>;
export type ContractRow = z.output<typeof goodsRow>;
