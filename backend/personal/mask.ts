import type { Address } from "#documents/kit";

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
  [
    name && maskedName(name),
    phone && maskedPhone(phone),
    country,
    state,
    postcode && maskedPostcode(postcode),
  ]
    .filter(Boolean)
    .join(" ");
