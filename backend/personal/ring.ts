import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { BackendConfig } from "../config";
import { type KeyRing, readKeyRing } from "./keys";

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

type Place = Pick<BackendConfig, "dataDir" | "databaseUrl" | "secretKeys">;

/** A backup takes every `.key` of the data directory along. */
const FILE = "secret.key";

/**
 * The keys that the settings name; with the embedded database and none, those of a file that only this
 * account reads, made once.
 * @throws Error when the company's database is used and no keys are named
 */
export function ringOf({ dataDir, databaseUrl, secretKeys }: Place): KeyRing {
  if (secretKeys) return readKeyRing(secretKeys);
  if (databaseUrl)
    throw new Error(
      "使用 DATABASE_URL 时要设置 SECRET_KEYS（加密密钥）：名称:base64密钥，可用 openssl rand -base64 32 生成",
    );
  const file = path.join(dataDir, FILE);
  if (!existsSync(file))
    writeFileSync(file, `k1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  return readKeyRing(readFileSync(file, "utf8").trim());
}
