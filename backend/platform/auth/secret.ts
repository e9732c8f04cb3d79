import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** What is stored of a token or credential. */
export const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** 256 random bits, base64url. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** A token that only the holder of `key` and of the salt can work out. */
export const derive = (key: string, salt: Buffer, label: string): string =>
  createHmac("sha256", key).update(salt).update(label).digest("base64url");

/** Compares in a time that does not tell where two texts differ. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** The token of `Authorization: Bearer …`, if any. */
export const bearerToken = (header: string | undefined): string | undefined => /^bearer (.+)$/i.exec(header ?? "")?.[1];
