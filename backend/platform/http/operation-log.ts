import type { Request } from "express";
import { errorText } from "../db/errors";

/** One call as it enters the operation log (pig-contract.md "Log"). */
export interface OperationLog {
  tenantId: string;
  /** "0" went well, "9" was refused or failed. */
  type: "0" | "9";
  /** Chinese name of the call. */
  title: string;
  remoteAddr: string;
  userAgent: string;
  requestUri: string;
  method: string;
  /** What the page of a fault and the lines of the program call it; none where nobody gave it an id. */
  requestId?: string | null;
  /** As the schemas understood it; masked by who stores it. */
  params: unknown;
  /** Milliseconds. */
  time: number;
  exception: string | null;
  /** What kind of fault the program had; none where it had none. */
  fault?: string | null;
  /** User name, null before sign-in. */
  createBy: string | null;
}

/** What the log keeps of the request itself. */
export const requestOf = (req: Request) => ({
  remoteAddr: req.ip ?? "",
  userAgent: req.headers["user-agent"] ?? "",
  requestUri: req.originalUrl.split("?")[0] ?? "",
  method: req.method,
  requestId: requestIdOf(req) ?? null,
});

/** What console and backend call the request. */
export const requestIdOf = (req: Request): string | undefined => {
  const id = req.get("x-request-id");
  return id && /^[\w-]{8,64}$/.test(id) ? id : undefined;
};

const LONGEST = 500;

/** What tells one kind of fault from another: its first line without values, which may be somebody's. */
export function faultOf(error: unknown): string {
  const [name, code, message] = [errorText(error, "name"), errorText(error, "code"), errorText(error, "message")];
  const [line = ""] = message.slice(0, LONGEST).split("\n", 1);
  const said = line
    .replace(/"[^"]*"|'[^']*'|“[^”]*”/g, (word) => (/^.[a-z_.]{1,40}.$/i.test(word) ? word : "…"))
    .replace(/\d+/g, "0");
  return [name || "Error", code, said].filter(Boolean).join(" ");
}
