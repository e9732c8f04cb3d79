import type { RuleContext, RuleValues } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import type { Database } from "#backend/platform/db/sql";
import { freightTemplate } from "#documents/logistics/freight-template";

/** A logistics supplier. */
export async function forwarder(db: Database, name: string, type = "logistics"): Promise<string> {
  const { id } = (await db.one<{ id: string }>(
    `insert into supplier (no, name, supplier_type, status, currency, settle_method, period_days)
     values ($1, $1, $2, 'approved', 'CNY', 'monthly', 30) returning id`,
    [name, type],
  )) ?? { id: "" };
  return id;
}

/** Its tiers and surcharge; `middle`: the price from 45 to 100 kg. */
export const tiers = (middle = "9.8"): RuleValues[] => [
  { kind: "tier", fromQty: "0", toQty: "45", unitPrice: "12.5" },
  { kind: "tier", fromQty: "45", toQty: "100", unitPrice: middle },
  { kind: "tier", fromQty: "100", unitPrice: "9.2" },
  { kind: "surcharge", name: "清关费", calcType: "fixed", value: "300", condition: "always" },
];

/** What a template says in supply.md's test vector; `more` changes some of it. */
export const templateValues = (providerId: string, name: string, more: RuleValues = {}): RuleValues => ({
  name,
  providerId,
  channelName: "美西快船",
  transportMode: "seaExpress",
  destCountry: "US",
  currency: "CNY",
  billingType: "weight",
  volumeDivisor: 6000,
  roundUnitKg: "0.5",
  roundScope: "box",
  transitDaysMin: 18,
  transitDaysMax: 25,
  validFrom: "2026-01-01",
  validTo: "2030-12-31",
  items: tiers(),
  ...more,
});

export const addTemplate = (c: RuleContext, values: RuleValues) =>
  insert(c, freightTemplate, c.book.get("freight_template")?.rules ?? {}, values);

/** The five cartons of the test vector. */
export const cartons = [
  ...Array.from({ length: 3 }, () => ({ lengthCm: "50", widthCm: "40", heightCm: "40", weightKg: "12" })),
  ...Array.from({ length: 2 }, () => ({ lengthCm: "60", widthCm: "40", heightCm: "40", weightKg: "15" })),
];
