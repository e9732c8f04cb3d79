import { z } from "zod";
import { labelled, type Option, someTexts, wordsOf } from "../kit";

/** What a freight template counts a shipment by (supply.md 5). */
export const billingTypes = labelled({ weight: "计费重", volume: "体积", container: "整柜" }) satisfies Record<
  string,
  Option
>;

export const roundUnits = labelled({ "0.1": "0.1 kg", "0.5": "0.5 kg", "1": "1 kg" }) satisfies Record<string, Option>;

export const roundScopes = { box: { label: "按箱" }, shipment: { label: "按票" } } as const satisfies Record<
  string,
  Option
>;

export const lineKinds = {
  tier: { label: "阶梯" },
  surcharge: { label: "附加费", tone: "orange" },
} as const satisfies Record<string, Option>;

export const calcTypes = labelled({
  fixed: "每票",
  perKg: "每公斤",
  perCarton: "每箱",
  percent: "运费百分比",
}) satisfies Record<string, Option>;

export const conditions = labelled({
  always: "总是",
  battery: "含电",
  overweight: "超22.5kg",
  oversize: "边长超60cm",
  remote: "偏远",
});

export type BillingType = keyof typeof billingTypes;

type FreightTypeDecimal = string | number;

/** One carton as it is priced. */
export interface FreightBox {
  lengthCm: FreightTypeDecimal;
  widthCm: FreightTypeDecimal;
  heightCm: FreightTypeDecimal;
  weightKg: FreightTypeDecimal;
  battery?: boolean;
}

const freightLine = z.object({
  ...someTexts("fromQty", "toQty", "unitPrice", "containerType", "name", "value"),
  kind: wordsOf(lineKinds),
  calcType: wordsOf(calcTypes).nullish(),
  condition: wordsOf(conditions).nullish(),
});
export type FreightLine = z.output<typeof freightLine>;

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

/** Terms as a version keeps them. */
const keptTerms = z.object({
  ...someTexts("roundUnitKg", "minCharge"),
  currency: z.string(),
  billingType: wordsOf(billingTypes),
  volumeDivisor: z.number().nullish(),
  roundScope: wordsOf(roundScopes).nullish(),
  destZone: z.array(z.string()).nullish(),
  items: z.array(freightLine),
}) satisfies z.ZodType<FreightTerms>;

/** What an enabled template said from a day on, and how many transfers were priced by it. */
export const freightVersions = z.array(
  z.object({ version: z.number(), terms: keptTerms, time: z.string(), by: z.string().nullable(), priced: z.number() }),
);
export type FreightVersion = z.output<typeof freightVersions>[number];

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
