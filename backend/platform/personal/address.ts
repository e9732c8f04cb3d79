import { type Address, addressNames } from "#documents/kit";
import type { Sql } from "../db/sql";
import { hashOf, opened, sealed } from "./cipher";
import { keys } from "./ring";

const chars = (text: string) => [...text.trim()];

/** `J***n`; of two characters or fewer the first alone. */
export function maskedName(name: string): string {
  const all = chars(name);
  return all.length > 2 ? `${all[0]}***${all.at(-1)}` : `${all[0] ?? ""}***`;
}

/** The last two digits. */
export const maskedPhone = (phone: string): string => `***${phone.replace(/\D/g, "").slice(-2)}`;

/** The first three characters. */
const maskedPostcode = (postcode: string) => `${chars(postcode).slice(0, 3).join("")}***`;

/** `J***n ***89 US CA 900***`: who, and roughly where (market.md 14.1). */
export const maskedAddress = ({ name, phone, country, state, postcode }: Address): string =>
  [name && maskedName(name), phone && maskedPhone(phone), country, state, postcode && maskedPostcode(postcode)]
    .filter(Boolean)
    .join(" ");

/** Besides its sealed text, an address has these columns: `{column}_hash` and so on. */
export const ADDRESS_COLUMNS = ["hash", "country", "state", "postcode", "shown"] as const;

/** Only what is filled, in the order of the parts. */
export const filled = (address: Address): Address =>
  Object.fromEntries(addressNames.flatMap((p) => (address[p]?.trim() ? [[p, address[p].trim()]] : [])));

/** One text of all parts, so that two spellings of an address have one hash. */
const wordOf = (address: Address) => addressNames.map((p) => address[p] ?? "").join("\0");

/** What two addresses are compared by; nothing for what is no address. */
export function addressHash(address: Address | null | undefined): string | null {
  const own = filled(address ?? {});
  return Object.keys(own).length ? hashOf(keys(), "address", wordOf(own)) : null;
}

/**
 * What an address is stored as: column → value, for statements of one's own. Nothing for what is no
 * address.
 */
export function sealAddress(column: string, address: Address | null | undefined): Record<string, string | null> {
  const own = filled(address ?? {});
  const is = Object.keys(own).length > 0;
  return {
    [column]: is ? sealed(keys(), JSON.stringify(own)) : null,
    [`${column}_hash`]: addressHash(own),
    [`${column}_country`]: own.country?.toUpperCase() ?? null,
    [`${column}_state`]: own.state ?? null,
    [`${column}_postcode`]: own.postcode ?? null,
    [`${column}_shown`]: is ? maskedAddress(own) : null,
  };
}

/** The columns of an address, to be copied from one row to another without opening it. */
export const addressColumns = (column: string): string[] => [
  column,
  ...ADDRESS_COLUMNS.map((part) => `${column}_${part}`),
];

/** What was sealed. @throws Error where its key is gone */
export function openedAddress(text: string): Address {
  const value: unknown = JSON.parse(opened(keys(), text));
  const said = new Map(value && typeof value === "object" ? Object.entries(value) : []);
  return Object.fromEntries(addressNames.flatMap((p) => (typeof said.get(p) === "string" ? [[p, said.get(p)]] : [])));
}

interface AddressPlace {
  table: string;
  column: string;
  id: string;
}

/** Copies an address from one row to another as it is kept: it is never opened on the way. */
export async function copyAddress(sql: Sql, { from, to }: { from: AddressPlace; to: AddressPlace }) {
  const theirs = addressColumns(from.column);
  const sets = addressColumns(to.column).map((own, i) => `${own} = s.${theirs[i]}`);
  await sql.query(`update ${to.table} t set ${sets.join(", ")} from ${from.table} s where s.id = $1 and t.id = $2`, [
    from.id,
    to.id,
  ]);
}
