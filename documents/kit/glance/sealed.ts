import { keysOf } from "../entries";
import type { Field } from "../field/field";

type Row = Readonly<Record<string, unknown>>;

const CODE = /^[A-Z]{3}$/;

/** Currency that an amount or a price is in; `head`: the document of a line. */
export function currencyOf(f: Field, row: Row, head: Row = row): string | undefined {
  if (f.kind !== "money" && f.kind !== "decimal") return undefined;
  if (f.unit && CODE.test(f.unit)) return f.unit;
  const named = f.currency && (row[f.currency] ?? head[f.currency]);
  return typeof named === "string" && CODE.test(named) ? named : undefined;
}

/** Parts of an address with their labels, in the order of a form. */
export const addressParts = {
  name: "姓名",
  phone: "电话",
  country: "国家代码",
  state: "州/省",
  city: "城市",
  district: "区县",
  line1: "地址",
  line2: "地址2",
  postcode: "邮编",
} as const;

export type AddressPart = keyof typeof addressParts;
export const addressNames = keysOf(addressParts);

/** Who gets something where. */
export type Address = { [P in AddressPart]?: string | null };

/** Parts without which nothing arrives. */
export const neededParts = ["name", "country", "line1"] as const satisfies AddressPart[];

/** Longest part. */
export const ADDRESS_MAX = 200;

/** Kept encrypted: its column holds what only the keys open. */
export const isSealed = (f: Field): boolean => f.kind === "secret" || f.kind === "address";

/** What stands for a secret that nobody is shown. */
export const SECRET_SET = "已设置";
export const SECRET_UNSET = "未设置";

/** The end of a secret value, as people without the right to all of it see it: `**** 1234`. */
export const tailOf = (value: unknown): unknown =>
  typeof value === "string" && value.length > 4 ? `**** ${value.slice(-4)}` : value;

/** A telephone number. */
export const isPhone = (f: Field): boolean => f.kind === "text" && (f.input === "tel" || f.input === "mobile");

/** Says who somebody is, or where one is reached or paid. */
export const isPersonal = (f: Field): boolean =>
  !!f.personal || isPhone(f) || (f.kind === "text" && f.input === "email");
