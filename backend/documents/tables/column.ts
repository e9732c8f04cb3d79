import { columnDigits, type Field } from "#documents/kit";
import { ADDRESS_COLUMNS } from "../../personal/address";
import { castOf, snake } from "../names";

export interface Column {
  name: string;
  type: string;
  /** Rest of the column's definition. */
  more: string;
}

/**
 * Amounts and quantities that only other documents change start at 0 (supply.md 0.10); what nobody
 * knows before a step of its own is empty.
 */
function defaultOf(f: Field): string {
  const type = castOf(f);
  if (type.endsWith("[]")) return "not null default '{}'";
  if (f.kind === "bool") return `not null default ${f.default === true}`;
  if ("later" in f && f.later) return "";
  if (f.computed && ["int", "money", "decimal", "percent"].includes(f.kind))
    return "not null default 0";
  return "";
}

/** numeric without limits, unless the declaration names decimals: then they are enforced. */
function typeOf(f: Field): string {
  const room = columnDigits(f);
  return room ? `numeric(${room.whole + room.scale},${room.scale})` : castOf(f);
}

/** The columns of a field: one, and of an address those by which it is found and shown. */
export const columnsOf = ([name, f]: [string, Field]): Column[] => [
  { name: snake(name), type: typeOf(f), more: defaultOf(f) },
  ...(f.kind === "address" ? ADDRESS_COLUMNS : []).map((part) => ({
    ...{ name: `${snake(name)}_${part}`, type: "text", more: "" },
  })),
];
