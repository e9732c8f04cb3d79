/** One party as the contract names it. */
export interface Party {
  name: string;
  creditCode: string | null;
  address: string | null;
  contact: string | null;
  phone: string | null;
}

/** Goods of one order; amounts and prices are exact decimals in the contract's currency. */
export interface GoodsRow {
  skuCode: string;
  skuName: string;
  spec: string | null;
  unit: string | null;
  qty: number;
  price: string;
  taxRate: string;
  priceInclTax: string;
  amountExclTax: string;
  amount: string;
  expectDate: string | null;
}

/** What the backend froze when the contract was approved. */
export interface Snapshot {
  no: string;
  contractType: "tax" | "nonTax";
  supplement: number;
  currency: string;
  signPlace: string | null;
  date: string;
  buyer: Party & { chop: string | null };
  seller: Party;
  orders: {
    no: string;
    warehouse: string;
    freight: string;
    other: string;
    discount: string;
    amount: string;
    rows: GoodsRow[];
  }[];
  goodsAmount: string;
  taxAmount: string;
  totalAmount: string;
  totalAmountCn: string;
  depositAmount: string;
  balanceAmount: string;
  terms: Record<"deliveryTerm" | "qualityTerm" | "breachTerm" | "paymentTerm", string>;
}

/** 10.0000 → 10.00: at least two decimals, no zeros behind them. */
export const unitPrice = (price: string): string => price.replace(/(\.\d\d\d*?)0+$/, "$1");
