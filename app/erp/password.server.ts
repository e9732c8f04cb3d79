import CryptoJS from "crypto-js";

export type PasswordEncoding = "aes-cbc" | "aes-cfb" | "base64";

/**
 * Encodes a password as the backend's token endpoint expects it (pig-contract.md "Password
 * encryption"). Both AES forms use the key as IV, both read as Latin-1, and answer Base64.
 * @param key 16 characters (AES-128), 24 or 32
 */
export function encodePassword(password: string, encoding: PasswordEncoding, key: string): string {
  if (encoding === "base64") return Buffer.from(password, "utf8").toString("base64");
  const secret = CryptoJS.enc.Latin1.parse(key);
  const cbc = { mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.ZeroPadding };
  const cfb = { mode: CryptoJS.mode.CFB, padding: CryptoJS.pad.NoPadding };
  return CryptoJS.AES.encrypt(password, secret, { iv: secret, ...(encoding === "aes-cbc" ? cbc : cfb) }).toString();
}
