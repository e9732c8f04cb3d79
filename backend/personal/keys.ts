/** A key of 256 bits and the name by which what it sealed remembers it. */
export interface SecretKey {
  id: string;
  key: Buffer;
}

/** The keys in use: the first seals, every one of them opens. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]];

const KEY_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{1,20}$/;

function readKey(text: string): SecretKey {
  const at = text.indexOf(":");
  const id = text.slice(0, Math.max(at, 0));
  const key = Buffer.from(text.slice(at + 1), "base64");
  if (!ID.test(id)) throw new Error("SECRET_KEYS 要写成 名称:base64密钥，多个用逗号分开");
  if (key.length !== KEY_BYTES)
    throw new Error(`SECRET_KEYS 的密钥 ${id} 要是 ${KEY_BYTES} 字节的 base64`);
  return { id, key };
}

/** Reads `id:base64[,id:base64…]`. @throws Error with a sentence that shows no key */
export function readKeyRing(text: string): KeyRing {
  const [first = "", ...rest] = text.split(",").map((part) => part.trim());
  const ring: KeyRing = [readKey(first), ...rest.map(readKey)];
  if (new Set(ring.map(({ id }) => id)).size < ring.length)
    throw new Error("SECRET_KEYS 的密钥名称不能重复");
  return ring;
}
