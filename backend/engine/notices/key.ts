import type { Request } from "express";

/** The request's Idempotency-Key (supply.md 0.4), when it carries a usable one. */
export function keyOf(req: Request): string | undefined {
  const key = req.headers["idempotency-key"];
  return typeof key === "string" && /^[\w-]{8,100}$/.test(key) ? key : undefined;
}
