/** Keys whose values never reach a log (market.md §14.10); `code` alone is a captcha or login code. */
const HIDDEN =
  /passw|pwd|token|secret|authorization|account|address|e-?mail|^(auth|sms|verify|captcha)?_?code$/i;
const PHONE = /mobile|phone/i;
/** Parts of an address that say who and where, in an object that is one. */
const WHO = /^(name|city|district|line[12]|postcode)$/;
const STARS = "******";
const CUT = "…";
const MAX_TEXT = 500;
const MAX_KEY = 100;
const MAX_ITEMS = 50;
const MAX_DEPTH = 8;
/** Most keys and list items of one row, and most characters of its texts. */
const MAX_VALUES = 2_000;
const MAX_CHARACTERS = 64_000;

// Both read every character a fixed number of times, whatever stands there: a pattern that begins
// anew within a run of letters takes quadratic time.
const addressSecrets = /([?&#](?:[\w.-]*token|code)=)[^&#\s"'<>]*/gi;
const wordOrMail = /[\w.+-]+(@[\w-]+(?:\.[\w-]+)+)?/g;

/** Removes the values of `token` and `code` parameters from addresses inside a text. */
export const stripAddressSecrets = (text: string): string => text.replace(addressSecrets, "$1***");

/** A text as a log may keep it: no address secrets, no mail addresses, no NUL (PostgreSQL refuses it). */
export const safeText = (text: string, max = MAX_TEXT): string => {
  const clean = stripAddressSecrets(text.slice(0, max * 2))
    .replace(wordOrMail, (word, host) => (host ? "***@***" : word))
    .replaceAll("\0", "");
  return clean.length > max ? `${clean.slice(0, max)}${CUT}` : clean;
};

/** What one row of a log may still take. */
interface Budget {
  values: number;
  characters: number;
}

/**
 * Copy of a value in which passwords, tokens, accounts, addresses, mail addresses and codes are
 * `******` at any depth, mobile numbers keep their last two digits and long texts are cut. What is
 * more than a row of a log may hold becomes `…`.
 */
export const mask = (value: unknown): unknown =>
  masked(value, 0, { values: MAX_VALUES, characters: MAX_CHARACTERS });

function masked(value: unknown, depth: number, budget: Budget): unknown {
  if (typeof value === "string") return maskedText(value, budget);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return CUT;
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const v of value.slice(0, MAX_ITEMS)) {
      if (--budget.values < 0) break;
      kept.push(masked(v, depth + 1, budget));
    }
    return kept.length < value.length ? [...kept, `${CUT}(${value.length})`] : kept;
  }
  const kept: Record<string, unknown> = {};
  const address = "line1" in value || "postcode" in value;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (--budget.values < 0) return { ...kept, [CUT]: CUT };
    const v: unknown = Reflect.get(value, key);
    // Own names only: "__proto__" would set no property.
    Object.defineProperty(kept, maskedText(key, budget, MAX_KEY), {
      ...{ value: address && WHO.test(key) ? STARS : maskedEntry(key, v, depth, budget) },
      ...{ enumerable: true, configurable: true },
      writable: true,
    });
  }
  return kept;
}

function maskedText(text: string, budget: Budget, max = MAX_TEXT): string {
  const most = Math.min(max, budget.characters);
  if (most <= 0) return CUT;
  budget.characters -= Math.min(text.length, most);
  return safeText(text, most);
}

function maskedEntry(key: string, value: unknown, depth: number, budget: Budget): unknown {
  if (value === null || value === undefined || value === "") return value;
  if (key.length > MAX_KEY || HIDDEN.test(key)) return STARS;
  if (!PHONE.test(key)) return masked(value, depth + 1, budget);
  // A change is logged as [old, new].
  if (Array.isArray(value))
    return value.slice(0, MAX_ITEMS).map((v) => maskedEntry(key, v, depth, budget));
  if (typeof value === "object") return masked(value, depth + 1, budget);
  return maskedText(String(value), budget).replace(/.(?=.{2})/g, "*");
}
