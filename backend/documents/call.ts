import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import type { Call } from "../http/endpoint";
import type { RuleContext } from "./rules";

export const idParams = z.object({ id: z.string() });
export const ID = ":id(\\d+)";
const WRONG_VERSION = "版本号不正确";

/** Version that the caller saw; forms send it as text. */
export const version = z.preprocess(
  (v) => (typeof v === "string" && /^\d{1,9}$/.test(v) ? Number(v) : v),
  z.int(WRONG_VERSION).min(0, WRONG_VERSION),
);
export const versionIn = z.object({ version });

/** What the rules of a document may touch during one call. */
export const context = (call: Call, sql: RuleContext["sql"]): RuleContext => ({
  sql,
  caller: call.caller,
  tenantId: call.tenantId,
});

/** The Idempotency-Key of a call; one that is no key counts as none. */
export const keyOf = (call: Call) => {
  const key = call.req.headers["idempotency-key"];
  return typeof key === "string" && /^[\w-]{8,100}$/.test(key) ? key : undefined;
};

/** pig's name of a document's own id in bodies: userId, menuId. */
export const alias = (document: DocumentType) => `${document.name}Id`;
