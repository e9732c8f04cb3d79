import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";

const VERSION = "1";

/** What a sealed value is for: a value sealed for one purpose does not open as another. */
export type SealPurpose = "session" | "social" | "kept-form";

export interface Seals {
  /** Encrypts and authenticates a JSON value. @param ttlMs how long it opens; none: for ever */
  seal(purpose: SealPurpose, value: unknown, ttlMs?: number): string;
  /** The value, or null when it is forged, damaged, expired or of another purpose or key. */
  open(purpose: SealPurpose, sealed: string | null | undefined): unknown;
}

/**
 * AES-256-GCM seals: `version.base64url(iv 12 | tag 16 | ciphertext of deflated JSON)`.
 * @param secrets the first one seals, every one opens (so a secret can be replaced)
 */
export function createSeals(secrets: readonly string[], now: () => number = Date.now): Seals {
  const keys = secrets.map((secret) => createHash("sha256").update(`seal:${secret}`).digest());
  const [first] = keys;
  if (!first) throw new Error("a seal needs a secret");
  const bound = (purpose: SealPurpose) => Buffer.from(`${VERSION}.${purpose}`);

  return {
    seal(purpose, value, ttlMs) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", first, iv).setAAD(bound(purpose));
      const plain = JSON.stringify({ v: value, e: ttlMs === undefined ? null : now() + ttlMs });
      const data = Buffer.concat([cipher.update(deflateRawSync(plain)), cipher.final()]);
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), data]).toString("base64url")}`;
    },
    open(purpose, sealed) {
      if (!sealed?.startsWith(`${VERSION}.`)) return null;
      const bytes = Buffer.from(sealed.slice(VERSION.length + 1), "base64url");
      if (bytes.length <= 28) return null;
      for (const key of keys) {
        try {
          const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
          decipher.setAAD(bound(purpose)).setAuthTag(bytes.subarray(12, 28));
          const data = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
          const { v, e } = JSON.parse(inflateRawSync(data).toString("utf8"));
          return e === null || e > now() ? v : null;
        } catch {
          // not sealed with this key: the next one may open it
        }
      }
      return null;
    },
  };
}

/** The secret in DATA_DIR/session.key, made on first use and readable by its owner only. */
export function generatedSecret(dataDir: string): string {
  const file = path.join(dataDir, "session.key");
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`${file} 内容不完整，请删除后重新启动`);
  return secret;
}
