import { z } from "zod";
import type { Call } from "#backend/platform/http";
import type { Engine, RuleBook, RuleContext } from "./rules";

declare module "#backend/platform/http/endpoint" {
  interface Services {
    book: RuleBook;
  }
}

export const idParams = z.object({ id: z.string() });
export const ID = ":id(\\d+)";
const WRONG_VERSION = "版本号不正确";

/** Version that the caller saw; forms send it as text. */
export const version = z.preprocess(
  (v) => (typeof v === "string" && /^\d{1,9}$/.test(v) ? Number(v) : v),
  z.int(WRONG_VERSION).min(0, WRONG_VERSION),
);
export const versionIn = z.object({ version });

/** The rules that a call works with. */
export const engineOf = ({ services: { book, flows } }: Pick<Call, "services">): Engine => ({ book, flows });

/** What the rules of a document may touch during one call. */
export const context = (
  call: Pick<Call, "caller" | "tenantId" | "services" | "confirmed"> & { ip?: string },
  sql: RuleContext["sql"],
): RuleContext => ({
  sql,
  caller: call.caller,
  tenantId: call.tenantId,
  confirmed: call.confirmed,
  ip: call.ip,
  ...engineOf(call),
});
