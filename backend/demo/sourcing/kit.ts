import dayjs from "dayjs";
import type { Chance } from "../random";

/** Columns that every row of the demo has. */
export const stamp = { tenant_id: 1, version: 0, del_flag: 0 };

/** Numbers `{prefix}{yyMMdd}{0001…}` in the order in which they are asked for. */
export function numbers(prefix: string) {
  const used = new Map<string, number>();
  return (day: string) => {
    const n = (used.get(day) ?? 0) + 1;
    used.set(day, n);
    return `${prefix}${dayjs(day).format("YYMMDD")}${String(n).padStart(4, "0")}`;
  };
}

/** A working hour of a day as a time. */
export const at = (day: string, chance: Chance, key: string) =>
  `${day} ${String(9 + chance.below(9, `h:${key}`)).padStart(2, "0")}:${String(chance.below(60, `m:${key}`)).padStart(2, "0")}:00+08`;

/** Day `n` days after `day`, never later than `last`. */
export const after = (day: string, n: number, last: string) => {
  const next = dayjs(day).add(n, "day").format("YYYY-MM-DD");
  return next < last ? next : last;
};

/** A working hour of the day after, at the latest of `last`: in its evening where something else was done that day. */
export const decided = (day: string, last: string, chance: Chance, key: string) =>
  day < last ? at(after(day, 1, last), chance, key) : `${day} 18:30:00+08`;

export interface DemoSku {
  id: string;
  code: string;
  name: string;
  spec: string | null;
  unit: string;
  price: string;
  type: string;
}

/** A requisition as what follows it must know it. */
export interface ReqSeed {
  id: number;
  day: string;
  status: string;
  warehouseId: string;
  urgent: boolean;
  expectDate: string;
  lines: { id: number; sku: DemoSku; qty: number }[];
}

/** What a line keeps of its SKU. */
export const snapshot = (s: DemoSku) => ({
  sku_id: s.id,
  sku_code: s.code,
  sku_name: s.name,
  spec: s.spec,
  unit: s.unit,
});
