import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { KeyRing, SecretKey } from "./ring";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with the first key: `id.base64url`, never the same twice. */
export function sealed([{ id, key }]: KeyRing, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  // The name of the key is vouched for too.
  cipher.setAAD(Buffer.from(id));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url")}`;
}

/** What was sealed. @throws Error where its key is not among these, or it was changed */
export function opened(ring: KeyRing, text: string): string {
  const [id = "", body = ""] = text.split(".");
  const own = ring.find((k) => k.id === id);
  if (!own) throw new Error(`SECRET_KEYS 中没有名称为 ${id} 的密钥`);
  const bytes = Buffer.from(body, "base64url");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(ALGORITHM, own.key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(id));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const plain = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(plain).toString("utf8");
}

/** Kinds of values whose hashes never meet, each with what makes two spellings one. */
const normal = {
  name: (text: string) => text.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase(),
  email: (text: string) => text.normalize("NFKC").trim().toLowerCase(),
  phone: (text: string) => text.normalize("NFKC").replace(/\D/g, ""),
  address: (text: string) => text.normalize("NFKC").replace(/ +/g, " ").toLowerCase(),
  account: (text: string) => text.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase(),
};
export type HashKind = keyof typeof normal;

const hashKeys = new WeakMap<SecretKey, Buffer>();

/** A key of its own: who learns hashes learns nothing of what seals. */
function hashKeyOf(secret: SecretKey): Buffer {
  const own = hashKeys.get(secret) ?? Buffer.from(hkdfSync("sha256", secret.key, "", "hash", 32));
  hashKeys.set(secret, own);
  return own;
}

function hashWith(secret: SecretKey, kind: HashKind, text: string): string {
  const own = hashKeyOf(secret);
  const mac = createHmac("sha256", own).update(`${kind}\0${normal[kind](text)}`);
  return `${secret.id}.${mac.digest("base64url")}`;
}

/** What a value is stored under to be found again without being read. */
export const hashOf = ([first]: KeyRing, kind: HashKind, text: string): string => hashWith(first, kind, text);

/** What it may be stored under: a hash outlives the value, so also that of older keys. */
export const hashesOf = (ring: KeyRing, kind: HashKind, text: string): string[] =>
  ring.map((key) => hashWith(key, kind, text));
