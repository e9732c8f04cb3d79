import { createDecipheriv } from "node:crypto";
import type { BackendConfig } from "#backend/platform/config";

type Encoding = BackendConfig["passwordEncoding"];

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Undoes the encryption that the pig front ends put on the password of the password grant
 * (pig-contract.md "Password encryption"): AES-128-CBC with zero padding or AES-128-CFB without,
 * key = IV (Latin1), Base64; or plain Base64.
 * @returns the password, or null when the text cannot be such a ciphertext.
 */
export function decodePassword(text: string, encoding: Encoding, key: string): string | null {
  // A "+" that a client did not escape in the query string arrives as a space.
  const base64 = text.replaceAll(" ", "+");
  if (!base64 || !BASE64.test(base64)) return null;
  const bytes = Buffer.from(base64, "base64");
  if (encoding === "base64") return bytes.toString("utf8");
  if (encoding === "aes-cbc" && bytes.length % 16 !== 0) return null;
  const secret = Buffer.from(key, "latin1");
  const decipher = createDecipheriv(
    encoding === "aes-cbc" ? "aes-128-cbc" : "aes-128-cfb",
    secret,
    secret,
  ).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()]).toString("utf8");
  return plain.replace(/\0+$/, "");
}
