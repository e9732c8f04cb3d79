import type { BillingType, CalcType, FreightCondition } from "./freight-words";

type Decimal = string | number;

/** One carton as it is priced. */
export interface FreightBox {
  lengthCm: Decimal;
  widthCm: Decimal;
  heightCm: Decimal;
  weightKg: Decimal;
  battery?: boolean;
}

export interface FreightLine {
  kind: "tier" | "surcharge";
  fromQty?: string | null;
  toQty?: string | null;
  unitPrice?: string | null;
  containerType?: string | null;
  name?: string | null;
  calcType?: CalcType | null;
  value?: string | null;
  condition?: FreightCondition | null;
}

/** What of a template makes a price. */
export interface FreightTerms {
  billingType: BillingType;
  currency: string;
  /** Decimals of the currency; 2 unless given. */
  scale?: number;
  volumeDivisor?: number | null;
  roundUnitKg?: string | null;
  roundScope?: "box" | "shipment" | null;
  minCharge?: string | null;
  destZone?: readonly string[] | null;
  items: readonly FreightLine[];
  /** What a container of a type takes, its usable volume; needed by 整柜. */
  containers?: Readonly<Record<string, { volumeM3: string; payloadKg: string }>>;
}

export interface Shipment {
  boxes: readonly FreightBox[];
  /** Postal code or FC code. */
  zone?: string | null;
  remote?: boolean;
}

/** One step of a reckoning; `amount` in the template's currency, none where it counts no money. */
export interface FreightStep {
  label: string;
  reckoning: string;
  amount: string | null;
}

export interface Priced {
  /** Charge weight of each box, kg. */
  boxes: string[];
  chargeWeightKg: string;
  volumeM3: string;
  /** Without surcharges. */
  freight: string;
  total: string;
  steps: FreightStep[];
}

export type FreightPrice = Priced | { refused: string };
