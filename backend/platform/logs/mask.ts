import { type Field, isPersonal, isPhone, SECRET_SET, SECRET_UNSET, tailOf } from "#documents/kit";
import { isSecretKey, HIDDEN as STARS, withoutSecrets } from "../values/secret-texts";
import type { LogDeclared } from "./declared";

/**
 * Keys whose values never reach a log where no declaration speaks of them (market.md §14.10); `code`
 * alone is a captcha or login code.
 */
const HIDDEN = /account|address|e-?mail|^(auth|sms|verify|captcha)?_?code$/i;
const PHONE = /mobile|phone/i;
/** Parts of an address that say who and where, in an object that is one. */
const WHO = /^(name|city|district|line[12]|postcode)$/;
/** What histories say of a secret instead of it. */
const SAID = new Set<unknown>([SECRET_SET, SECRET_UNSET, "已重新设置"]);
const NOTHING: LogDeclared = new Map();
const CHANGE = /^(old|new)$/;
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
  declared: LogDeclared;
}

/**
 * Copy of a value as a log may keep it. What is declared is kept as its field says: nothing of a secret,
 * the end of what has one, of a person that there is something. Of what nobody declared, passwords,
 * tokens, accounts, addresses, mail addresses and codes are `******` at any depth and mobile numbers keep
 * their last two digits. Long texts are cut; what is more than a row of a log may hold becomes `…`.
 */
export const mask = (value: unknown, declared: LogDeclared = NOTHING): unknown =>
  masked(value, 0, { values: MAX_VALUES, characters: MAX_CHARACTERS, declared });

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
  // One field's change by name: what is old and new there is of that field.
  const of = "field" in value && typeof value.field === "string" ? value.field : undefined;
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    if (--budget.values < 0) return { ...kept, [CUT]: CUT };
    const v: unknown = Reflect.get(value, key);
    // Own names only: "__proto__" would set no property.
    Object.defineProperty(kept, maskedText(key, budget, MAX_KEY), {
      value:
        address && WHO.test(key) && !isNothing(v)
          ? STARS
          : maskedEntry(of !== undefined && CHANGE.test(key) ? of : key, v, depth, budget),
      enumerable: true,
      configurable: true,
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

const isNothing = (value: unknown) => value === null || value === undefined || value === "";

/** A number to reach somebody at: its last two digits. */
const maskedPhone = (value: unknown, budget: Budget) => maskedText(String(value), budget).replace(/.(?=.{2})/g, "*");

/** One value of a field, as the strictest of the declarations of its name has it. */
function keptOf(fields: readonly Field[], value: unknown, depth: number, budget: Budget): unknown {
  if (isNothing(value)) return value;
  // A change is logged as [old, new].
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_ITEMS).map((v) => keptOf(fields, v, depth, budget));
    return kept.length < value.length ? [...kept, `${CUT}(${value.length})`] : kept;
  }
  if (--budget.values < 0) return CUT;
  const some = (is: (f: Field) => boolean) => fields.some(is);
  if (some((f) => f.kind === "password" || f.kind === "secret")) return SAID.has(value) ? value : STARS;
  if (typeof value === "object") {
    const where = some((f) => f.kind === "address") && { ...addressSkeleton, ...value };
    return masked(where || value, depth + 1, budget);
  }
  if (some((f) => !!f.tail)) return maskedText(String(tailOf(String(value))), budget);
  if (some(isPersonal)) return some(isPhone) ? maskedPhone(value, budget) : STARS;
  if (typeof value === "string" && some((f) => "holdsSecrets" in f && !!f.holdsSecrets))
    return maskedText(withoutSecrets(value), budget);
  return masked(value, depth + 1, budget);
}

/** Makes an object one that says who and where, whichever parts of it were typed. */
const addressSkeleton = { line1: undefined };

function maskedEntry(key: string, value: unknown, depth: number, budget: Budget): unknown {
  if (isNothing(value)) return value;
  const fields = budget.declared.get(key);
  if (fields) return keptOf(fields, value, depth, budget);
  if (key.length > MAX_KEY || HIDDEN.test(key) || isSecretKey(key)) return STARS;
  if (!PHONE.test(key)) return masked(value, depth + 1, budget);
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((v) => maskedEntry(key, v, depth, budget));
  return typeof value === "object" ? masked(value, depth + 1, budget) : maskedPhone(value, budget);
}

/** The same value with `******` for all that a reader may not see. */
export function withheld(value: unknown, hidden: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((v) => withheld(v, hidden));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, v]) => [name, hidden(name) && !isNothing(v) ? STARS : withheld(v, hidden)]),
  );
}
