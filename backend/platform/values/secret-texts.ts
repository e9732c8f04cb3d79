/**
 * Texts that hold secrets of their own: configurations in JSON that a system of another understands.
 * No declaration knows their keys, so their names and the forms of addresses decide.
 */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Config = { [key: string]: Json };

const isObject = (v: Json | undefined): v is Config => typeof v === "object" && v !== null && !Array.isArray(v);

/** An object of a configuration; an empty one for what is none. */
export const objectIn = (v: Json | undefined): Config => (isObject(v) ? v : {});

/** What stands for a secret in a text that people see. */
export const HIDDEN = "******";

/** Deeper is no configuration that anybody writes. */
export const DEEPEST = 20;

const WORDS =
  "passw(?:or)?d|passphrase|pwd|secret|token|credentials?|(?:access|private|secret|api|account|shared|sas|auth)[._-]?key|signature";
const SECRET_KEY = new RegExp(`${WORDS}|authorization|cookie|(?:^|[._-])(?:pass|ak|sk)(?:$|[._-])`, "i");
/** What comes before a secret within a text, and it: `?password=x`, `//user:x@host`, `thin:user/x@host`. */
const WITHIN = [
  `((?:^|[?&;,\\s])[\\w.-]{0,60}(?:${WORDS})[\\w.-]{0,20}\\s{0,3}=\\s{0,3}["']?)([^\\s&;,"']{1,2000})`,
  "(//[^\\s/:@?#]{0,200}:)([^\\s/@]{1,2000})(?=@)",
  "(:thin:[^\\s/:@]{1,200}/)([^\\s@]{1,2000})(?=@)",
].map((pattern) => new RegExp(pattern, "gi"));

/** Is what stands under this key a secret? */
export const isSecretKey = (key: string): boolean => SECRET_KEY.test(key);

/** `source[0].plugin_name`. */
export const pathOf = (parts: readonly PropertyKey[]): string =>
  parts.map((p, i) => (typeof p === "number" ? `[${p}]` : `${i ? "." : ""}${String(p)}`)).join("");

export type Secret = string | number;

/** Says what stands for the secret at a place. */
type Say = (path: string, secret: Secret) => Secret;

/**
 * The same value with something else for every secret in it: texts and numbers below a key that names
 * one, and the parts of texts that are one (`source[0].url#0`).
 */
export function withSecrets(value: Json, say: Say): Json {
  const within = (text: string, path: readonly PropertyKey[]) => {
    let n = 0;
    return WITHIN.reduce(
      (told, pattern) =>
        told.replace(pattern, (_, before: string, part: string) => before + say(`${pathOf(path)}#${n++}`, part)),
      text,
    );
  };
  const go = (v: Json, path: readonly PropertyKey[], secret: boolean): Json => {
    if (path.length > DEEPEST) return HIDDEN;
    if (Array.isArray(v)) return v.map((x, i) => go(x, [...path, i], secret));
    if (isObject(v)) {
      const own = Object.entries(v).map(([key, x]) => [key, go(x, [...path, key], secret || isSecretKey(key))]);
      return Object.fromEntries(own);
    }
    if (secret && ((typeof v === "string" && v) || typeof v === "number")) return say(pathOf(path), v);
    return typeof v === "string" ? within(v, path) : v;
  };
  return go(value, [], false);
}

/** A text as logs keep it: without its secrets, nothing of what cannot be read. */
export function withoutSecrets(text: string): string {
  try {
    return JSON.stringify(withSecrets(JSON.parse(text), () => HIDDEN));
  } catch {
    return HIDDEN;
  }
}
