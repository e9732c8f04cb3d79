/** Keys whose values never reach a log (market.md §14.10); `code` alone is a captcha or login code. */
const HIDDEN =
  /passw|pwd|token|secret|authorization|account|address|e-?mail|^(auth|sms|verify|captcha)?_?code$/i;
const PHONE = /mobile|phone/i;
const MAX_TEXT = 500;
const MAX_ITEMS = 50;
const MAX_DEPTH = 8;

const addressSecrets = /([?&#](?:[\w.-]*token|code)=)[^&#\s"'<>]*/gi;
const mailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Removes the values of `token` and `code` parameters from addresses inside a text. */
export const stripAddressSecrets = (text: string): string => text.replace(addressSecrets, "$1***");

/** A text as a log may keep it: no address secrets, no mail addresses, no NUL (PostgreSQL refuses it). */
export const safeText = (text: string, max = MAX_TEXT): string => {
  const clean = stripAddressSecrets(text.slice(0, max * 2))
    .replace(mailAddress, "***@***")
    .replaceAll("\0", "");
  return clean.length > max ? `${clean.slice(0, max)}…` : clean;
};

/**
 * Copy of a value in which passwords, tokens, accounts, addresses, mail addresses and codes are
 * `******` at any depth, mobile numbers keep their last two digits and long texts are cut.
 */
export function mask(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return safeText(value);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return "…";
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map((v) => mask(v, depth + 1));
    return value.length > MAX_ITEMS ? [...kept, `…(${value.length})`] : kept;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [safeText(key, 100), maskEntry(key, v, depth)]),
  );
}

function maskEntry(key: string, value: unknown, depth: number): unknown {
  if (value === null || value === undefined || value === "") return value;
  if (HIDDEN.test(key)) return "******";
  // A change is logged as [old, new].
  if (PHONE.test(key) && Array.isArray(value)) return value.map((v) => maskEntry(key, v, depth));
  if (PHONE.test(key) && typeof value !== "object") return String(value).replace(/.(?=.{2})/g, "*");
  return mask(value, depth + 1);
}
