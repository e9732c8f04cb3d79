import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BackendConfig } from "../config";

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
  if (key.length !== KEY_BYTES) throw new Error(`SECRET_KEYS 的密钥 ${id} 要是 ${KEY_BYTES} 字节的 base64`);
  return { id, key };
}

/** Reads `id:base64[,id:base64…]`. @throws Error with a sentence that shows no key */
export function readKeyRing(text: string): KeyRing {
  const [first = "", ...rest] = text.split(",").map((part) => part.trim());
  const ring: KeyRing = [readKey(first), ...rest.map(readKey)];
  if (new Set(ring.map(({ id }) => id)).size < ring.length) throw new Error("SECRET_KEYS 的密钥名称不能重复");
  return ring;
}

/** What invented people are sealed with where a demonstration is made. It guards nothing: everybody has it. */
export const DEMO_KEYS: KeyRing = [{ id: "demo", key: Buffer.alloc(KEY_BYTES, "demonstration") }];

let ring: KeyRing | undefined;

/** Sets the keys of this process: once, before anything is read or written. */
export const setKeys = (keys: KeyRing): void => {
  ring = keys;
};

/** The keys of this process. @throws Error before `setKeys` */
export function keys(): KeyRing {
  if (!ring) throw new Error("no keys: call setKeys first");
  return ring;
}

type RingPlace = Pick<BackendConfig, "dataDir" | "databaseUrl" | "secretKeys" | "demo">;

/** A backup takes every `.key` of the data directory along. */
const FILE = "secret.key";

/**
 * The keys that the settings name, and where invented people may be, what opens those; with the embedded database and none, those of a file that only this
 * account reads, made once.
 * @throws Error when the company's database is used and no keys are named
 */
export function ringOf({ demo, ...place }: RingPlace): KeyRing {
  const own = ownRing(place);
  return demo ? [...own, ...DEMO_KEYS] : own;
}

function ownRing({ dataDir, databaseUrl, secretKeys }: Omit<RingPlace, "demo">): KeyRing {
  if (secretKeys) return readKeyRing(secretKeys);
  if (databaseUrl)
    throw new Error(
      "使用 DATABASE_URL 时要设置 SECRET_KEYS（加密密钥）：名称:base64密钥，可用 openssl rand -base64 32 生成",
    );
  const file = path.join(dataDir, FILE);
  if (!existsSync(file)) writeFileSync(file, `k1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  return readKeyRing(readFileSync(file, "utf8").trim());
}
